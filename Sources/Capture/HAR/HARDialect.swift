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
        case .chromeHAR: ["leaves out bodies unless asked for them", "states sizes of bodies that are too large"]
        case .firefox: ["cuts bodies above its response body limit (1 MB by default)", "lists answers from the cache"]
        case .firebug: ["cuts bodies above its limit", "lists answers from the cache"]
        case .safari: ["lists answers from the cache", "leaves out requests sent by other processes of the page"]
        case .insomnia, .burp: ["holds only the requests that were chosen for export"]
        case .webPageTest: ["leaves out bodies unless they were asked for"]
        case .beaconproof, .fiddler, .zap, .browserMob, .mitmproxy, .proxyPin, .unknown: []
        }
    }
}
