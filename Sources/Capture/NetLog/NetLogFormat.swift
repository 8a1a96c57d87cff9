import Model

extension CaptureFormat {
    /// What Chrome logs of its network stack (`--log-net-log`).
    public static let netLog = CaptureFormat(rawValue: "netlog")
}

extension SavedFormat {
    static let netLog = SavedFormat(
        format: .netLog, name: "netlog", title: "Chrome net log (--log-net-log)",
        recognisedBy: "a JSON object with constants that name event types", recognise: { CaptureFormat.netLog($0) },
        diagnostics: NetLogDiagnostics.all, reader: { NetLogReader(limits: $0) })
}

extension CaptureFormat {
    /// The keys that Chrome writes first: the numbers of its event types.
    fileprivate static func netLog(_ front: Span<UInt8>) -> String? {
        guard firstText(front) == UInt8(ascii: "{"), contains(front, "\"constants\""),
            contains(front, "\"activeFieldTrialGroups\"") || contains(front, "\"logEventTypes\"")
                || contains(front, "\"addressFamily\"") || contains(front, "\"clientInfo\"")
        else { return nil }
        return "is a JSON object with the constants of a Chrome net log"
    }
}
