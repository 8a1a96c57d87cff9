import Encodings
import Model

/// Turns one session of a Fiddler archive into an exchange, or says why it is none.
struct SAZSessionReader: Sendable {
    private static let codes = ProxyExchange.Codes(
        timeUnreadable: .sazTimeUnreadable, bodyUndecodable: .sazBodyUndecodable, bodyCut: .sazBodyCut)

    private let limits: EntryLimits
    var sink = EntrySink<ProxyEvent>()
    private var source = ProxySource(product: "Fiddler")
    /// Connections that a client opened through the proxy, judged once it is known which hosts were decrypted.
    private var tunnels: [(index: Int, host: String, connection: DecryptedHosts.Connection)] = []
    private var decrypted = DecryptedHosts()

    init(limits: EntryLimits) {
        self.limits = limits
    }

    /// Gives out an exchange, or a diagnostic that accounts for the session, at the latest with ``finish()``.
    mutating func read(_ session: SAZReader.Session, from archive: ZipArchive, _ bytes: Span<UInt8>) {
        let index = sink.count()
        let metadata = SessionMetadata(content(session.metadata, archive, bytes) ?? [])
        let startedAt = metadata.time("ClientBeginRequest")
        guard let stored = content(session.request, archive, bytes), let message = StoredMessage(stored) else {
            return damaged(index, "no request that could be read", at: startedAt)
        }
        let method = String(decoding: message.startLine[0], as: UTF8.self)
        if method == "CONNECT" {
            let host = Exchange.Request.host(of: String(decoding: message.startLine[1], as: UTF8.self))
            let connection = DecryptedHosts.Connection(from: startedAt, to: metadata.time("ClientDoneResponse"))
            tunnels.append((index, host, connection))
            return
        }
        guard let url = url(of: message) else {
            return damaged(index, "no URL in the request line", at: startedAt)
        }
        var built = ProxyExchange(
            Exchange(
                startedAt: startedAt ?? sink.times.standIn,
                request: Exchange.Request(
                    method: method, scheme: url.scheme, authority: url.authority, target: url.target,
                    headers: message.headers),
                ending: .unseen, connection: connection(message, metadata, url), locator: .entry(index)))
        if let startedAt { sink.times.keep(startedAt) }
        if url.scheme == "https" { decrypted.note(built.exchange.request.authority, at: built.exchange.startedAt) }
        if url.isWebSocket || session.hasWebSocketPart {
            built.exchange.notes.append("websocket")
        }
        built.setRequestBody(body(of: message, hasNoContent: true))
        if let message = response(of: session, metadata, to: &built, archive, bytes) {
            let status = message.status
            let hasNoContent = Exchange.Response.neverHasContent(status, to: method)
            built.setResponse(
                status, message.stored.headers, body(of: message.stored, hasNoContent: hasNoContent),
                startedAt: metadata.time("ServerBeginResponse"), endedAt: metadata.time("ServerDoneResponse"))
        }
        source.count(built.exchange)
        sink.pass()
        built.emit(
            SAZSessionReader.codes, missingTime: startedAt == nil ? "expected a time as `ClientBeginRequest`" : nil,
            into: &sink.outbox)
    }

    /// Says what became of the connections: those hide what they carried while no request to their host was decrypted.
    mutating func finish() {
        var contents: [Int: DecryptedHosts.Content] = [:]
        let decrypted = decrypted.byHost()
        for (host, ours) in Dictionary(grouping: tunnels, by: \.host) {
            let ordered = ours.sorted { $0.connection.from?.microseconds ?? 0 < $1.connection.from?.microseconds ?? 0 }
            let found = decrypted.contents(of: ordered.map(\.connection), to: host)
            for (tunnel, content) in zip(ordered, found) { contents[tunnel.index] = content }
        }
        for tunnel in tunnels {
            let connection = tunnel.connection
            let content = contents[tunnel.index] ?? .decrypted
            let isNever = content == .neverDecrypted
            let until: Timestamp? = if case .opaque(let until) = content { until } else { connection.to }
            let detail: String? =
                switch content {
                case .neverDecrypted: "no decrypted request to this host"
                case .opaque where connection.isShort: "no decrypted request to this host by this connection"
                case .opaque: "no decrypted request to this host while this connection was open"
                case .decrypted: nil
                }
            sink.diagnose(
                Diagnostic(
                    detail == nil ? .sazTunnelDecrypted : .sazTunnelOpaque, locator: .entry(tunnel.index),
                    at: connection.from, subject: tunnel.host, detail: detail ?? "a connection that was decrypted",
                    units: 1,
                    blind: detail == nil
                        ? nil
                        : Blind(
                            from: connection.from, to: until,
                            host: tunnel.host, manyHosts: isNever || !connection.isShort)))
        }
        sink.outbox.emit(.source(source))
    }

    // MARK: Parts

    /// The response of a session with its status; `nil`, and what that means, where there is none that can be read.
    private mutating func response(
        of session: SAZReader.Session, _ metadata: SessionMetadata, to built: inout ProxyExchange,
        _ archive: ZipArchive, _ bytes: Span<UInt8>
    ) -> (status: Int, stored: StoredMessage)? {
        guard let member = session.response, member.size > 0 else {
            built.exchange.ending = metadata.time("ServerBeginResponse") == nil ? .failed : .unseen
            return nil
        }
        if let stored = content(member, archive, bytes), let message = StoredMessage(stored),
            let status = Int(String(decoding: message.startLine[1], as: UTF8.self)), (100...999).contains(status)
        {
            return (status, message)
        }
        let exchange = built.exchange
        sink.outbox.report(
            Diagnostic(
                .sazResponseDamaged, locator: exchange.locator, at: exchange.startedAt,
                subject: exchange.request.host, detail: "no response that could be read",
                blind: Blind(
                    from: exchange.startedAt, to: exchange.startedAt, host: exchange.request.host,
                    hides: .responses)))
        return nil
    }

    /// - Parameter hasNoContent: the message can have none.
    private func body(of message: StoredMessage, hasNoContent: Bool) -> TransferredBody {
        if hasNoContent, message.body.isEmpty { return TransferredBody(body: .none) }
        let (bytes, isWhole) = message.unchunked()
        return .read(bytes, headers: message.headers, isWhole: isWhole, limits: limits)
    }

    private func content(_ member: ZipArchive.Member?, _ archive: ZipArchive, _ bytes: Span<UInt8>) -> [UInt8]? {
        guard let member else { return nil }
        do throws(ZipFailure) {
            return try archive.content(
                of: member, in: bytes,
                limits: InflateLimits(outputBytes: limits.entryBytes, ratio: limits.inflateRatio))
        } catch {
            // The caller names the session that this part belongs to.
            return nil
        }
    }

    private func url(of message: StoredMessage) -> RequestURL? {
        var repaired = false
        let target = message.startLine[1]
        if case .http(let url) = RequestURL.read(target.span, repaired: &repaired) {
            return RequestURL(
                scheme: url.scheme, authority: message.headers["host"] ?? url.authority, target: url.target,
                isWebSocket: url.isWebSocket)
        }
        guard target.first == UInt8(ascii: "/"), let host = message.headers["host"] else { return nil }
        return RequestURL(scheme: "http", authority: host, target: WireText.decode(target).text)
    }

    private func connection(
        _ message: StoredMessage, _ metadata: SessionMetadata, _ url: RequestURL
    ) -> Exchange.Connection {
        let version = message.startLine.count > 2 ? String(decoding: message.startLine[2], as: UTF8.self) : ""
        let colon = url.authority.lastIndex(of: ":")
        let port = colon.flatMap { Int(url.authority[url.authority.index(after: $0)...]) }
        return Exchange.Connection(
            protocolName: HTTPProtocolName.canonical(version),
            client: metadata.flag("x-clientip").flatMap { address in
                metadata.flag("x-clientport").flatMap { Int($0) }.flatMap { SocketAddress.text(address, port: $0) }
            },
            server: metadata.flag("x-hostip").flatMap {
                SocketAddress.text($0, port: port ?? (url.scheme == "https" ? 443 : 80))
            })
    }

    // MARK: Diagnostics

    private mutating func damaged(_ index: Int, _ detail: String, at: Timestamp?) {
        sink.diagnose(
            Diagnostic(
                .sazSessionDamaged, locator: .entry(index), at: at, detail: detail, units: 1,
                blind: Blind(from: at, to: at)))
    }
}
