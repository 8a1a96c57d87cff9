/// One field of an exported record.
package struct RecordColumn: Sendable, Hashable {
    /// What its values are.
    package enum Kind: String, Sendable, Hashable {
        case text, integer, boolean
        /// Microseconds in the database; RFC 3339 with microseconds in text, a timestamp in Parquet.
        case timestamp
    }

    package var name: String
    package var kind: Kind
    package var isOptional: Bool
    package var meaning: String
    /// The column whose value says what this one's is: the name of a parameter.
    var namedBy: String?

    /// Whether what a capture says may stand in it.
    var isCaptured: Bool { kind == .text && !RecordColumn.own.contains(name) }

    private static let own: Set<String> = [
        "capture", "capture_sha256", "locator_kind", "locator", "family", "kind", "scheme", "ending", "protocol",
        "rule", "severity", "subject_kind", "fingerprint", "verdict", "rules_version", "repeat_class",
        "owner_kind", "licence", "end_reason", "state", "role", "source", "profiles", "tool_version", "rules_sha256",
    ]

    init(_ name: String, _ kind: Kind, _ meaning: String, isOptional: Bool = false, namedBy: String? = nil) {
        self.name = name
        self.kind = kind
        self.meaning = meaning
        self.isOptional = isOptional
        self.namedBy = namedBy
    }
}
