/// How each exporter writes HAR: from genuine files and the exporters' sources.
enum HARDialect: String, Choice, CaseIterable {
    case chrome, firefox, playwright, charles, proxyman, mitmproxy

    init?(chosen: String) { self.init(rawValue: chosen) }
    var chosen: String { rawValue }

    var isBrowser: Bool { self == .chrome || self == .firefox || self == .playwright }

    /// A browser's export needs a browser: an app is recorded by a proxy.
    func suited(to script: Script) -> HARDialect {
        guard VASTPlayer.platform(of: script) == .app, isBrowser else { return self }
        return self == .firefox ? .proxyman : .charles
    }

    /// Whether its entries say why a request never left.
    var namesBlocked: Bool { self == .chrome || self == .playwright }

    /// Preflights are not in Playwright's files; only DevTools lists a page's request beside its service worker's. What
    /// the transport repeats by itself a browser lists once: as it ended.
    func lists(_ request: Request) -> Bool {
        if isBrowser, request.outcome == .lost, request.intent.purpose == .beacon { return false }
        return switch request.follows {
        case .preflight: self != .playwright
        case .serviceWorker: self == .chrome
        default: request.outcome != .blocked || isBrowser
        }
    }

    func keepsBody(of request: Request) -> Bool { request.answer.text != nil }

    /// - Parameter isLate: recording began when the page was there already.
    func head(begin: Microseconds, isLate: Bool = false) -> [(String, JSON)] {
        let creator: JSON =
            switch self {
            case .chrome: ["name": "WebInspector", "version": "537.36"]
            case .firefox: ["name": "Firefox", "version": "132.0"]
            case .playwright: ["name": "Playwright", "version": "1.49.0"]
            case .charles: ["name": "Charles Proxy", "version": "4.6.7"]
            case .proxyman: ["name": "Proxyman", "version": "5.11.0"]
            case .mitmproxy: ["name": "mitmproxy", "version": "11.0.2"]
            }
        var head: [(String, JSON)] = [("version", "1.2"), ("creator", creator)]
        if self == .firefox || self == .playwright {
            let browser: JSON =
                self == .firefox
                ? ["name": "Firefox", "version": "132.0"] : ["name": "chromium", "version": "131.0.6778.33"]
            head.append(("browser", browser))
        }
        if isBrowser {
            head.append(
                (
                    "pages",
                    [
                        [
                            "startedDateTime": .text(Calendar.iso(begin)), "id": .text(page), "title": "Watch",
                            "pageTimings": isLate
                                ? ["onContentLoad": -1, "onLoad": -1] : ["onContentLoad": 612, "onLoad": 1480],
                        ]
                    ]
                ))
        }
        return head
    }

    private var page: String { self == .playwright ? "page@1f0c" : "page_1" }

    /// Chrome writes UTC; proxies write the local time of the machine; Firefox too.
    private var zone: Int { self == .charles || self == .firefox || self == .proxyman ? 60 : 0 }
    private var digits: Int { self == .mitmproxy ? 6 : 3 }

    func entry(_ request: Request, url: String, keepsText: Bool, platform: VASTPlayer.Platform) -> JSON {
        var entry: [(String, JSON)] = []
        if self == .chrome {
            entry += [
                ("_connectionId", .text(String(request.connection))), ("_initiator", ["type": "script"]),
                ("_priority", "High"), ("_resourceType", .text(resourceType(request.intent))),
            ]
        }
        let waited = request.waited.asMilliseconds
        let received = request.received.asMilliseconds
        entry += [
            ("startedDateTime", .text(Calendar.iso(request.sentAt, zoneMinutes: zone, fraction: digits))),
            ("time", .number((waited + received).rounded(to: 3))),
            ("request", self.request(request, url: url, platform)),
            ("response", response(request, keepsText: keepsText)),
            ("cache", .object([])),
            (
                "timings",
                [
                    "blocked": 0.4, "dns": -1, "ssl": -1, "connect": -1, "send": 0.2,
                    "wait": .number(waited.rounded(to: 3)),
                    "receive": .number(received.rounded(to: 3)),
                ]
            ),
        ]
        if request.outcome != .blocked { entry.append(("serverIPAddress", .text(request.server))) }
        if isBrowser { entry.append(("pageref", .text(page))) }
        if self == .chrome { entry.append(("connection", .text(String(request.connection)))) }
        return .object(entry)
    }

    private func request(_ request: Request, url: String, _ platform: VASTPlayer.Platform) -> JSON {
        let intent = request.intent
        var headers = [Header(request.version == .http2 ? ":authority" : "Host", URLText.host(url))]
        headers +=
            [Header("Accept", accept(intent)), Header("User-Agent", userAgent(platform, request.intent))]
            + intent.headers
        if platform == .web {
            headers.append(Header("Sec-Fetch-Mode", intent.means == .navigation ? "navigate" : "no-cors"))
            headers.append(Header("Sec-Fetch-Dest", destination(intent)))
        }
        var members: [(String, JSON)] = [
            ("method", .text(intent.method)), ("url", .text(url)), ("httpVersion", .text(version(request.version))),
            ("headers", .array(headers.map(Self.pair))),
            ("queryString", .array(URLText.fields(url).map { ["name": .text($0.name), "value": .text($0.value)] })),
            ("cookies", []), ("headersSize", -1), ("bodySize", .int(intent.body?.utf8.count ?? 0)),
        ]
        if let body = intent.body {
            let type = intent.headers.first { $0.name == "Content-Type" }?.value ?? "application/x-www-form-urlencoded"
            members.append(("postData", ["mimeType": .text(type), "text": .text(body)]))
        }
        return .object(members)
    }

    private func response(_ request: Request, keepsText: Bool) -> JSON {
        let answer = request.answer
        guard request.outcome == .delivered else {
            let reason: JSON = request.outcome == .blocked ? "net::ERR_BLOCKED_BY_CLIENT" : "net::ERR_EMPTY_RESPONSE"
            var own: [(String, JSON)] = []
            if self == .chrome { own = [("_transferSize", 0), ("_error", reason)] }
            if self == .playwright { own = [("_failureText", reason)] }
            let failed: JSON = [
                "status": self == .playwright ? -1 : 0, "statusText": "", "httpVersion": "", "headers": [],
                "cookies": [],
                "content": ["size": 0, "mimeType": "x-unknown"], "redirectURL": "", "headersSize": -1, "bodySize": -1,
            ]
            guard case .object(let members) = failed else { return failed }
            return .object(members + own)
        }
        var content: [(String, JSON)] = [("size", .int(answer.bytes)), ("mimeType", .text(answer.type))]
        if let text = answer.text, keepsText { content.append(("text", .text(text))) }
        var headers = [
            Header("Date", Calendar.http(request.sentAt + request.waited)), Header("Content-Type", answer.type),
        ]
        headers += answer.headers
        if let location = answer.location { headers.append(Header("Location", location)) }
        var members: [(String, JSON)] = [
            ("status", .int(request.status)), ("statusText", ""), ("httpVersion", .text(version(request.version))),
            ("headers", .array(headers.map(Self.pair))), ("cookies", []), ("content", .object(content)),
            ("redirectURL", .text(answer.location ?? "")), ("headersSize", -1), ("bodySize", .int(answer.bytes)),
        ]
        if self == .chrome {
            var isWorker = false
            if case .serviceWorker = request.follows { isWorker = true }
            members += [
                ("_transferSize", .int(answer.bytes + 120)), ("_error", .null),
                ("_fetchedViaServiceWorker", .flag(isWorker)),
            ]
        }
        return .object(members)
    }

    private func version(_ version: HTTPVersion) -> String {
        switch (self, version) {
        case (.chrome, .http2): "http/2.0"
        case (.chrome, .http3): "h3"
        case (.firefox, .http2): "HTTP/2"
        case (.firefox, .http3): "HTTP/3"
        case (_, .http1): isBrowser && self == .chrome ? "http/1.1" : "HTTP/1.1"
        // Proxies do not speak HTTP/3: clients fall back.
        case (.playwright, .http3): "h3"
        default: "HTTP/2.0"
        }
    }

    private func destination(_ intent: Intent) -> String {
        switch intent.means {
        case .image: "image"
        case .navigation: "document"
        case .media: "video"
        case .script: "script"
        case .beacon, .fetch, .native: "empty"
        }
    }

    private func userAgent(_ platform: VASTPlayer.Platform, _ intent: Intent) -> String {
        // What an app opens, opens in the browser.
        if platform == .app, intent.means == .navigation {
            return "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "Version/17.5 Mobile/15E148 Safari/604.1"
        }
        if platform == .app { return "Player/8.41.0 (build:8410; iOS 17.5.1) CFNetwork/1496.0.7 Darwin/23.5.0" }
        let system = "Mozilla/5.0 (Windows NT 10.0; Win64; x64"
        return self == .firefox
            ? system + "; rv:132.0) Gecko/20100101 Firefox/132.0"
            : system + ") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
    }

    private func accept(_ intent: Intent) -> String {
        intent.means == .image ? "image/avif,image/webp,image/apng,*/*;q=0.8" : "*/*"
    }

    private func resourceType(_ intent: Intent) -> String {
        switch intent.means {
        case .image: "image"
        case .navigation: "document"
        case .media: "media"
        case .script: "script"
        case .beacon: "ping"
        case .fetch, .native: "fetch"
        }
    }

    private static func pair(_ header: Header) -> JSON { ["name": .text(header.name), "value": .text(header.value)] }
}

extension Double {
    fileprivate func rounded(to places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { factor, _ in factor * 10 }
        return (self * factor).rounded() / factor
    }
}
