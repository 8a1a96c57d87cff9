/// URLs as text: what an app puts together, escaped as RFC 3986 has it.
enum URLText {
    /// Escapes all but the unreserved characters.
    static func escaped(_ text: String, keeping: String = "") -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = UnicodeScalar(byte)
            if isUnreserved(byte) || keeping.unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    static func query(_ fields: [(String, String)]) -> String {
        fields.map { escaped($0.0) + "=" + escaped($0.1) }.joined(separator: "&")
    }

    /// The host without a port, in lower case.
    static func host(_ url: String) -> String {
        guard let start = url.range(of: "://")?.upperBound else { return "" }
        return url[start...].prefix { $0 != "/" && $0 != "?" && $0 != ":" && $0 != "#" }.lowercased()
    }

    static func scheme(_ url: String) -> String { String(url.prefix { $0 != ":" }) }

    /// Path and query.
    static func target(_ url: String) -> String {
        guard let start = url.range(of: "://")?.upperBound,
            let slash = url[start...].firstIndex(where: { $0 == "/" || $0 == "?" })
        else { return "/" }
        return url[slash] == "?" ? "/" + url[slash...] : String(url[slash...])
    }

    /// The fields of the query, as they stand.
    static func fields(_ url: String) -> [(name: String, value: String)] {
        guard let mark = url.firstIndex(of: "?") else { return [] }
        return url[url.index(after: mark)...].split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a, 0x30...0x39, 0x2d, 0x2e, 0x5f, 0x7e: true
        default: false
        }
    }
}
