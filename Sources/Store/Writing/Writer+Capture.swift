import Model

/// What was read: runs, captures, flows, exchanges, calls, diagnostics.
extension Writer {
    /// - Returns: the run's number.
    public mutating func insert(run name: String, toolVersion: String) throws(StoreFailure) -> Int {
        let id = try nextID(of: .run)
        try insert(into: .run) { row in
            row.add(id)
            row.add(name)
            row.add(toolVersion)
        }
        return id
    }

    /// - Returns: the capture's number.
    public mutating func insert(capture: CaptureRecord, run: Int) throws(StoreFailure) -> Int {
        let id = try nextID(of: .capture)
        try insert(into: .capture) { row in
            row.add(id)
            row.add(run)
            row.add(capture.path)
            row.add(capture.format)
            row.add(capture.sha256)
            row.add(capture.bytes)
            row.add(capture.source)
            row.add(capture.first?.microseconds)
            row.add(capture.last?.microseconds)
            row.add(capture.endKnown)
            row.add(capture.frames)
            row.add(capture.side.rawValue)
        }
        return id
    }

    /// What is known of a capture only after all of it was read.
    public mutating func update(
        capture id: Int, first: Timestamp?, last: Timestamp?, frames: Int, source: String?, endKnown: Bool,
        sha256: String,
        bytes: Int
    ) throws(StoreFailure) {
        try change(
            """
            UPDATE capture_row SET first_us = :first, last_us = :last, frames = :frames, source = :source,
              end_known = :end, sha256 = :sha256, bytes = :bytes WHERE id = :id
            """,
            [
                "id": SQLValue(id), "first": SQLValue(first), "last": SQLValue(last), "frames": SQLValue(frames),
                "source": source.map { .text($0) } ?? .null, "end": endKnown ? 1 : 0,
                "sha256": .text(sha256), "bytes": SQLValue(bytes),
            ])
    }

    public mutating func insert(clock: ClockRecord, capture: Int) throws(StoreFailure) {
        try insert(into: .clock) { row in
            row.add(capture)
            row.add(clock.offsetMicroseconds)
            row.add(clock.uncertaintyMicroseconds)
            row.add(clock.method.rawValue)
            row.add(clock.samples)
        }
    }

    /// - Returns: the flow's number in the file.
    @discardableResult
    public mutating func insert(flow: FlowRecord, run: Int, capture: Int) throws(StoreFailure) -> Int {
        let id = try nextID(of: .flow)
        try insert(into: .flow) { row in
            row.add(id)
            row.add(run)
            row.add(capture)
            row.add(flow.number)
            row.add(flow.transport)
            row.add(flow.client)
            row.add(flow.server)
            row.add(flow.protocolName)
            row.add(flow.serverName)
            row.add(flow.alpn)
            row.add(flow.first.microseconds)
            row.add(flow.last.microseconds)
            row.add(flow.clientBytes)
            row.add(flow.serverBytes)
            row.add(flow.undecrypted)
        }
        return id
    }

    /// An exchange and its first sighting.
    ///
    /// - Parameters:
    ///   - offsetMicroseconds: the capture's clock offset, added to all times but the sighting's.
    ///   - hasContent: `false` leaves headers and the bytes of bodies out.
    /// - Returns: the exchange's number.
    @discardableResult
    public mutating func insert(
        exchange: Exchange, run: Int, capture: Int, offsetMicroseconds: Int64 = 0, hasContent: Bool = true
    ) throws(StoreFailure) -> Int {
        let id = try nextID(of: .exchange)
        try insert(into: .exchange) { row in
            row.add(id)
            row.add(run)
            row.add(exchange.startedAt.advanced(byMicroseconds: offsetMicroseconds).microseconds)
            row.add(exchange.request)
            row.add(exchange.response?.status)
            row.add(exchange.ending.rawValue)
            row.add(exchange.response?.startedAt?.advanced(byMicroseconds: offsetMicroseconds).microseconds)
            row.add(exchange.response?.endedAt?.advanced(byMicroseconds: offsetMicroseconds).microseconds)
            row.add(exchange.connection)
            row.addBodies(of: exchange, hasContent: hasContent)
            row.add(exchange.notes.joined(separator: " "))
        }
        try insert(sightingOf: id, capture: capture, locator: exchange.locator, at: exchange.startedAt)
        return id
    }

    /// That an exchange is seen in a capture too.
    ///
    /// - Parameter at: its start on the capture's own clock.
    public mutating func insert(
        sightingOf exchange: Int, capture: Int, locator: Locator, at: Timestamp
    ) throws(StoreFailure) {
        try insert(into: .sighting) { row in
            row.add(exchange)
            row.add(capture)
            row.add(locator.kind)
            row.add(locator.value)
            row.add(at.microseconds)
        }
    }

    /// - Returns: the call's number.
    @discardableResult
    public mutating func insert(
        call: Call, run: Int, capture: Int, offsetMicroseconds: Int64 = 0
    ) throws(StoreFailure) -> Int {
        let id = try nextID(of: .call)
        try insert(into: .call) { row in
            row.add(id)
            row.add(run)
            row.add(capture)
            row.add(call.at.advanced(byMicroseconds: offsetMicroseconds).microseconds)
            row.add(call.mono)
            row.add(call.kind.rawValue)
            row.add(call.source)
            row.add(call.name)
            row.add(call.instance)
            row.add(call.payload)
            row.add(call.locator.kind)
            row.add(call.locator.value)
        }
        return id
    }

    /// A diagnostic and, where it hides something, its blind row.
    ///
    /// - Parameters:
    ///   - capture: `nil` when it is about the run as a whole; it then blinds all its captures.
    ///   - offsetMicroseconds: the capture's clock offset, added to the times of both rows.
    /// - Returns: the diagnostic's number.
    @discardableResult
    public mutating func insert(
        diagnostic: Diagnostic, run: Int, capture: Int?, offsetMicroseconds: Int64 = 0
    ) throws(StoreFailure) -> Int {
        let id = try nextID(of: .diagnostic)
        try insert(into: .diagnostic) { row in
            row.add(id)
            row.add(run)
            row.add(capture)
            row.add(diagnostic.code.stage)
            row.add(diagnostic.code.id)
            row.add(diagnostic.code.severity.rawValue)
            row.add(diagnostic.locator?.kind)
            row.add(diagnostic.locator?.value)
            row.add(diagnostic.at?.advanced(byMicroseconds: offsetMicroseconds).microseconds)
            row.add(diagnostic.subject)
            row.add(diagnostic.detail)
            row.add(diagnostic.units)
        }
        if let blind = diagnostic.blind {
            try insert(
                blind: blind, run: run, capture: capture, diagnostic: id, reason: diagnostic.detail,
                offsetMicroseconds: offsetMicroseconds)
        }
        return id
    }

    /// A stretch in which traffic may have happened unseen, such as what lies before a capture's start.
    public mutating func insert(
        blind: Blind, run: Int, capture: Int?, diagnostic: Int? = nil, reason: String, offsetMicroseconds: Int64 = 0
    ) throws(StoreFailure) {
        let id = try nextID(of: .blind)
        try insert(into: .blind) { row in
            row.add(id)
            row.add(run)
            row.add(capture)
            row.add(blind.from?.advanced(byMicroseconds: offsetMicroseconds).microseconds)
            row.add(blind.to?.advanced(byMicroseconds: offsetMicroseconds).microseconds)
            row.add(blind.host)
            row.add(blind.server)
            row.add(blind.manyHosts)
            row.add(blind.hides.rawValue)
            row.add(diagnostic)
            row.add(reason)
        }
    }

    public mutating func insert(ledger: Ledger, stage: String, capture: Int) throws(StoreFailure) {
        try insert(into: .ledger) { row in
            row.add(capture)
            row.add(stage)
            row.add(ledger.unit)
            row.add(ledger.input)
            row.add(ledger.output)
            row.add(ledger.diagnosed)
        }
    }
}

extension SQLValue {
    init(_ time: Timestamp?) {
        self = time.map { .integer($0.microseconds) } ?? .null
    }
}

extension RowBuffer {
    fileprivate mutating func add(_ request: Exchange.Request) {
        add(request.method)
        add(request.scheme)
        add(request.authority)
        add(request.host)
        add(request.target)
    }

    fileprivate mutating func add(_ connection: Exchange.Connection) {
        add(connection.protocolName)
        add(connection.flow)
        add(connection.stream)
        add(connection.client)
        add(connection.server)
    }

    /// Sizes, states, headers and bytes of both bodies. Without a response its body counts as missing.
    fileprivate mutating func addBodies(of exchange: Exchange, hasContent: Bool) {
        let request = exchange.request
        let response = exchange.response
        add(request.body.size)
        add(response?.body.size)
        add(request.body.state)
        add(response?.body.state ?? "missing")
        guard hasContent else {
            for _ in 0..<4 { add(blob: nil) }
            return
        }
        add(blob: request.headers.block)
        add(blob: response?.headers.block)
        add(kept: request.body.content)
        add(kept: response?.body.content ?? .missing)
    }

    private mutating func add(kept content: Body.Content) {
        switch content {
        case .kept(let bytes), .cut(let bytes): add(blob: bytes)
        case .empty, .media, .missing: add(blob: nil)
        }
    }
}
