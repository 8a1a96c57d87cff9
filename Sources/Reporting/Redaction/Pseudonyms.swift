/// Short stand-ins for identifiers: equal values get equal stand-ins, whatever name they appear under.
///
/// A stand-in is the kind and the first hex digits of SHA-256 over a key and the value; the key is the captures' hash, so
/// the same input gives the same report while two captures cannot be joined by their reports. It hides a value from
/// readers of a report, and four digits leave thousands of possible values for each stand-in; it is no encryption. When
/// two values of one report would share four digits, the later one gets more.
struct Pseudonyms: Sendable {
    private let key: [UInt8]
    private var digits: [String: String] = [:]
    private var owners: [String: String] = [:]
    /// Per kind: how often a stand-in was written, and for which values.
    private(set) var replaced: [IdentifierKind: (occurrences: Int, values: Set<String>)] = [:]

    init(key: [UInt8]) {
        self.key = key
    }

    /// - Parameter value: the identifier, percent-decoded.
    mutating func standIn(for value: String, _ kind: IdentifierKind) -> String {
        // In place: a set taken out would be copied for each identifier.
        replaced[kind, default: (0, [])].occurrences += 1
        replaced[kind, default: (0, [])].values.insert(value)
        return "\(kind.rawValue):\(code(for: value))"
    }

    /// Forgets the counts, keeps the stand-ins.
    mutating func resetCounts() {
        replaced = [:]
    }

    private mutating func code(for value: String) -> String {
        if let known = digits[value] { return known }
        let hash = SHA256.hash(key + [0] + Array(value.utf8))
        let hex = hash.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        var length = 4
        while length < hex.count, let owner = owners[String(hex.prefix(length))], owner != value {
            length += 2
        }
        let code = String(hex.prefix(length))
        digits[value] = code
        owners[code] = value
        return code
    }
}
