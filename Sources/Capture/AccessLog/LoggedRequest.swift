import Encodings
import Model

/// One request as a log tells it; empty texts are what the log does not say.
struct LoggedRequest: Sendable, Hashable {
    var at: Timestamp
    /// The log says how its times relate to UTC.
    var hasOffset = true
    var method: String
    var scheme = ""
    var authority = ""
    var target: String
    var protocolName: String?
    var status: Int?
    var responseBytes: Int?
    var client = ""
    var userAgent = ""
    var referer = ""
    /// What the server took from the first byte of the request to the last of the response, where the line is written then.
    var durationUs: Int64 = 0

    /// - Parameter requestLine: `GET /path HTTP/1.1`, with an absolute URL from clients of proxies.
    /// - Returns: `nil` when it is no request line.
    init?(at: Timestamp, requestLine: [UInt8]) {
        let parts = requestLine.split(separator: 0x20, omittingEmptySubsequences: true)
        guard parts.count >= 2, parts.count <= 3, let method = LoggedRequest.method(parts[0]) else { return nil }
        self.init(at: at, method: method, target: Array(parts[1]))
        if parts.count == 3 { protocolName = HTTPProtocolName.canonical(String(decoding: parts[2], as: UTF8.self)) }
    }

    /// - Parameter target: path and query, or an absolute URL.
    init(at: Timestamp, method: String, target bytes: [UInt8]) {
        self.at = at
        self.method = method
        var repaired = false
        if case .http(let url) = RequestURL.read(bytes.span, repaired: &repaired) {
            scheme = url.scheme
            authority = url.authority
            target = url.target
        } else {
            target = WireText.decode(bytes[...]).text
        }
    }

    /// RFC 9110 section 9.1; upper case in practice, which tells requests from what scanners send.
    static func method(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.count <= 24,
            bytes.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Answered with 499 (nginx) or 000 (CloudFront) means that the client was gone before the answer.
    private var answer: Int? {
        guard let status, (100...999).contains(status), status != 499 else { return nil }
        return status
    }

    func exchange(at locator: Locator, note: String) -> Exchange {
        var headers = HeaderFields()
        if !userAgent.isEmpty { headers.append(name: "user-agent", value: userAgent) }
        if !referer.isEmpty { headers.append(name: "referer", value: referer) }
        let start = at.advanced(byMicroseconds: -durationUs)
        let response = answer.map { status in
            Exchange.Response(
                status: status,
                body: responseBytes == 0 || status == 204 ? .none : Body(size: responseBytes, content: .missing),
                endedAt: durationUs > 0 ? at : nil)
        }
        return Exchange(
            startedAt: start,
            request: Exchange.Request(
                method: method, scheme: scheme.isEmpty ? "https" : scheme, authority: authority, target: target,
                headers: headers, body: method == "GET" || method == "HEAD" ? .none : Body(size: nil, content: .missing)
            ),
            response: response, ending: response == nil ? (status == nil ? .unseen : .failed) : .answered,
            connection: Exchange.Connection(protocolName: protocolName, client: client.isEmpty ? nil : client),
            locator: locator, notes: [note])
    }
}
