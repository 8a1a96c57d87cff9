import Model

/// The way back from columns to the values they were written from.
extension Exchange {
    init(_ row: inout StoredRow) throws(StoreFailure) {
        let startedAt: Timestamp = try row("at_us")
        let method: String = try row("method")
        let scheme: String = try row("scheme")
        let authority: String = try row("authority")
        let target: String = try row("target")
        let response = try Response(&row)
        self.init(
            startedAt: startedAt,
            request: Request(
                method: method, scheme: scheme, authority: authority, target: target,
                headers: HeaderFields(block: try row("request_headers") ?? []),
                body: try Body(&row, size: "request_bytes", state: "request_body_state", content: "request_body")),
            response: response, ending: try row("ending"), connection: try Connection(&row),
            locator: try Locator(&row), notes: (try row("notes") as String).split(separator: " ").map(String.init))
    }
}

extension Exchange.Response {
    /// `nil` where no response was seen.
    fileprivate init?(_ row: inout StoredRow) throws(StoreFailure) {
        guard let status: Int = try row("status") else { return nil }
        self.init(
            status: status, headers: HeaderFields(block: try row("response_headers") ?? []),
            body: try Body(&row, size: "response_bytes", state: "response_body_state", content: "response_body"),
            startedAt: try row("response_us"), endedAt: try row("end_us"))
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
        _ row: inout StoredRow, size: String, state: String, content: String
    ) throws(StoreFailure) {
        guard let content = Content(state: try row(state), bytes: try row(content) ?? []) else {
            throw row.damage(state)
        }
        self.init(size: try row(size), content: content)
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
