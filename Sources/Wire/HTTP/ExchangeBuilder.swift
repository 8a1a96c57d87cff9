import Encodings
import Model

/// Pairs what an HTTP decoder says about one flow into exchanges: heads, decoded bodies, ends.
///
/// A value per flow. Exchanges leave in the order their requests started: one that is complete waits for those begun
/// before it, until ``Limits/maximumWaiting`` or ``Limits/maximumHeldBytes`` is reached; then all complete ones leave,
/// and an older one that is still open follows when it ends. Across flows the reader of the exchanges sorts by
/// ``Exchange/startedAt``.
public struct ExchangeBuilder: Emitter, Sendable {
    /// Caps on what one connection may cost.
    public struct Limits: Sendable, Hashable {
        public var content: ContentDecoder.Limits
        /// Exchanges that wait for an older one to end.
        public var maximumWaiting: Int
        /// Exchanges begun and not ended; the oldest is given out as it is when there are more.
        public var maximumOpen: Int
        /// Body bytes that the flow holds in memory.
        public var maximumHeldBytes: Int

        public init(
            content: ContentDecoder.Limits = ContentDecoder.Limits(), maximumWaiting: Int = 64,
            maximumOpen: Int = 4_096, maximumHeldBytes: Int = 48 << 20
        ) {
            self.content = content
            self.maximumWaiting = maximumWaiting
            self.maximumOpen = maximumOpen
            self.maximumHeldBytes = maximumHeldBytes
        }
    }

    public var outbox = Outbox<Exchange>()
    private let flow: HTTPFlow
    private let limits: Limits
    private var open = OpenExchanges()
    private var complete: [Int: Exchange] = [:]
    /// Numbers of open and waiting exchanges, in the order of their requests.
    private var order: [Int] = []
    /// Body bytes in `open` and `complete`.
    private var heldBytes = 0
    /// The next request's first bytes are disputed.
    private var disputesNext = false

    public init(flow: HTTPFlow, limits: Limits = Limits()) {
        self.flow = flow
        self.limits = limits
    }

    /// Takes the next event; gives out the exchanges that it completes, and what is wrong with their bodies.
    ///
    /// Handovers and passed bytes are not for the builder and have no effect.
    public mutating func feed(_ event: HTTPEvent) {
        switch event {
        case .request(let number, let head):
            if open.lacksRequest(number) { return update(number) { $0.adopt(head) } }
            // A decoder that reuses a number has lost its place: both exchanges are kept.
            close(number)
            begin(number, OpenExchange(request: head, limits: limits.content))
        case .response(let number, let head):
            if !open.contains(number) {
                begin(number, OpenExchange(responseWithoutRequest: head, limits: limits.content))
            } else {
                update(number) { $0.respond(head) }
            }
        case .body(let number, let direction, let bytes, let mark):
            update(number) { $0.append(bytes, direction, mark) }
        case .gap(let number, let direction, let length, let mark):
            update(number) { $0.skip(length, direction, mark) }
        case .trailers(let number, let direction, let fields, let mark):
            update(number) { $0.addTrailers(fields, direction, mark) }
        case .end(let number, let direction, let end, let mark):
            update(number) { $0.end(direction, end, mark) }
        case .unanswered(let number, let ending, _):
            update(number) { $0.giveUp(ending) }
        case .note(let number, let word):
            update(number) { $0.note(word) }
        case .handover, .passed:
            break
        }
    }

    /// Bytes of open exchanges came a second time and differed, before the peer had acknowledged the first.
    ///
    /// - Parameter isInHead: they may belong to a request whose head is not whole yet.
    mutating func dispute(_ direction: Direction, isInHead: Bool) {
        if direction == .toServer, isInHead || open.count == 0 { disputesNext = true }
        let word = direction == .toServer ? Exchange.disputed : Exchange.disputedResponse
        for number in order where open.contains(number) { _ = open.update(number) { $0.note(word) } }
    }

    /// The capture is over: open exchanges are given out as far as they were seen.
    public mutating func finish() {
        for number in order where open.contains(number) { close(number) }
        release()
    }

    private mutating func begin(_ number: Int, _ exchange: OpenExchange) {
        if open.count >= limits.maximumOpen, let oldest = order.first(where: open.contains) {
            outbox.report(
                Diagnostic(
                    .exchangesLimit, locator: .frames(exchange.frames), at: exchange.startedAt,
                    detail: "more than \(limits.maximumOpen) exchanges are open on one flow",
                    blind: flow.blind(from: exchange.startedAt, to: nil, hiding: .toClient, manyHosts: true)))
            close(oldest)
        }
        var exchange = exchange
        if disputesNext { exchange.note(Exchange.disputed) }
        disputesNext = false
        open.insert(exchange, as: number)
        order.append(number)
    }

    private mutating func update(_ number: Int, _ change: (inout OpenExchange) -> Void) {
        guard let (delta, isOver) = open.update(number, change) else { return }
        heldBytes += delta
        if isOver {
            close(number)
        } else if heldBytes > limits.maximumHeldBytes {
            release()
            if heldBytes > limits.maximumHeldBytes { _ = open.update(number) { $0.stopKeeping() } }
        }
    }

    private mutating func close(_ number: Int) {
        guard let ended = open.remove(number) else { return }
        heldBytes -= ended.heldBytes
        let exchange = ended.finished(on: flow, into: &outbox)
        if order.first == number {
            order.removeFirst()
            outbox.emit(exchange)
            releaseFirst()
        } else {
            complete[number] = exchange
            heldBytes += exchange.keptBytes
            if complete.count > limits.maximumWaiting { release() }
        }
    }

    /// Gives out the waiting exchanges that have become the oldest.
    private mutating func releaseFirst() {
        var count = 0
        while count < order.count, let exchange = complete.removeValue(forKey: order[count]) {
            heldBytes -= exchange.keptBytes
            outbox.emit(exchange)
            count += 1
        }
        if count > 0 { order.removeFirst(count) }
    }

    /// Gives out all waiting exchanges.
    private mutating func release() {
        guard !complete.isEmpty else { return }
        for number in order {
            guard let exchange = complete.removeValue(forKey: number) else { continue }
            heldBytes -= exchange.keptBytes
            outbox.emit(exchange)
        }
        order.removeAll { !open.contains($0) }
    }
}

extension Exchange {
    fileprivate var keptBytes: Int { request.body.bytes.count + (response?.body.bytes.count ?? 0) }
}

/// What can be wrong with the exchanges of a flow, whatever the version of HTTP.
public enum ExchangeDiagnostics {
    public static let all: [DiagnosticCode] = [.exchangesLimit, .requestDisputed, .messagesUnread]
}

extension DiagnosticCode {
    static let requestDisputed = DiagnosticCode(
        "http.request-disputed", .warning, stage: "wire",
        meaning:
            "A request contradicts itself, or stands where a server may not read it: nothing is judged by it.",
        remedy: "Correct the sender: one Host field that agrees with the request line, one length for each body.")
    static let exchangesLimit = DiagnosticCode(
        "http.exchanges-limit", .warning, stage: "wire",
        meaning:
            "A flow has more open exchanges than the limit; the oldest was given out before its response was seen.",
        remedy: "Check the capture for lost packets; real clients keep far fewer requests open.")
}
