import Encodings
import Model

/// One request to one URL while its events come in.
struct NetLogRequest: Sendable {
    let url: [UInt8]
    let method: String
    /// The event that began it.
    let index: Int
    let startedAt: Timestamp
    private(set) var sentAt: Timestamp?
    var endedAt: Timestamp?
    /// `nil` until it ended, 0 after success.
    var error: Int?
    var location: [UInt8] = []
    /// The front of the body, decoded, as far as the log has it.
    private(set) var body: [UInt8] = []
    /// Bytes of the body, decoded, whether the log has them or not.
    private(set) var bodySize = 0
    private(set) var isBodyDamaged = false

    private var headers = HeaderFields()
    private var protocolName: String?
    private var status: Int?
    private var responseHeaders = HeaderFields()
    private var answeredAt: Timestamp?
    private var isFake = false
    private var isMedia: Bool?
    private var isBodyCut = false

    init(url: [UInt8], method: String, at: Timestamp, index: Int) {
        self.url = url
        self.method = method
        self.index = index
        startedAt = at
    }

    mutating func sent(_ fields: HeaderFields, by kind: NetLogEvent.Kind, at: Timestamp) {
        headers = fields
        sentAt = at
        protocolName = kind == .sendHTTP3 ? "h3" : kind == .sendHTTP2 ? "h2" : "http/1.1"
    }

    mutating func answered(_ parameters: NetLogParameters, isFake: Bool, at: Timestamp) {
        // Interim responses are followed by the final one.
        guard let status = parameters.status, status >= 200 || status == 101 else { return }
        self.status = status
        self.isFake = isFake
        responseHeaders = parameters.headers
        answeredAt = at
    }

    /// - Parameter room: how many bytes may be kept.
    /// - Returns: how many were.
    mutating func read(_ parameters: NetLogParameters, room: Int, at: Timestamp) -> Int {
        endedAt = at
        bodySize =
            bodySize.addingReportingOverflow(parameters.byteCount).overflow ? .max : bodySize + parameters.byteCount
        isBodyDamaged = isBodyDamaged || parameters.isDamaged
        guard let bytes = parameters.bytes, !isBodyDamaged else { return 0 }
        let isMedia = self.isMedia ?? isMedia(prefix: bytes)
        self.isMedia = isMedia
        guard !isMedia, !isBodyCut else { return 0 }
        isBodyCut = bytes.count > room || bytes.count < parameters.byteCount
        body += bytes.prefix(room)
        return min(bytes.count, room)
    }

    private func isMedia(prefix: [UInt8]) -> Bool {
        !DocumentSniff.mayBeDocument(DocumentSniff.kind(of: responseHeaders["content-type"]), prefix: prefix)
    }

    /// - Parameter isOver: `false` when the log ends, or gives up following it, before it does.
    func exchange(to url: RequestURL, isOver: Bool) -> Exchange {
        // A request that succeeded and was never sent was answered from the cache; what its status was is not logged.
        let isFromCache = sentAt == nil && status == nil && error == 0
        var exchange = Exchange(
            startedAt: sentAt ?? startedAt,
            request: Exchange.Request(method, sentTo: url, headers: headers, body: requestBody),
            ending: ending, connection: Exchange.Connection(protocolName: protocolName), locator: .entry(index))
        if let status = status ?? (isFromCache ? (location.isEmpty ? 200 : 302) : nil) {
            var fields = responseHeaders
            if !location.isEmpty, fields["location"] == nil { fields.append(name: "Location".utf8, value: location) }
            exchange.ending = .answered
            exchange.response = Exchange.Response(
                status: status, headers: fields, body: responseBody(status: status, isOver: isOver),
                startedAt: answeredAt, endedAt: isOver ? endedAt : nil)
        }
        if isFromCache { exchange.notes.append("from-cache") }
        if isFake { exchange.notes.append("internal-redirect") }
        if url.isWebSocket { exchange.notes.append("websocket") }
        return exchange
    }

    private var ending: Exchange.Ending {
        guard let error else { return .unseen }
        return error == 0 ? .unseen : .failed
    }

    /// The log has no bytes of what was uploaded.
    private var requestBody: Body {
        if let length = headers["content-length"].flatMap({ Int($0) }) {
            return length > 0 ? Body(size: length, content: .missing) : .none
        }
        return Exchange.Request.usuallyHasContent(method) ? Body(size: nil, content: .missing) : .none
    }

    private func responseBody(status: Int, isOver: Bool) -> Body {
        if Exchange.Response.neverHasContent(status, to: method) { return .none }
        let isWhole = isOver && (error ?? 0) == 0
        guard bodySize > 0 else {
            if isFake || responseHeaders["content-length"] == "0" { return .none }
            let announced = responseHeaders["content-length"].flatMap { Int($0) }
            // The browser does not read bodies of redirects.
            let isUnread = (300...399).contains(status) || announced.map { $0 > 0 } ?? false || !isWhole
            return isUnread ? Body(size: announced, content: .missing) : .none
        }
        if isMedia ?? isMedia(prefix: []) { return Body(size: bodySize, content: .media) }
        guard !isBodyDamaged, !body.isEmpty else { return Body(size: bodySize, content: .missing) }
        return isWhole && !isBodyCut && body.count == bodySize
            ? .kept(body) : Body(size: isWhole ? bodySize : nil, content: .cut(body))
    }
}
