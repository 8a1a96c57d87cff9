import Model

/// What a request to Nielsen is for (docs/nielsen-pings.md, "Where a request goes"): by host suffix and path, never by
/// exact host. The raw value is the beacon's kind.
enum NielsenEndpoint: String, Sendable, Hashable, CaseIterable {
    case dcr, session, metadata, audit
    /// Links the session to the user: `<sessionId>.nuid.imrworldwide.com`.
    case emm
    /// The client configuration: the first request of an SDK instance.
    case config
    case error
    /// Television ratings in apps: `/cgi-bin/d`, `trans`, `tsv`.
    case dtvr
    /// Ad ratings tag: `/cgi-bin/m` with a client id that begins with `nlsnci`.
    case dar
    /// Page counting tag, older than all of the others: `/cgi-bin/m` with another client id.
    case siteCensus = "site-census"
    case cloud
    case optOutPage = "opt-out-page"
    /// Anything but a known path on the host that the SDK's privacy manifest declares for tracking.
    case trackingHost = "tracking-host"
    /// The browser SDK's script.
    case script
    /// A Nielsen host with a path that none of the above has.
    case other

    /// The endpoint of a request, or `nil` when its host is not Nielsen's.
    static func of(host: String, url: URLFields) -> NielsenEndpoint? {
        guard isNielsen(host) else { return nil }
        let path = url.text(url.path)
        guard let row = table.first(where: { $0.matches(host: host, path: path) }) else { return nil }
        if row.endpoint == .dar {
            // Without its client id a tag still names a campaign and a placement, which a page counting tag has not.
            guard let client = url.value("ci"), !client.isEmpty else {
                return url.value("ca") != nil && url.value("pc") != nil ? .dar : .siteCensus
            }
            return client.hasPrefix("nlsnci") ? .dar : .siteCensus
        }
        guard row.endpoint == .dcr else { return row.endpoint }
        // `gn` serves several products, told apart by one parameter.
        switch url.value("prd") {
        case "session": return .session
        case "metadata": return .metadata
        case "audit": return .audit
        case "dcr": return .dcr
        default: return .other
        }
    }

    /// Whether the host is under one of Nielsen's domains. Nearly every request of a capture is asked, and is not.
    private static func isNielsen(_ host: String) -> Bool {
        domains.contains { host == $0.name || host.hasSuffix($0.dotted) }
    }

    private static let domains = ["imrworldwide.com", "nmrodam.com", "vtwenty.com"].map { (name: $0, dotted: "." + $0) }

    private struct Row {
        var hostSuffix: String
        var pathPart: String
        var endpoint: NielsenEndpoint

        init(_ hostSuffix: String, _ pathPart: String, _ endpoint: NielsenEndpoint) {
            self.hostSuffix = hostSuffix
            self.pathPart = pathPart
            self.endpoint = endpoint
        }

        func matches(host: String, path: String) -> Bool {
            guard host == hostSuffix || host.hasSuffix("." + hostSuffix) else { return false }
            return pathPart.isEmpty || path.hasPrefix(pathPart)
                || (pathPart.hasSuffix("?") && path == String(pathPart.dropLast()))
        }
    }

    /// Tried from top to bottom. A path ending in `?` is the whole path, else it is its beginning.
    private static let table =
        [
            Row("nuid.imrworldwide.com", "", .emm),
            Row("uaid-linkage.imrworldwide.com", "", .emm),
            Row("priv-policy.imrworldwide.com", "", .optOutPage),
            Row("errors.imrworldwide.com", "", .error),
        ] + ["imrworldwide.com", "vtwenty.com"].flatMap(pings) + [
            Row("imrworldwide.com", "/cgi-bin/error?", .error),
            Row("imrworldwide.com", "/nmapi/", .cloud),
            Row("imrworldwide.com", "/conf/", .config),
            Row("imrworldwide.com", "/novms/", .script),
            Row("imrworldwide.com", "", .other),
            Row("nmrodam.com", "/nmapi/", .cloud),
            Row("nmrodam.com", "", .other),
            Row("vtwenty.com", "", .trackingHost),
        ]

    /// What the SDK sends to either of its hosts: which one depends on the viewer's consent.
    private static func pings(to host: String) -> [Row] {
        [
            Row(host, "/cgi-bin/gn?", .dcr),
            Row(host, "/cgi-bin/cfg?", .config),
            Row(host, "/cgi-bin/d?", .dtvr),
            Row(host, "/cgi-bin/trans?", .dtvr),
            Row(host, "/cgi-bin/tsv?", .dtvr),
            Row(host, "/cgi-bin/m?", .dar),
        ]
    }
}
