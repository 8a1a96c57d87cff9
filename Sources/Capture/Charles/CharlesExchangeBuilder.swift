import Model

/// Builds the ``Exchange`` of one transaction.
struct CharlesExchangeBuilder {
    let transaction: CharlesTransaction
    let limits: EntryLimits

    /// When the first byte of the request was sent, or, where Charles does not say, when the transaction began.
    var startedAt: Timestamp? { transaction.times.requestBegin ?? transaction.times.start }

    func exchange(at startedAt: Timestamp, index: Int) -> ProxyExchange {
        let headers = transaction.request?.headers ?? HeaderFields()
        var exchange = Exchange(
            startedAt: startedAt,
            request: Exchange.Request(
                method: transaction.method, scheme: transaction.scheme, authority: authority(headers), target: target,
                headers: headers),
            ending: ending, connection: connection, locator: .entry(index))
        if transaction.isWebSocket { exchange.notes.append("websocket") }
        var built = ProxyExchange(exchange)
        if let request = transaction.request {
            built.setRequestBody(body(of: request, hasNoContent: (request.bodySize ?? 0) == 0))
        }
        if let response = transaction.response, let status = response.status, (100...999).contains(status) {
            let hasNoContent =
                Exchange.Response.neverHasContent(status, to: transaction.method) || response.bodySize == 0
            built.setResponse(
                status, response.headers, body(of: response, hasNoContent: hasNoContent),
                startedAt: transaction.times.responseBegin, endedAt: transaction.times.end)
        }
        return built
    }

    /// Without a response.
    private var ending: Exchange.Ending {
        ["failed", "exception", "aborted", "blocked"].contains(transaction.status) ? .failed : .unseen
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
            return .absent(size: message.bodySize, headers: headers)
        case .damaged:
            return TransferredBody(
                body: Body(size: message.bodySize, content: .missing), flaw: .undecodable(coding: "base64"))
        case .text(let bytes):
            return .read(bytes[...], headers: headers.typeOnly, isWhole: true, limits: limits)
        case .encoded(let bytes):
            if message.isDecoded || message.contentEncoding.isEmpty { headers = headers.typeOnly }
            return .read(bytes[...], headers: headers, isWhole: true, limits: limits)
        }
    }
}
