import Model

/// The TCP connections of a capture: found by their endpoints, closed when they are over, bounded in number and memory.
struct FlowTable: Sendable {
    /// A connection that is over takes its last packets for so long before it is given out …
    private static let linger: Int64 = 2_000_000
    /// … and its endpoints are remembered for so long, so that late repetitions open no new one.
    private static let remembrance: Int64 = 120_000_000

    private var flows: [Flow] = []
    /// When each flow spoke last, beside it: whoever makes room looks at many. `nil` at places that are free.
    private var spoke: [Timestamp?] = []
    private var indices: [FlowKey: Int] = [:]
    private var free: [Int] = []
    private var closing = DueQueue()
    private var remembered = DueQueue()
    private var last: (key: FlowKey, index: Int)?
    private var sweep = 0
    private var heldBytes = 0

    /// Takes one segment.
    mutating func receive(
        _ segment: TCPSegment, on route: Route, _ frame: Span<UInt8>, _ mark: Mark, in context: inout WireContext
    ) {
        close(before: mark.at, in: &context)
        let key = FlowKey(route.source, route.destination)
        var index = find(key)
        if let known = index, flows[known].isReplaced(by: segment, from: route.source) {
            remove(known, in: &context)
            index = nil
        }
        let place: Int
        if let index {
            place = index
        } else {
            if indices.count >= context.limits.flows { evict(mark, in: &context) }
            place = insert(Flow(context.takeFlowNumber(), segment, on: route, frame, mark), key)
        }
        let before = flows[place].tcp.heldBytes
        spoke[place] = mark.at
        flows[place].receive(segment, from: route.source, frame, mark, in: &context)
        heldBytes += flows[place].tcp.heldBytes - before
        if heldBytes > context.limits.heldBytes {
            let held = flows[place].tcp.heldBytes
            flows[place].flush(in: &context)
            heldBytes += flows[place].tcp.heldBytes - held
            context.outbox.report(
                Diagnostic(
                    .tcpMemoryLimit, locator: .frames(mark.frames), at: mark.at,
                    subject: flows[place].server.description,
                    detail: "more than \(context.limits.heldBytes) bytes wait for missing ones; \(held) were given out")
            )
        }
        if flows[place].tcp.isOver, !flows[place].isClosing {
            flows[place].isClosing = true
            closing.add(
                at: mark.at.advanced(byMicroseconds: Self.linger), index: place, number: flows[place].number)
        }
    }

    /// The capture is over: all connections are given out, in the order they began.
    mutating func finish(in context: inout WireContext) {
        for index in indices.values.sorted(by: { flows[$0].number < flows[$1].number }) {
            flows[index].finish(in: &context)
        }
        flows = []
        spoke = []
        indices = [:]
        free = []
        last = nil
        heldBytes = 0
        closing = DueQueue()
        remembered = DueQueue()
    }

    private mutating func find(_ key: FlowKey) -> Int? {
        // Packets come in runs of one connection.
        if let last, last.key == key { return last.index }
        guard let index = indices[key] else { return nil }
        last = (key, index)
        return index
    }

    private mutating func insert(_ flow: Flow, _ key: FlowKey) -> Int {
        let index: Int
        if let reused = free.popLast() {
            flows[reused] = flow
            index = reused
        } else {
            flows.append(flow)
            spoke.append(nil)
            index = flows.count - 1
        }
        indices[key] = index
        last = (key, index)
        return index
    }

    private mutating func close(before now: Timestamp, in context: inout WireContext) {
        while let due = closing.next(before: now) {
            guard flows[due.index].number == due.number, !flows[due.index].isFinished else { continue }
            guard flows[due.index].tcp.isOver else {
                flows[due.index].isClosing = false
                continue
            }
            give(due.index, in: &context)
            remembered.add(
                at: now.advanced(byMicroseconds: Self.remembrance), index: due.index, number: due.number)
        }
        while let due = remembered.next(before: now) {
            guard flows[due.index].number == due.number else { continue }
            remove(due.index, in: &context)
        }
    }

    /// Gives out a flow, keeping its place.
    private mutating func give(_ index: Int, in context: inout WireContext) {
        let held = flows[index].tcp.heldBytes
        flows[index].finish(in: &context)
        heldBytes += flows[index].tcp.heldBytes - held
    }

    private mutating func remove(_ index: Int, in context: inout WireContext) {
        give(index, in: &context)
        // A place may be freed once only.
        guard indices[flows[index].key] == index else { return }
        indices[flows[index].key] = nil
        spoke[index] = nil
        free.append(index)
        last = nil
    }

    /// Makes room: of the next few places, the connection that was idle longest goes.
    private mutating func evict(_ mark: Mark, in context: inout WireContext) {
        var sample = 16
        var found: (index: Int, at: Timestamp)?
        for _ in 0..<flows.count where sample > 0 {
            sweep = sweep + 1 < flows.count ? sweep + 1 : 0
            guard let at = spoke[sweep] else { continue }
            sample -= 1
            if found.map({ at < $0.at }) ?? true { found = (sweep, at) }
        }
        guard let oldest = found?.index else { return }
        if !flows[oldest].isFinished {
            context.outbox.report(
                Diagnostic(
                    .tcpFlowLimit, locator: .frames(mark.frames), at: mark.at,
                    subject: flows[oldest].server.description,
                    detail: "more than \(context.limits.flows) connections at once",
                    // What it was about to say, and all that it says in answers to what was forgotten.
                    blind: Blind(
                        from: flows[oldest].lastMark.at, host: flows[oldest].conversation.onlyHost,
                        server: flows[oldest].server.description,
                        manyHosts: flows[oldest].conversation.mayCarryManyHosts)))
        }
        remove(oldest, in: &context)
    }

    /// Things to do at a time, in the order they were added.
    private struct DueQueue: Sendable {
        private var entries: [(at: Timestamp, index: Int, number: Int)] = []
        private var head = 0

        mutating func add(at: Timestamp, index: Int, number: Int) {
            entries.append((at, index, number))
        }

        @inline(__always)
        mutating func next(before now: Timestamp) -> (index: Int, number: Int)? {
            guard head < entries.count, entries[head].at < now else { return nil }
            let entry = entries[head]
            head += 1
            if head > 1_024, head * 2 > entries.count {
                entries.removeFirst(head)
                head = 0
            }
            return (entry.index, entry.number)
        }
    }
}
