import Model

extension CaptureFormat {
    /// What mitmproxy saved.
    public static let mitmproxy = CaptureFormat(rawValue: "mitmproxy")
}

extension SavedFormat {
    static let mitmproxy = SavedFormat(
        format: .mitmproxy, name: "mitmproxy", title: "mitmproxy flow dump, format versions 0.10 to 21",
        recognisedBy: "a tnetstring dictionary", endings: [".mitm", ".mitmproxy", ".flows"],
        recognise: { CaptureFormat.tnetstring($0) }, diagnostics: MitmproxyDiagnostics.all,
        reader: { MitmproxyReader(limits: $0) })
}

extension CaptureFormat {
    /// `1234:7:version;`, a dictionary of tnetstrings: what a mitmproxy flow file begins with. Times of day, `12:27:06`, have
    /// the same beginning, but lengths that do not fit into one another.
    fileprivate static func tnetstring(_ front: Span<UInt8>) -> String? {
        guard let outer = length(front, from: 0), let inner = length(front, from: outer.end),
            inner.value <= outer.value - (inner.end - outer.end)
        else { return nil }
        let type = inner.end + inner.value
        guard type >= front.count || tnetstringTypes.contains(front[type]) else { return nil }
        return "begins with a tnetstring, two lengths with their colons"
    }

    private static let tnetstringTypes = Array(",;:#^!~]}".utf8)

    /// Up to twelve digits and a colon, and the place behind them.
    private static func length(_ front: Span<UInt8>, from start: Int) -> (value: Int, end: Int)? {
        var index = start
        var value = 0
        while index < front.count, index - start < 12, let digit = ASCII.digitValue(front[index]) {
            value = value * 10 + Int(digit)
            index += 1
        }
        guard index > start, index < front.count, front[index] == UInt8(ascii: ":") else { return nil }
        return (value, index + 1)
    }
}
