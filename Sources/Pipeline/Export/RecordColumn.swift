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

    /// Whether what a capture says may stand in it.
    var isCaptured: Bool { kind == .text && !RecordColumn.own.contains(name) }

    private static let own: Set<String> = [
        "capture", "capture_sha256", "locator_kind", "locator", "family", "kind", "scheme", "ending", "protocol",
        "rule", "severity", "subject_kind", "fingerprint", "verdict", "rules_version", "repeat_class",
    ]

    init(_ name: String, _ kind: Kind, _ meaning: String, isOptional: Bool = false) {
        self.name = name
        self.kind = kind
        self.meaning = meaning
        self.isOptional = isOptional
    }
}
