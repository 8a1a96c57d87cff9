import Model

/// The requests of an HTTP/1 connection that wait for their responses, which come in the same order.
///
/// Without loss the order alone pairs them. Where bytes of a direction are missing, times decide: a response belongs to
/// a request that was sent before it. Pairing that would be a guess is refused.
struct RequestQueue: Sendable {
    struct Waiting: Sendable, Hashable {
        var number: Int
        var startedAt: Timestamp
        var method: String
        var authority: String
        /// What the request offers to become, lower-case.
        var upgrade: String?
        /// Sent while an earlier request was still without any answer.
        var isPipelined: Bool
    }

    var waiting: ArraySlice<Waiting> { requests[answered...] }
    /// Those that wait, behind ones that were answered: taking each out would move all that wait.
    private var requests: [Waiting] = []
    private var answered = 0
    /// Requests may have been sent that the capture does not show.
    private(set) var mayLackRequests = false
    /// Responses may have been sent that the capture does not show, since the last one that was paired.
    private(set) var mayLackResponses = false
    /// Responses to pipelined requests were lost: no later response can be assigned.
    private(set) var isLost = false
    private var serverSpoke = true
    /// How many of those that wait are pipelined.
    private var pipelined = 0

    /// The newest request closes a door: what follows it depends on its answer (`CONNECT`, `Upgrade`).
    var awaitsDecision: Bool {
        guard let last = waiting.last else { return false }
        return last.method == "CONNECT" || last.upgrade != nil
    }

    mutating func add(_ number: Int, _ head: RequestHead, upgrade: String?) {
        let isPipelined = !waiting.isEmpty && !serverSpoke
        requests.append(
            Waiting(
                number: number, startedAt: head.origin.startedAt, method: head.request.method,
                authority: head.request.authority, upgrade: upgrade, isPipelined: isPipelined))
        if isPipelined { pipelined += 1 }
        serverSpoke = false
    }

    /// Bytes from the server: requests sent after them are not pipelined with those before.
    mutating func noteServerBytes() {
        serverSpoke = true
    }

    mutating func noteMissingRequests() {
        mayLackRequests = true
    }

    /// - Returns: whether this loss makes the pairing impossible for the first time.
    mutating func noteMissingResponses() -> Bool {
        mayLackResponses = true
        serverSpoke = true
        guard !isLost, pipelined > 0 else { return false }
        isLost = true
        return true
    }

    /// The request that a final response answers, and those before it whose responses were lost.
    mutating func answer(startedAt: Timestamp) -> (answered: Waiting?, passedOver: [Waiting]) {
        guard !isLost else { return (nil, takeAll()) }
        let index: Int?
        if mayLackResponses {
            index = waiting.lastIndex { $0.startedAt <= startedAt }
        } else if mayLackRequests {
            index = waiting.first.map { $0.startedAt <= startedAt } == true ? answered : nil
        } else {
            index = waiting.isEmpty ? nil : answered
        }
        guard let index else { return (nil, []) }
        mayLackResponses = false
        let found = requests[index]
        let passedOver = Array(waiting[..<index])
        pipelined -= waiting[...index].count { $0.isPipelined }
        answered = index + 1
        if answered > waiting.count {
            requests.removeFirst(answered)
            answered = 0
        }
        return (found, passedOver)
    }

    /// The request that an interim response is about; it goes on waiting.
    func interim(startedAt: Timestamp) -> Waiting? {
        mayLackResponses || isLost ? nil : waiting.first
    }

    /// No more responses will come.
    mutating func takeAll() -> [Waiting] {
        defer {
            requests.removeAll()
            answered = 0
            pipelined = 0
        }
        return Array(waiting)
    }
}
