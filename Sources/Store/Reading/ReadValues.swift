import Model

/// The way back from columns to the values they were written from.
extension Exchange {
    /// Reads the columns in their order.
    init(_ row: inout StoredRow) throws(StoreFailure) {
        let startedAt: Timestamp = try row("at_us")
        let method: String = try row("method")
        let scheme: String = try row("scheme")
        let authority: String = try row("authority")
        let target: String = try row("target")
        let status: Int? = try row("status")
        let ending: Ending = try row("ending")
        let answeredAt: Timestamp? = try row("response_us")
        let endedAt: Timestamp? = try row("end_us")
        let connection = try Connection(&row)
        let bytes: (request: Int?, response: Int?) = (try row("request_bytes"), try row("response_bytes"))
        let states: (request: String, response: String) = (
            try row("request_body_state"), try row("response_body_state")
        )
        let headers: (request: [UInt8]?, response: [UInt8]?) = (
            try row("request_headers"), try row("response_headers")
        )
        let bodies = (
            request: try Body(&row, "request_body", states.request, size: bytes.request),
            response: try Body(&row, "response_body", states.response, size: bytes.response)
        )
        let notes: String = try row("notes")
        self.init(
            startedAt: startedAt,
            request: Request(
                method: method, scheme: scheme, authority: authority, target: target,
                headers: HeaderFields(block: headers.request ?? []), body: bodies.request),
            response: status.map {
                Response(
                    status: $0, headers: HeaderFields(block: headers.response ?? []), body: bodies.response,
                    startedAt: answeredAt, endedAt: endedAt)
            },
            ending: ending, connection: connection, locator: try Locator(&row),
            notes: notes.split(separator: " ").map(String.init))
    }
}

extension Exchange.Connection {
    fileprivate init(_ row: inout StoredRow) throws(StoreFailure) {
        self.init(
            protocolName: try row("protocol"), flow: try row("flow") ?? 0, stream: try row("stream"),
            client: try row("client"), server: try row("server"))
    }
}

extension Body {
    fileprivate init(
        _ row: inout StoredRow, _ name: String, _ state: String, size: Int?
    ) throws(StoreFailure) {
        guard let content = Content(state: state, bytes: try row(name) ?? []) else { throw row.damage(name) }
        self.init(size: size, content: content)
    }

    /// The bytes that are stored; `nil` where there are none to keep.
    var kept: [UInt8]? {
        switch content {
        case .kept(let bytes), .cut(let bytes): bytes
        case .empty, .media, .missing: nil
        }
    }
}

extension Body.Content {
    fileprivate init?(state: String, bytes: [UInt8]) {
        switch state {
        case "empty": self = .empty
        case "kept": self = .kept(bytes)
        case "cut": self = .cut(bytes)
        case "media": self = .media
        case "missing": self = .missing
        default: return nil
        }
    }
}

extension Call {
    init(_ row: inout StoredRow) throws(StoreFailure) {
        self.init(
            at: try row("at_us"), mono: try row("mono_us"), kind: try row("kind"), source: try row("source"),
            name: try row("name"), instance: try row("instance"), payload: try row("payload"),
            locator: try Locator(&row))
    }
}

extension Locator {
    fileprivate init(_ row: inout StoredRow) throws(StoreFailure) {
        guard let locator = Locator(kind: try row("locator_kind"), value: try row("locator")) else {
            throw row.damage("locator")
        }
        self = locator
    }

    init?(kind: String, value: String) {
        let numbers = value.split(separator: "-").map { Int($0) }
        guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2 else { return nil }
        switch kind {
        case "frames" where first <= last: self = .frames(first...last)
        case "bytes" where first <= last: self = .bytes(first..<last)
        case "entry" where numbers.count == 1: self = .entry(first)
        case "line" where numbers.count == 1: self = .line(first)
        default: return nil
        }
    }
}
