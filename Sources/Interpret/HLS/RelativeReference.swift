/// Resolves URLs that playlists and asset lists write relative to themselves (RFC 3986 section 5.2), as text: what is
/// absolute stays byte for byte as declared.
enum RelativeReference {
    static func resolve(_ reference: String, against base: URLFields) -> String {
        let trimmed = PlaylistAttribute.trimmed(reference[...])
        if hasScheme(trimmed) { return String(trimmed) }
        let scheme = base.text(base.scheme)
        if trimmed.hasPrefix("//") { return "\(scheme):\(trimmed)" }
        let authorityEnd = max(base.host.upperBound, base.port.upperBound)
        let root = base.text(0..<authorityEnd)
        if trimmed.hasPrefix("/") { return root + trimmed }
        let path = base.text(base.path)
        if trimmed.hasPrefix("?") { return root + path + trimmed }
        guard let slash = path.lastIndex(of: "/") else { return root + withoutDots("/\(trimmed)") }
        return root + withoutDots("\(path[...slash])\(trimmed)")
    }

    private static func hasScheme(_ text: Substring) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isLetter else { return false }
        return text[..<colon].allSatisfy { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." }
    }

    /// Removes `.` and `..` segments from the path; the query is left alone.
    private static func withoutDots(_ target: String) -> String {
        let end = target.firstIndex { $0 == "?" || $0 == "#" } ?? target.endIndex
        let path = target[..<end]
        guard path.contains("/.") else { return target }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".":
                if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/") + target[end...]
    }
}
