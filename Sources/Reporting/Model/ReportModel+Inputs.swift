import Model

/// What a report says about its inputs.
extension ReportModel {
    /// An ad break with its ads, or a document with those it declares.
    public struct AdBreak: Sendable, Hashable {
        public var label: String
        public var fromUs: Int64
        public var toUs: Int64
        public var adPlays: Int
    }

    /// Something that happened, for the timeline.
    public struct Moment: Sendable, Hashable {
        public var atUs: Int64
        /// The method, or the name of the call.
        public var what: String
        /// The host, or the source of the call.
        public var whom: String
        public var outcome: String
        public var exchange: Int?
        public var call: Int?
    }

    /// Diagnostics with one code and one subject.
    public struct DiagnosticGroup: Sendable, Hashable {
        public var code: String
        public var severity: Severity
        public var stage: String
        public var subject: String?
        public var count: Int
        /// Of the first one.
        public var detail: String
        public var capture: Int?
        public var locator: Place?
    }

    /// A stretch in which traffic may have happened without being seen.
    public struct BlindStretch: Sendable, Hashable {
        /// `nil` when all captures of the run are blind.
        public var capture: Int?
        public var fromUs: Int64?
        public var toUs: Int64?
        public var host: String?
        public var server: String?
        public var hides: String
        public var reason: String
        public var code: String?
    }

    /// What a person declares, or the capture shows.
    public struct Fact: Sendable, Hashable {
        public var key: String
        public var value: String
        public var source: String
    }

    /// A tolerance or option with where its value came from.
    public struct Setting: Sendable, Hashable {
        public var key: String
        public var value: String
        public var unit: String
        public var source: String
    }

    /// What went into a stage and what came out.
    public struct LedgerLine: Sendable, Hashable {
        public var capture: Int
        public var stage: String
        public var unit: String
        public var input: Int
        public var output: Int
        public var diagnosed: Int
    }

    /// How often values of one kind were replaced, and how many different ones.
    public struct Replacement: Sendable, Hashable {
        public var kind: IdentifierKind
        public var occurrences: Int
        public var values: Int
    }
}
