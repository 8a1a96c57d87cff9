import Model

/// Builds the ``Exchange`` of one HTTP flow.
struct MitmproxyExchangeBuilder {
    private let flow: TNetstring
    private let request: TNetstring
    private let response: TNetstring?
    private let shape: FlowShape
    private let limits: EntryLimits

    init(flow: TNetstring, shape: FlowShape, limits: EntryLimits) throws(TNetstringFault) {
        guard let request = try flow.member("request") else { throw .unexpected(expected: "the key `request`") }
        self.flow = flow
        self.request = request
        response = try flow.member("response")
        self.shape = shape
        self.limits = limits
    }

    /// When the client began to send the request.
    func startedAt() throws(TNetstringFault) -> Timestamp? {
        if let at = try request.member("timestamp_start")?.timestamp, at.microseconds > 0 { return at }
        return try flow.member("timestamp_created")?.timestamp
    }

    func exchange(at startedAt: Timestamp, index: Int) throws(TNetstringFault) -> ProxyExchange {
        let hasError = try hasError()
        var built = ProxyExchange(
            Exchange(
                startedAt: startedAt, request: try requestHead(), ending: hasError ? .failed : .unseen,
                connection: try connection(), locator: .entry(index)))
        built.setRequestBody(
            try body(
                of: request, built.exchange.request.headers, hasNoContent: hasNoContent(built.exchange.request),
                isWhole: true))
        if let response {
            try addResponse(response, isWhole: !hasError, to: &built)
        }
        try addNotes(to: &built.exchange)
        return built
    }

    /// The proxy met an error, be it after a response had begun.
    func hasError() throws(TNetstringFault) -> Bool {
        try flow.member("error") != nil
    }

    /// mitmproxy sent the request again; the client did not.
    func isReplayedRequest() throws(TNetstringFault) -> Bool {
        try isReplayed(request, named: "request")
    }

    private func isReplayed(_ message: TNetstring?, named name: String) throws(TNetstringFault) -> Bool {
        switch shape.replay {
        case .none: false
        case .perMessage: try message?.member("is_replay")?.isTrue ?? false
        case .perFlow: try flow.member("is_replay")?.text == name
        }
    }

    // MARK: Request

    private func requestHead() throws(TNetstringFault) -> Exchange.Request {
        guard let method = try request.member("method")?.text, !method.isEmpty else {
            throw .unexpected(expected: "a `method`")
        }
        let headers = try headers(of: request)
        let isTunnel = method == "CONNECT"
        let scheme = try request.member("scheme")?.text?.lowercased() ?? ""
        let path = try request.member("path")?.text ?? ""
        return Exchange.Request(
            method: method, scheme: isTunnel ? "https" : scheme, authority: try authority(headers, scheme),
            target: isTunnel ? "" : path.isEmpty ? "/" : path, headers: headers)
    }

    /// What the client sent; the host mitmproxy has connected to only where it sent nothing.
    private func authority(_ headers: HeaderFields, _ scheme: String) throws(TNetstringFault) -> String {
        if let sent = try request.member("authority")?.text, !sent.isEmpty { return sent }
        if let sent = headers[":authority"] ?? headers["host"], !sent.isEmpty { return sent }
        let host = try request.member("host")?.text ?? ""
        guard let port = try request.member("port")?.integer else { return host }
        let isDefault = port == (scheme == "https" ? 443 : 80)
        return isDefault ? host : SocketAddress.text(host, port: port) ?? host
    }

    // MARK: Response

    private func addResponse(
        _ response: TNetstring, isWhole: Bool, to built: inout ProxyExchange
    ) throws(TNetstringFault) {
        guard let status = try response.member(shape.status)?.integer, (100...999).contains(status) else {
            throw .unexpected(expected: "a status of 100 to 999")
        }
        let headers = try headers(of: response)
        let hasNoContent = Exchange.Response.neverHasContent(status, to: built.exchange.request.method)
        built.setResponse(
            status, headers, try body(of: response, headers, hasNoContent: hasNoContent, isWhole: isWhole),
            startedAt: try response.member("timestamp_start")?.timestamp,
            endedAt: try response.member("timestamp_end")?.timestamp)
    }

    // MARK: Both messages

    private func headers(of message: TNetstring) throws(TNetstringFault) -> HeaderFields {
        var fields = HeaderFields()
        try message.member("headers")?.forEachElement { (field) throws(TNetstringFault) in
            let pair = try field.elements(2)
            guard pair.count == 2 else { throw .unexpected(expected: "a name and a value in each header field") }
            fields.append(name: pair[0].content, value: pair[1].content)
        }
        return fields
    }

    /// - Parameters:
    ///   - hasNoContent: the message can have none. Any other message without `content` was streamed past the dump.
    ///   - isWhole: `false` when an error ended the exchange.
    private func body(
        of message: TNetstring, _ headers: HeaderFields, hasNoContent: Bool, isWhole: Bool
    ) throws(TNetstringFault) -> TransferredBody {
        let content = try message.member(shape.content)?.content ?? []
        if content.isEmpty, hasNoContent { return TransferredBody(body: .none) }
        guard try message.member(shape.content) != nil else {
            return .absent(size: nil, headers: headers)
        }
        let stated = headers["content-length"].flatMap { Int($0) } ?? 0
        return TransferredBody.read(
            content, headers: headers, isWhole: isWhole && stated <= content.count, limits: limits)
    }

    private func hasNoContent(_ request: Exchange.Request) -> Bool {
        if let length = request.headers["content-length"] { return length == "0" }
        return request.headers["transfer-encoding"] == nil && !Exchange.Request.usuallyHasContent(request.method)
    }

    // MARK: Connection

    private func connection() throws(TNetstringFault) -> Exchange.Connection {
        var connection = Exchange.Connection(protocolName: try protocolName())
        let client: TNetstring?
        switch shape.connections {
        case .besideRequest: client = try flow.member("client_conn")
        case .insideRequest: client = try request.member("client_conn")
        }
        if let address = try client?.member(shape.clientAddress) {
            connection.client = try MitmproxyAddress.read(address, shape.addresses)
        }
        if shape.connections == .insideRequest, let ip = try request.member("ip")?.text {
            connection.server = SocketAddress.text(ip, port: try request.member("port")?.integer ?? 0)
        } else if let address = try flow.member("server_conn")?.member(shape.serverAddress) {
            connection.server = try MitmproxyAddress.read(address, shape.addresses)
        }
        return connection
    }

    private func protocolName() throws(TNetstringFault) -> String? {
        switch shape.httpVersion {
        case .text:
            return try request.member("http_version")?.text.flatMap { HTTPProtocolName.canonical($0) }
        case .numbers:
            let parts = try request.member("httpversion")?.elements(2).compactMap(\.integer) ?? []
            return parts.count == 2 ? HTTPProtocolName.canonical("HTTP/\(parts[0]).\(parts[1])") : nil
        }
    }

    // MARK: Notes

    /// The flow holds the messages; before version 12 its metadata say that another flow does.
    private func isWebSocket() throws(TNetstringFault) -> Bool {
        if try flow.member("websocket") != nil { return true }
        guard shape.separatesWebSockets, let metadata = try flow.member("metadata") else { return false }
        return try metadata.member("websocket")?.isTrue ?? false
    }

    private func addNotes(to exchange: inout Exchange) throws(TNetstringFault) {
        if try isWebSocket() { exchange.notes.append("websocket") }
        if try isReplayed(response, named: "response") { exchange.notes.append("response-replayed") }
    }
}

/// A socket address: host and port in a list, for IPv6 with two numbers more.
enum MitmproxyAddress {
    /// `nil` for an address without a host.
    static func read(_ value: TNetstring, _ form: FlowShape.Addresses) throws(TNetstringFault) -> String? {
        if form == .wrapped {
            guard value.kind == .dictionary, let list = try value.member("address") else { return nil }
            return try read(list, .list)
        }
        guard value.kind == .list else { return nil }
        let parts = try value.elements(2)
        guard parts.count == 2, let host = parts[0].text, let port = parts[1].integer else { return nil }
        return SocketAddress.text(host, port: port)
    }
}
