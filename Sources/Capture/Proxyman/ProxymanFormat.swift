import Model

extension CaptureFormat {
    /// What Proxyman saved in its own format: a ZIP of one JSON per request.
    public static let proxymanLog = CaptureFormat(rawValue: "proxyman-log")
}

extension SavedFormat {
    static let proxyman = SavedFormat(
        format: .proxymanLog, name: "proxyman", title: "Proxyman log (.proxymanlogv2)",
        recognisedBy: "a ZIP whose first member is named request_<number>_<id>", endings: [".proxymanlogv2"],
        recognise: { CaptureFormat.proxymanLog($0) }, diagnostics: ProxymanDiagnostics.all,
        reader: { ProxymanReader(limits: $0) })
}

extension CaptureFormat {
    /// Members of the archive are named for the requests they hold.
    fileprivate static func proxymanLog(_ front: Span<UInt8>) -> String? {
        guard begins(front, with: [0x50, 0x4B, 0x03, 0x04]), let length = front.uint16(at: 26, .little),
            front.count - 30 >= Int(length),
            ProxymanReader.number(of: String(decoding: front.copy(30..<(30 + Int(length))), as: UTF8.self)) != nil
        else { return nil }
        return "is a ZIP whose first member is named as in a Proxyman log"
    }
}
