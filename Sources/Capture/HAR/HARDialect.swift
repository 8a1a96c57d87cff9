import Model

/// The exporter that wrote a HAR, told by `log.creator.name`; the raw value is the name reports use.
public enum HARDialect: String, Sendable, Hashable, CaseIterable {
    case beaconproof = "BeaconProof"
    case playwright = "Playwright"
    case httpToolkit = "HTTP Toolkit"
    case charles = "Charles"
    case proxyman = "Proxyman"
    case proxyPin = "ProxyPin"
    case mitmproxy = "mitmproxy"
    case chrome = "Chrome"
    case chromeCapturer = "Chrome HAR Capturer"
    case chromeHAR = "chrome-har"
    case firefox = "Firefox"
    case firebug = "Firebug"
    case safari = "Safari"
    case insomnia = "Insomnia"
    case fiddler = "Fiddler"
    case zap = "ZAP"
    case burp = "Burp"
    case browserMob = "BrowserMob Proxy"
    case webPageTest = "WebPageTest"
    case unknown = "unknown"

    /// - Parameter creator: `log.creator.name` as written.
    public init(creator: String) {
        let name = creator.lowercased()
        self = Self.marks.first { name.contains($0.mark) }?.dialect ?? .unknown
    }

    /// Lower-case parts of creator names; the first that occurs decides.
    private static let marks: [(mark: String, dialect: HARDialect)] = [
        ("beaconproof", .beaconproof), ("playwright", .playwright), ("http toolkit", .httpToolkit),
        ("charles", .charles),
        ("proxyman", .proxyman), ("proxypin", .proxyPin), ("mitmproxy", .mitmproxy),
        ("chrome har capturer", .chromeCapturer), ("chrome-har", .chromeHAR), ("browsertime", .chromeHAR),
        ("sitespeed", .chromeHAR), ("webkit web inspector", .safari), ("webinspector", .chrome),
        ("firefox", .firefox), ("firebug", .firebug), ("safari", .safari), ("insomnia", .insomnia),
        ("fiddler", .fiddler), ("zap", .zap), ("zed attack proxy", .zap), ("burp", .burp), ("portswigger", .burp),
        ("browsermob", .browserMob), ("webpagetest", .webPageTest), ("webpage test", .webPageTest),
    ]

    /// A `CONNECT` is listed of connections that were passed through alone: of one that is decrypted its requests are.
    var listsOpaqueTunnelsOnly: Bool { self == .charles || self == .proxyman }

    /// How the phases `connect` and `ssl` stand to each other and to the start of an entry.
    enum Connecting {
        /// `ssl` is a part of `connect`, as HAR 1.2 has it.
        case together
        /// `ssl` follows `connect` as a phase of its own.
        case apart
        /// Both are of the proxy's own connection, which was opened before the request or while it waited.
        case outside
    }

    /// Firefox sums all of its phases (`har-builder.js`); mitmproxy's `wait` begins with the end of the request, whenever it
    /// connected (`savehar.py`, and `har_dump.py` before it).
    var connecting: Connecting {
        switch self {
        case .firefox: .apart
        case .mitmproxy: .outside
        default: .together
        }
    }

    /// What this exporter is known to leave out or to say wrongly, as one clause each; empty when nothing is known.
    public var omissions: [String] {
        switch self {
        case .playwright:
            [
                "leaves out OPTIONS requests and the browser's automatic retries", "lists answers from the cache",
                "sometimes names a wrong protocol", "with embedded bodies it may request a URL a second time",
            ]
        case .httpToolkit: ["leaves out bodies above 500 KB"]
        case .charles: ["leaves out what its recording settings and focus exclude"]
        case .proxyman: ["leaves out hosts whose TLS proxying is off"]
        case .chrome:
            [
                "leaves out traffic before the tools were opened and, without Preserve log, before a navigation",
                "may have dropped bodies from its buffer", "leaves out cookies in a sanitised export",
            ]
        case .chromeCapturer: ["leaves out bodies unless asked for them"]
        case .chromeHAR:
            [
                "leaves out bodies unless asked for them", "leaves out requests that failed",
                "states sizes of bodies that are too large",
            ]
        case .mitmproxy: ["leaves out connections that were not decrypted"]
        case .fiddler: ["leaves out bodies above its limits, which are 22 bytes of text unless they are raised"]
        case .firefox: ["cuts bodies above its response body limit (1 MB by default)", "lists answers from the cache"]
        case .firebug: ["cuts bodies above its limit", "lists answers from the cache"]
        case .safari: ["lists answers from the cache", "leaves out requests sent by other processes of the page"]
        case .insomnia:
            ["holds only the requests that were chosen for export", "gives all of them the time of the export"]
        case .burp: ["holds only the requests that were chosen for export"]
        case .webPageTest: ["leaves out bodies unless they were asked for"]
        case .beaconproof, .zap, .browserMob, .proxyPin, .unknown: []
        }
    }
}
