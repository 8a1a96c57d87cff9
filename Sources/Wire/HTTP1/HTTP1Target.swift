import Model

/// The request target in its four forms (RFC 9112 section 3.2), split into scheme, authority and the rest.
struct HTTP1Target: Sendable, Hashable {
    var scheme: String
    var authority: String
    var target: String
    /// It names scheme and authority itself, as requests to a proxy do.
    var isAbsolute = false

    /// - Parameters:
    ///   - scheme: the scheme of the flow, where the target names none.
    ///   - host: the `Host` field, which an absolute target overrides.
    init(method: String, target: ArraySlice<UInt8>, host: String?, scheme: String) {
        if method == "CONNECT" {
            self.scheme = "https"
            authority = String(decoding: target, as: UTF8.self)
            self.target = ""
            return
        }
        if target.first != UInt8(ascii: "/"), let colon = target.firstIndex(of: UInt8(ascii: ":")),
            target[(colon + 1)...].starts(with: "//".utf8), target[..<colon].allSatisfy(\.isTokenCharacter)
        {
            isAbsolute = true
            let rest = target[(colon + 3)...]
            let path = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            let hostStart = rest[..<path].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? rest.startIndex
            self.scheme = String(decoding: target[..<colon].map(ASCII.lowercased), as: UTF8.self)
            authority = String(decoding: rest[hostStart..<path], as: UTF8.self)
            self.target = path == rest.endIndex ? "/" : String(decoding: rest[path...], as: UTF8.self)
            return
        }
        self.scheme = scheme
        authority = host ?? ""
        self.target = String(decoding: target, as: UTF8.self)
    }
}
