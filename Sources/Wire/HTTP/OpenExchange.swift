import Encodings
import Model

/// An exchange between its request's head and its last byte.
struct OpenExchange: Sendable {
    private var request: RequestHead?
    private var response: ResponseHead?
    /// `nil` until the first byte: most exchanges of an ad session have no body, and need no look at their fields.
    private var requestBody: BodyCollector?
    private var responseBody: BodyCollector?
    private var requestEnd: MessageEnd?
    private var responseEnd: MessageEnd?
    private var givenUp: Exchange.Ending?
    private var notes: [String]
    private let limits: ContentDecoder.Limits
    private var respondedUntil: Timestamp?
    private(set) var frames: ClosedRange<Int>
    private(set) var startedAt: Timestamp

    init(request head: RequestHead, limits: ContentDecoder.Limits) {
        self.limits = limits
        request = head
        frames = head.origin.frames
        startedAt = head.origin.startedAt
        notes = head.origin.notes
    }

    /// The request was not seen; the time of the response stands in for its own.
    init(responseWithoutRequest head: ResponseHead, limits: ContentDecoder.Limits) {
        self.limits = limits
        frames = head.origin.frames
        startedAt = head.origin.startedAt
        notes = ["request-unseen"]
        requestEnd = .cut
        respond(head)
    }

    /// The request of a response that was given out first.
    mutating func adopt(_ head: RequestHead) {
        request = head
        requestEnd = nil
        startedAt = min(startedAt, head.origin.startedAt)
        see(head.origin.frames)
        notes = head.origin.notes + notes.filter { $0 != "request-unseen" }
    }

    var lacksRequest: Bool { request == nil }

    /// Both messages are complete, or nobody expects more.
    var isOver: Bool {
        guard requestEnd != nil else { return false }
        return responseEnd != nil || (givenUp != nil && !hasResponse)
    }

    /// Without a copy of the head, for each piece of a body asks.
    private var hasResponse: Bool { if case .some = response { true } else { false } }

    var heldBytes: Int { (requestBody?.heldBytes ?? 0) + (responseBody?.heldBytes ?? 0) }

    mutating func respond(_ head: ResponseHead) {
        guard response == nil else { return note("second-response") }
        response = head
        see(head.origin.frames)
        respondedUntil = head.origin.startedAt
        head.origin.notes.forEach { note($0) }
    }

    private func newCollector(_ direction: Direction) -> BodyCollector {
        switch direction {
        case .toServer:
            let headers = request?.request.headers
            return BodyCollector(
                codings: ContentCoding.list(headers?["content-encoding"]), contentType: headers?["content-type"],
                policy: request?.request.method == "CONNECT" ? .count : .keep, limits: limits)
        case .toClient:
            let headers = response?.headers
            let isTunnel = request?.request.method == "CONNECT" && (200..<300).contains(response?.status ?? 0)
            // Transfer codings other than chunked were applied last.
            return BodyCollector(
                codings: ContentCoding.list(headers?["content-encoding"])
                    + ContentCoding.list(headers?["transfer-encoding"]),
                contentType: headers?["content-type"], policy: isTunnel ? .count : .sniff, limits: limits)
        }
    }

    mutating func append(_ bytes: ArraySlice<UInt8>, _ direction: Direction, _ mark: Mark) {
        see(direction, mark)
        prepare(direction)
        switch direction {
        case .toServer: requestBody?.append(bytes)
        case .toClient: responseBody?.append(bytes)
        }
    }

    mutating func skip(_ length: Int?, _ direction: Direction, _ mark: Mark) {
        note("gap")
        prepare(direction)
        switch direction {
        case .toServer: requestBody?.skip(length)
        case .toClient: responseBody?.skip(length)
        }
    }

    private mutating func prepare(_ direction: Direction) {
        switch direction {
        case .toServer where requestBody == nil: requestBody = newCollector(.toServer)
        case .toClient where responseBody == nil: responseBody = newCollector(.toClient)
        default: break
        }
    }

    mutating func addTrailers(_ fields: HeaderFields, _ direction: Direction, _ mark: Mark) {
        see(direction, mark)
        note("trailers")
        switch direction {
        case .toServer: request?.request.headers.append(contentsOf: fields)
        case .toClient: response?.headers.append(contentsOf: fields)
        }
    }

    mutating func end(_ direction: Direction, _ end: MessageEnd, _ mark: Mark) {
        switch direction {
        case .toServer: requestEnd = requestEnd ?? end
        case .toClient: responseEnd = responseEnd ?? end
        }
        if end == .complete { see(direction, mark) }
        // Whoever cut the response short reads no request either.
        if direction == .toClient, end == .cut, requestEnd == nil { requestEnd = .cut }
    }

    mutating func giveUp(_ ending: Exchange.Ending) {
        givenUp = givenUp ?? ending
        if requestEnd == nil { requestEnd = .cut }
        if response != nil, responseEnd == nil { responseEnd = .cut }
    }

    mutating func note(_ word: String) {
        if !notes.contains(word) { notes.append(word) }
    }

    mutating func stopKeeping() {
        requestBody?.stop()
        responseBody?.stop()
    }

    /// The exchange as far as it was seen; bodies that could not be read as declared go into `outbox` before it.
    consuming func finished(on flow: HTTPFlow, into outbox: inout Outbox<Exchange>) -> Exchange {
        var connection = flow.connection
        connection.protocolName = request?.origin.protocolName ?? response?.origin.protocolName
        connection.stream = request?.origin.stream ?? response?.origin.stream
        var exchange = Exchange(
            startedAt: startedAt,
            request: request?.request
                ?? Exchange.Request(method: "", scheme: flow.scheme, authority: "", target: ""),
            ending: response != nil ? .answered : givenUp ?? .unseen, connection: connection,
            locator: .frames(frames), notes: notes)
        let sent = Self.finish(requestBody, isComplete: requestEnd == .complete || request == nil)
        exchange.request.body = sent.body
        report(sent.problem, .toServer, of: exchange, on: flow, into: &outbox)
        let type = exchange.request.headers["content-type"]
        if sent.body.size != 0, let what = GRPC.describe(sent.body.bytes[...], contentType: type) {
            let until = respondedUntil ?? startedAt
            outbox.report(
                .unreadMessages(
                    what, host: exchange.request.host, from: Mark(at: startedAt, frames: frames),
                    to: Mark(at: until, frames: frames), on: flow))
        }
        if let head = response {
            let received = Self.finish(responseBody, isComplete: responseEnd == .complete)
            exchange.response = Exchange.Response(
                status: head.status, headers: head.headers, body: received.body, startedAt: head.origin.startedAt,
                endedAt: respondedUntil)
            if notes.contains(Exchange.disputedResponse) {
                exchange.response?.body = Body(size: nil, content: .missing)
            } else {
                report(received.problem, .toClient, of: exchange, on: flow, into: &outbox)
            }
            if responseEnd != .complete { exchange.notes.append("cut") }
        }
        return exchange
    }

    private static func finish(
        _ body: BodyCollector?, isComplete: Bool
    ) -> (body: Body, problem: ContentDecoder.Outcome?) {
        guard let body else { return (isComplete ? .none : Body(size: nil, content: .missing), nil) }
        return body.finish(isComplete: isComplete)
    }

    private func report(
        _ problem: ContentDecoder.Outcome?, _ direction: Direction, of exchange: Exchange, on flow: HTTPFlow,
        into outbox: inout Outbox<Exchange>
    ) {
        guard let problem, let complaint = problem.complaint else { return }
        let host = exchange.request.host
        outbox.report(
            Diagnostic(
                complaint.code, locator: exchange.locator, at: exchange.startedAt, subject: host.isEmpty ? nil : host,
                detail: complaint.detail,
                blind: problem.hidesContent
                    ? flow.blind(
                        from: exchange.startedAt, to: respondedUntil, hiding: direction,
                        host: host.isEmpty ? nil : host) : nil))
    }

    private mutating func see(_ direction: Direction, _ mark: Mark) {
        see(mark.frames)
        if direction == .toClient { respondedUntil = mark.at }
    }

    private mutating func see(_ more: ClosedRange<Int>) {
        frames = min(frames.lowerBound, more.lowerBound)...max(frames.upperBound, more.upperBound)
    }
}

/// The open exchanges of a flow by number. They stay where they are while they change: each may hold a large body.
struct OpenExchanges: Sendable {
    private var slots: [OpenExchange?] = []
    private var places: [Int: Int] = [:]
    private var free: [Int] = []

    var count: Int { places.count }

    func contains(_ number: Int) -> Bool { places[number] != nil }

    func lacksRequest(_ number: Int) -> Bool {
        guard let place = places[number] else { return false }
        return slots[place]?.lacksRequest == true
    }

    mutating func insert(_ exchange: OpenExchange, as number: Int) {
        if let place = free.popLast() {
            slots[place] = exchange
            places[number] = place
        } else {
            places[number] = slots.count
            slots.append(exchange)
        }
    }

    /// - Returns: by how much the bytes held have changed, and whether the exchange is over; `nil` without such a number.
    mutating func update(
        _ number: Int, _ change: (inout OpenExchange) -> Void
    ) -> (heldDelta: Int, isOver: Bool)? {
        guard let place = places[number] else { return nil }
        return slots[place]?.take(change)
    }

    mutating func remove(_ number: Int) -> OpenExchange? {
        guard let place = places.removeValue(forKey: number) else { return nil }
        free.append(place)
        // Moved out: of a copy everything would be retained.
        var removed: OpenExchange?
        swap(&removed, &slots[place])
        return removed
    }
}

extension OpenExchange {
    fileprivate mutating func take(_ change: (inout OpenExchange) -> Void) -> (heldDelta: Int, isOver: Bool) {
        let before = heldBytes
        change(&self)
        return (heldBytes - before, isOver)
    }
}

extension HeaderFields {
    fileprivate mutating func append(contentsOf more: HeaderFields) {
        self = HeaderFields(block: block + more.block)
    }
}
