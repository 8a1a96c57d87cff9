/// An ad tag of Google Ad Manager, as a document or a page names it.
enum AdTagURL {
    private static let paths = ["/gampad/ads?", "/gampad/live/ads?"].map { Array($0.utf8) }
    private static let correlator = Array("correlator=".utf8)

    /// The template of what the IMA SDK requests for it: the SDK sets `correlator` itself, whatever the tag says of it.
    static func requested(_ url: String) -> String {
        let bytes = Array(url.utf8)
        guard paths.contains(where: { bytes.firstRange(of: $0) != nil }) else { return url }
        var result: [UInt8] = []
        var rest = bytes[...]
        while let found = rest.firstRange(of: correlator) {
            let isName =
                found.lowerBound > 0
                && (bytes[found.lowerBound - 1] == UInt8(ascii: "?")
                    || bytes[found.lowerBound - 1] == UInt8(ascii: "&"))
            result += rest[..<found.upperBound]
            rest = rest[found.upperBound...]
            guard isName else { continue }
            result += Array("[CORRELATOR]".utf8)
            rest = rest.drop { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "#") }
        }
        return String(decoding: result + rest, as: UTF8.self)
    }
}
