/// One field of an exported record.
public struct RecordColumn: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case text, integer, boolean
        /// Microseconds in the database; RFC 3339 with microseconds in text, a timestamp in Parquet.
        case timestamp
    }

    public var name: String
    public var kind: Kind
    public var isOptional: Bool
    public var meaning: String

    init(_ name: String, _ kind: Kind, _ meaning: String, isOptional: Bool = false) {
        self.name = name
        self.kind = kind
        self.meaning = meaning
        self.isOptional = isOptional
    }
}
