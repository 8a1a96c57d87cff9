import Model

extension DiagnosticCode {
    public static let harTailCut = DiagnosticCode(
        "har.tail-cut", .warning, stage: "capture",
        meaning: "The HAR ends in the middle: entries before the cut were read, later traffic is not in the file.",
        remedy: "Export again and wait until the exporter has finished writing.")
    public static let harSyntax = DiagnosticCode(
        "har.syntax", .error, stage: "capture",
        meaning: "The HAR is not valid JSON from one byte on: entries before it were read, nothing after it.",
        remedy: "Export again instead of editing the file by hand.")
    public static let harTrailingData = DiagnosticCode(
        "har.trailing-data", .warning, stage: "capture",
        meaning: "Something follows the HAR in the same file and was not read.",
        remedy: "Give each HAR its own file.")
    public static let harEntryUnusable = DiagnosticCode(
        "har.entry-unusable", .warning, stage: "capture",
        meaning: "An entry names no request that could be judged.",
        remedy: "Look at the entry in the file; an exporter bug or an edit has removed its request or URL.")
    public static let harNotHTTP = DiagnosticCode(
        "har.not-http", .info, stage: "capture",
        meaning: "An entry is about a URL that causes no HTTP request, such as data: or about:.",
        remedy: "Nothing to do.")
    public static let harTunnelOpaque = DiagnosticCode(
        "har.tunnel-opaque", .warning, stage: "capture",
        meaning:
            "A proxy passed the connections to a host through undecrypted; what requests they carried is not known.",
        remedy: "Enable SSL proxying for the host in the proxy and record again.")
    public static let harHandshakeRefused = DiagnosticCode(
        "har.handshake-refused", .warning, stage: "capture",
        meaning:
            "A client did not accept the proxy's certificate for a host; what it would have asked there is not known.",
        remedy: "Install and trust the proxy's certificate, and use a build of the app that does not pin certificates.")
    public static let harEntryTooLarge = DiagnosticCode(
        "har.entry-too-large", .warning, stage: "capture",
        meaning: "An entry is larger than the limit for one entry and was not read.",
        remedy: "Raise the limit, or export without bodies of media.")
    public static let harTooDeep = DiagnosticCode(
        "har.too-deep", .warning, stage: "capture",
        meaning: "An entry nests deeper than 256 levels and was not read.",
        remedy: "Look at the entry in the file; no exporter writes this.")
    public static let harTimeUnreadable = DiagnosticCode(
        "har.time-unreadable", .warning, stage: "capture",
        meaning: "An entry has no readable startedDateTime: the exchange is used with the time of the entry before it.",
        remedy: "Export again with times, as timing and order cannot be judged without.")
    public static let harTimeWithoutOffset = DiagnosticCode(
        "har.time-without-offset", .info, stage: "capture",
        meaning: "A startedDateTime has no offset from UTC and was taken as UTC.",
        remedy: "Declare the clock offset of this capture if it is compared with another one.")
    public static let harDuplicateKey = DiagnosticCode(
        "har.duplicate-key", .info, stage: "capture",
        meaning: "An object of the HAR has the same key twice; the last value was used.",
        remedy: "Look at the entry in the file.")
    public static let harEntryDisputed = DiagnosticCode(
        "har.entry-disputed", .warning, stage: "capture",
        meaning:
            "An entry says two things, by keys that come twice or parts of another entry: nothing is judged by it.",
        remedy: "Export again; an edit or a cut made one entry of two.")
    public static let harEntriesDisputed = DiagnosticCode(
        "har.entries-disputed", .warning, stage: "capture",
        meaning: "The HAR has `log` or `entries` twice: readers differ on which of them they read, and all were read.",
        remedy: "Give each HAR its own file.")
    public static let harFieldType = DiagnosticCode(
        "har.field-type", .info, stage: "capture",
        meaning: "A field of an entry has another type than HAR 1.2 gives it and was left out.",
        remedy: "Look at the entry in the file.")
    public static let harTextRepaired = DiagnosticCode(
        "har.text-repaired", .info, stage: "capture",
        meaning: "A URL or name held bytes that are not UTF-8, lone surrogates or raw control characters.",
        remedy: "Compare the URL with another capture if a rule judges its parameters.")
    public static let harBodyUndecodable = DiagnosticCode(
        "har.body-undecodable", .warning, stage: "capture",
        meaning: "A body is not valid base64, or is still compressed and could not be decompressed.",
        remedy: "Export again with decoded bodies.")
    public static let harBodyCut = DiagnosticCode(
        "har.body-cut", .info, stage: "capture",
        meaning: "A body is shorter in the file than its stated size, or longer than the limit for kept bodies.",
        remedy: "Record with an exporter that keeps whole bodies, or raise the limit.")
    public static let harBodyLeftOut = DiagnosticCode(
        "har.body-left-out", .info, stage: "capture",
        meaning:
            "A body that may hold a document was so large that its exporter left it out; HTTP Toolkit does so above 500 KB.",
        remedy: "Record the run with another exporter if the body is a document that declares trackers.")
    public static let harExporterOmits = DiagnosticCode(
        "har.exporter-omits", .info, stage: "capture",
        meaning: "The exporter of this HAR is known to leave out or misstate some traffic.",
        remedy: "Record packets or use a proxy where what it leaves out matters.")
    public static let harExporterUnknown = DiagnosticCode(
        "har.exporter-unknown", .info, stage: "capture",
        meaning: "The HAR does not name a known exporter, so what it leaves out is not known.",
        remedy: "Nothing to do if the exporter records every request.")
    public static let harRequestUnsent = DiagnosticCode(
        "har.request-unsent", .info, stage: "capture",
        meaning:
            "A request never left the browser: it was blocked, refused by a policy or a preflight, or there was no network.",
        remedy: "Switch content blockers off and record with a network, unless this is what is to be certified.")
    public static let harMessagesUnread = DiagnosticCode(
        "har.messages-unread", .warning, stage: "capture",
        meaning:
            "A client sent messages over a WebSocket; they are counted, where the exporter lists them, and not read.",
        remedy: "Send beacons as HTTP requests, or declare the host as `capture.unrelated` if it gets none.")
    public static let harRequestOfTest = DiagnosticCode(
        "har.request-of-test", .info, stage: "capture",
        meaning: "The test that drove the browser sent a request, not the page: it counts as nobody's.",
        remedy: "Nothing to do.")
    public static let harOriginBlind = DiagnosticCode(
        "har.origin-blind", .warning, stage: "capture",
        meaning: "The capture that this HAR was exported from could not show all traffic.",
        remedy: "Follow the remedy of the diagnostic that is quoted, and export again.")
}

/// All kinds of diagnostics that reading a HAR can raise.
public enum HARDiagnostics {
    public static let all: [DiagnosticCode] = [
        .harTailCut, .harSyntax, .harTrailingData, .harEntryUnusable, .harNotHTTP, .harTunnelOpaque,
        .harHandshakeRefused, .harEntryTooLarge, .harTooDeep, .harTimeUnreadable, .harTimeWithoutOffset,
        .harDuplicateKey, .harEntryDisputed, .harEntriesDisputed, .harFieldType, .harTextRepaired,
        .harBodyUndecodable, .harBodyCut, .harBodyLeftOut, .harExporterOmits, .harExporterUnknown,
        .harRequestUnsent, .harMessagesUnread, .harRequestOfTest, .harOriginBlind,
    ]
}
