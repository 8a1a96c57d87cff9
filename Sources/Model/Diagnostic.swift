/// A typed statement that some input could not be read as expected. Nothing is dropped without one.
public struct Diagnostic: Sendable, Hashable {
    public var code: DiagnosticCode
    public var locator: Locator?
    public var at: Timestamp?
    /// What it is about: a host name, a server name, a document, an exporter.
    public var subject: String?
    /// One sentence with the values at hand: what was expected, what was found.
    public var detail: String
    /// Units of the stage's ledger (bytes, entries, lines, frames) that this diagnostic accounts for.
    public var units: Int
    /// What cannot be seen because of it; `nil` when nothing is hidden.
    public var blind: Blind?

    public init(
        _ code: DiagnosticCode, locator: Locator? = nil, at: Timestamp? = nil, subject: String? = nil,
        detail: String, units: Int = 0, blind: Blind? = nil
    ) {
        self.code = code
        self.locator = locator
        self.at = at
        self.subject = subject
        self.detail = detail
        self.units = units
        self.blind = blind
    }
}

/// The kind of a diagnostic: declared once beside the code that raises it, listed in docs/diagnostics.md.
public struct DiagnosticCode: Sendable, Hashable {
    /// Stable, `stage-or-format.kebab-case`, never reused: `har.tail-cut`, `tls.secret-missing`.
    public let id: String
    public let severity: Severity
    /// The stage that raises it: `capture`, `wire`, `interpret`, `audit`.
    public let stage: String
    /// What it means, one sentence.
    public let meaning: String
    /// What the person can do about it, one sentence.
    public let remedy: String

    public init(_ id: String, _ severity: Severity, stage: String, meaning: String, remedy: String) {
        self.id = id
        self.severity = severity
        self.stage = stage
        self.meaning = meaning
        self.remedy = remedy
    }

    public static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool {
        left.id == right.id
    }

    /// By the id, as equality is.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// A stretch of a capture in which traffic may have happened without being seen: a row of the view `blind`.
public struct Blind: Sendable, Hashable {
    /// What may have happened unseen.
    public enum Hides: String, Sendable, Hashable {
        case requests, responses, both
        /// Lines of a call log; traffic is not touched.
        case calls
    }

    /// `nil` is unbounded: from the beginning of time, until its end.
    public private(set) var from: Timestamp?
    public private(set) var to: Timestamp?
    /// The host whose traffic is hidden, lower-case; `nil` is any host.
    public var host: String?
    /// The server's `address:port`, where known: what else that server hosts may be hidden too.
    public var server: String?
    /// The flow offers or speaks a protocol that carries several hosts on one connection (h2, h3).
    public var manyHosts: Bool
    public var hides: Hides

    public init(
        from: Timestamp? = nil, to: Timestamp? = nil, host: String? = nil, server: String? = nil,
        manyHosts: Bool = false, hides: Hides = .both
    ) {
        self.host = host
        self.server = server
        self.manyHosts = manyHosts
        self.hides = hides
        span(from, to)
    }

    /// Clocks are set back: what lies between two moments is hidden, whichever of them was read first.
    public mutating func span(_ from: Timestamp?, _ to: Timestamp?) {
        if let from, let to, to < from {
            (self.from, self.to) = (to, from)
        } else {
            (self.from, self.to) = (from, to)
        }
    }
}
