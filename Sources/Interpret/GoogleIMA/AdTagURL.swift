/// An ad tag of Google Ad Manager, as a document or a page names it.
enum AdTagURL {
    private static let paths = ["/gampad/ads?", "/gampad/live/ads?"].map { Array($0.utf8) }
    private static let correlator = Array("correlator=".utf8)

    /// The template of what the IMA SDK requests for it: the SDK sets `correlator` itself, whatever the tag says of it.
    static func requested(_ url: String) -> String {
        let bytes = Array(url.utf8)
        guard paths.contains(where: { bytes.firstIndex(of: $0, from: 0) != nil }) else { return url }
        var result: [UInt8] = []
        var read = 0
        while let found = bytes.firstIndex(of: correlator, from: read) {
            result += bytes[read..<(found + correlator.count)]
            read = found + correlator.count
            guard found > 0, bytes[found - 1] == UInt8(ascii: "?") || bytes[found - 1] == UInt8(ascii: "&") else {
                continue
            }
            result += Array("[CORRELATOR]".utf8)
            read = bytes[read...].firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") } ?? bytes.count
        }
        return String(decoding: result + bytes[read...], as: UTF8.self)
    }
}
