import Encodings
import Model

/// Builds the ``Exchange`` of one request of a Proxyman log.
struct ProxymanExchangeBuilder {
    let flow: ProxymanFlow
    let limits: EntryLimits

    /// The whole URL where it is given, else made of its parts; `nil` when neither names a host.
    var url: RequestURL? {
        var repaired = false
        if case .http(let url) = RequestURL.read(flow.url.span, repaired: &repaired) { return url }
        guard !flow.host.isEmpty else { return nil }
        let scheme = flow.scheme.isEmpty ? "https" : flow.scheme
        let isUsual = flow.port == nil || flow.port == (scheme == "https" ? 443 : 80)
        return RequestURL(
            scheme: scheme, authority: isUsual ? flow.host : "\(flow.host):\(flow.port ?? 0)",
            target: flow.target.hasPrefix("/") ? flow.target : "/\(flow.target)")
    }

    func exchange(to url: RequestURL, at startedAt: Timestamp, index: Int) -> ProxyExchange {
        var built = ProxyExchange(
            Exchange(
                startedAt: startedAt,
                request: Exchange.Request(flow.method, sentTo: url, headers: flow.request.headers),
                ending: flow.hasError ? .failed : .unseen, locator: .entry(index)))
        built.setRequestBody(body(of: flow.request, hasNoContent: false))
        if flow.isWebSocket || url.isWebSocket { built.exchange.notes.append("websocket") }
        guard let response = flow.response, let status = flow.status, (100...999).contains(status) else { return built }
        let hasNoContent = Exchange.Response.neverHasContent(status, to: flow.method)
        built.setResponse(
            status, response.headers, body(of: response, hasNoContent: hasNoContent),
            startedAt: flow.responseStartedAt, endedAt: flow.responseEndedAt)
        return built
    }

    private func body(of message: ProxymanFlow.Message, hasNoContent: Bool) -> TransferredBody {
        let stated = message.bodySize ?? message.headers["content-length"].flatMap { Int($0) }
        switch message.body {
        case .damaged:
            return TransferredBody(
                body: Body(size: stated, content: .missing), flaw: .undecodable(coding: "base64"))
        case .bytes(let bytes) where !bytes.isEmpty:
            let headers = isEncoded(bytes, message) ? message.headers : message.headers.typeOnly
            return .read(bytes[...], headers: headers, isWhole: true, limits: limits)
        case .bytes, nil:
            let type = message.headers["content-type"] ?? ""
            let isEmpty = stated.map { $0 <= 0 } ?? !DocumentSniff.isNeverEmpty(type)
            if hasNoContent || isEmpty { return TransferredBody(body: .none) }
            return .absent(size: stated, headers: message.headers)
        }
    }

    /// Bodies are saved decoded; one that bears the mark of its coding, or has the size that was transferred and not the one
    /// stated, was not.
    private func isEncoded(_ bytes: [UInt8], _ message: ProxymanFlow.Message) -> Bool {
        guard message.headers["content-encoding"] != nil else { return false }
        if StillEncoded.coding(of: bytes, headers: message.headers) != nil { return true }
        guard let size = message.bodySize, let encoded = message.encodedSize else { return false }
        return size != encoded && bytes.count == encoded
    }
}
