import Cryptography
import Encodings

/// Short stand-ins for identifiers: equal values get equal stand-ins, whatever name they appear under.
///
/// A stand-in is the kind and the first hex digits of HMAC-SHA256 (RFC 2104) of the value. The key is in no report, so
/// that nobody finds a value by trying all addresses or device ids; reports made with one key can be joined. When two
/// values of one report would share their digits, the later one gets more.
struct Pseudonyms: Sendable {
    private let key: RedactionKey?
    private var digits: [String: String] = [:]
    private var owners: [String: String] = [:]
    /// Per kind: how often a stand-in was written, and for which values.
    private(set) var replaced: [IdentifierKind: (occurrences: Int, values: Set<String>)] = [:]

    /// Forty bits: two of a hundred thousand values share them with a chance of one in two hundred.
    private static let shortest = 10

    /// - Parameter key: `nil` for stand-ins that say their kind only.
    init(key: RedactionKey?) {
        self.key = key
    }

    /// - Parameters:
    ///   - value: the identifier, decoded.
    ///   - joint: what stands between kind and digits; a colon would end the name of a host.
    mutating func standIn(for value: String, _ kind: IdentifierKind, joint: Character = ":") -> String {
        let value = Pseudonyms.canonical(value)
        // In place: a set taken out would be copied for each identifier.
        replaced[kind, default: (0, [])].occurrences += 1
        replaced[kind, default: (0, [])].values.insert(value)
        return "\(kind.rawValue)\(joint)\(code(for: value))"
    }

    /// Forgets the counts, keeps the stand-ins.
    mutating func resetCounts() {
        replaced = [:]
    }

    /// One spelling for values that are the same in several: UUIDs with and without dashes, letters of either case.
    private static func canonical(_ value: String) -> String {
        let folded = value.lowercased()
        if IdentifierShapes.isUUID(folded) {
            return String(decoding: folded.utf8.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
        }
        return IdentifierShapes.isHex(folded) || folded.utf8.contains(UInt8(ascii: "@")) ? folded : value
    }

    private mutating func code(for value: String) -> String {
        guard let key else { return "hidden" }
        if let known = digits[value] { return known }
        let hex = HashFunction.sha256.authenticationCode(of: value.utf8, key: key.bytes).hexadecimal
        var length = Pseudonyms.shortest
        while length < hex.count, let owner = owners[String(hex.prefix(length))], owner != value {
            length += 2
        }
        let code = String(hex.prefix(length))
        digits[value] = code
        owners[code] = value
        return code
    }
}
