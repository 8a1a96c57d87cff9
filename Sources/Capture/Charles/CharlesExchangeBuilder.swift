import Model

/// Builds the ``Exchange`` of one transaction.
struct CharlesExchangeBuilder {
    struct Built {
        var exchange: Exchange
        var packed: PackedBody?
        var flaws: [TransferredBody.Flaw] = []
    }

    let transaction: CharlesTransaction
    let limits: EntryLimits

    /// When the first byte of the request was sent, or, where Charles does not say, when the transaction began.
    var startedAt: Timestamp? { transaction.times.requestBegin ?? transaction.times.start }

    func exchange(at startedAt: Timestamp, index: Int) -> Built {
        let headers = transaction.request?.headers ?? HeaderFields()
        var exchange = Exchange(
            startedAt: startedAt,
            request: Exchange.Request(
                method: transaction.method, scheme: transaction.scheme, authority: authority(headers), target: target,
                headers: headers),
            ending: ending, connection: connection, locator: .entry(index))
        if transaction.isWebSocket { exchange.notes.append("websocket") }
        var built = Built(exchange: exchange)
        if let request = transaction.request {
            let sent = body(of: request, hasNoContent: (request.bodySize ?? 0) == 0)
            built.exchange.request.body = sent.body
            if let codings = sent.packed?.codings { built.flaws.append(.undecodable(coding: codings)) }
            if let flaw = sent.flaw { built.flaws.append(flaw) }
        }
        if let response = transaction.response, let status = response.status, (100...999).contains(status) {
            let hasNoContent =
                transaction.method == "HEAD" || status < 200 || status == 204 || status == 205 || status == 304
                || response.bodySize == 0
            let received = body(of: response, hasNoContent: hasNoContent)
            built.packed = received.packed
            if let flaw = received.flaw { built.flaws.append(flaw) }
            built.exchange.response = Exchange.Response(
                status: status, headers: response.headers, body: received.body,
                startedAt: transaction.times.responseBegin, endedAt: transaction.times.end)
        }
        return built
    }

    private var ending: Exchange.Ending {
        if let status = transaction.response?.status, (100...999).contains(status) { return .answered }
        return ["failed", "exception", "aborted", "blocked"].contains(transaction.status) ? .failed : .unseen
    }

    private var target: String {
        let path = transaction.path.isEmpty ? "/" : transaction.path
        return transaction.query.isEmpty ? path : "\(path)?\(transaction.query)"
    }

    private func authority(_ headers: HeaderFields) -> String {
        if let sent = headers[":authority"] ?? headers["host"], !sent.isEmpty { return sent }
        guard let port = transaction.port, port != (transaction.scheme == "https" ? 443 : 80) else {
            return transaction.host
        }
        return SocketAddress.text(transaction.host, port: port) ?? transaction.host
    }

    private var connection: Exchange.Connection {
        Exchange.Connection(
            protocolName: HTTPProtocolName.canonical(transaction.protocolVersion),
            client: transaction.clientPort.flatMap { SocketAddress.text(address(transaction.clientAddress), port: $0) },
            server: transaction.port.flatMap { SocketAddress.text(address(transaction.remoteAddress), port: $0) })
    }

    /// Charles writes `name/address`; a name alone is no address.
    private func address(_ written: String) -> String {
        let address = written.split(separator: "/").last.map(String.init) ?? ""
        return address.utf8.allSatisfy({ ASCII.hexValue($0) != nil || $0 == 0x2E || $0 == 0x3A }) ? address : ""
    }

    private func body(of message: CharlesTransaction.Message, hasNoContent: Bool) -> TransferredBody {
        var headers = message.headers
        switch message.body {
        case .absent:
            if hasNoContent { return TransferredBody(body: .none) }
            let type = Array((headers["content-type"] ?? "").utf8)
            let isMedia = !type.isEmpty && BodyKind.of(mimeType: type.span, head: []) == .media
            return TransferredBody(body: Body(size: message.bodySize, content: isMedia ? .media : .missing))
        case .damaged:
            return TransferredBody(
                body: Body(size: message.bodySize, content: .missing), flaw: .undecodable(coding: "base64"))
        case .text(let bytes):
            return .read(bytes[...], headers: typeOnly(headers), isWhole: true, limits: limits)
        case .encoded(let bytes):
            if message.isDecoded || message.contentEncoding.isEmpty { headers = typeOnly(headers) }
            return .read(bytes[...], headers: headers, isWhole: true, limits: limits)
        }
    }

    /// For a body whose codings Charles has undone.
    private func typeOnly(_ headers: HeaderFields) -> HeaderFields {
        var result = HeaderFields()
        if let type = headers["content-type"] { result.append(name: "content-type", value: type) }
        return result
    }
}
