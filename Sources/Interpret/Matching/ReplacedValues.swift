import Encodings
import Model

/// Whether whoever exported a recording replaced the values of all its queries: by nothing, by a word, by as many `x`, by
/// hashes. A single stand-in may be what an app sent; where all values of several parameters and hosts are stand-ins, none is.
public struct ReplacedValues: Sendable {
    private static let fewestKeys = 3
    private static let fewestHosts = 2
    /// No usual identifier or random number is as long as this and hexadecimal, and all values of a recording never are.
    private static let shortestHash = 16

    private var keys: Set<[UInt8]> = []
    private var hosts: Set<String> = []
    private var isMasked = false
    private var hashLength: Int?
    /// A value is none that a sanitiser writes; nothing that follows can change that.
    public private(set) var areRefuted = false

    public init() {}

    /// All values are stand-ins, and they are of enough parameters and hosts that no app can have sent them.
    public var areCertain: Bool {
        !areRefuted && keys.count >= Self.fewestKeys && hosts.count >= Self.fewestHosts
    }

    /// - Parameter query: of one request, without its question mark.
    public mutating func note(_ query: String, host: String) {
        guard !areRefuted else { return }
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            take(PercentCoding.decode(Array(pair[pair.index(after: equals)...]), plusIsSpace: false))
            guard !areRefuted else { return }
            keys.insert(Array(pair[..<equals]))
            hosts.insert(host)
        }
    }

    /// Nothing may stand for nothing beside either kind.
    private mutating func take(_ value: [UInt8]) {
        guard !value.isEmpty else { return }
        if Redaction.isPlaceholder(value) || value.allSatisfy({ $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "*") }) {
            isMasked = true
        } else if value.count >= Self.shortestHash, value.count == hashLength ?? value.count,
            value.allSatisfy({ ASCII.hexValue($0) != nil })
        {
            hashLength = value.count
        } else {
            areRefuted = true
        }
        if isMasked, hashLength != nil { areRefuted = true }
    }
}
