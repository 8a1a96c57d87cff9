import Model

/// What a ``HARReader`` gives out.
public enum HAREvent: Sendable, Hashable {
    /// One entry that is an HTTP exchange, in file order.
    case exchange(Exchange)
    /// The time that the capture behind an export of ours covered, before the exchanges.
    case span(from: Timestamp, to: Timestamp)
    /// What the file says of itself, once and last: `creator` may stand behind the entries.
    case source(HARSource)
}

/// The origin of a HAR file: `log.version`, `log.creator`, `log.browser`.
public struct HARSource: Sendable, Hashable {
    /// A program with its version.
    public struct Product: Sendable, Hashable {
        public var name: String
        public var version: String

        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// `1.1`, `1.2` or `1.3` as written; nothing depends on it, since exporters mix the versions.
    public var version: String?
    public var creator: Product?
    public var browser: Product?
    public var dialect: HARDialect

    public init(
        version: String? = nil, creator: Product? = nil, browser: Product? = nil, dialect: HARDialect = .unknown
    ) {
        self.version = version
        self.creator = creator
        self.browser = browser
        self.dialect = dialect
    }
}
