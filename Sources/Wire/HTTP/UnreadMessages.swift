import Model

/// Counts the messages that one side of a WebSocket sends (RFC 6455 section 5.2), without reading them.
struct WebSocketMessages: Sendable {
    private(set) var count = 0
    private var head: [UInt8] = []
    /// Bytes of the payload that are still to come.
    private var rest: UInt64 = 0

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        var place = bytes.startIndex
        while place < bytes.endIndex {
            guard rest == 0 else {
                let step = min(rest, UInt64(bytes.endIndex - place))
                rest -= step
                place += Int(step)
                continue
            }
            head.append(bytes[place])
            place += 1
            readHead()
        }
    }

    private mutating func readHead() {
        guard head.count >= 2 else { return }
        let short = head[1] & 0x7f
        let extended = short == 126 ? 2 : short == 127 ? 8 : 0
        guard head.count == 2 + extended + (head[1] & 0x80 == 0 ? 0 : 4) else { return }
        rest = extended == 0 ? UInt64(short) : head[2..<(2 + extended)].reduce(0) { $0 << 8 | UInt64($1) }
        // The last frame of a message; from 8 on they are pings, pongs and closes.
        if head[0] & 0x80 != 0, head[0] & 0x0f < 8 { count += 1 }
        head = []
    }
}

/// A WebSocket on a stream of HTTP/2 or HTTP/3 (RFC 8441, RFC 9220).
struct WebSocketStream: Sendable {
    private let host: String
    private let since: Mark
    private var last: Mark
    private var toServer = WebSocketMessages()
    private var toClient = WebSocketMessages()
    private var hasHole = false

    init(host: String, _ mark: Mark) {
        self.host = host
        since = mark
        last = mark
    }

    mutating func append(_ bytes: ArraySlice<UInt8>, _ direction: Direction, _ mark: Mark) {
        last = last.extended(to: mark)
        switch direction {
        case .toServer: toServer.append(bytes)
        case .toClient: toClient.append(bytes)
        }
    }

    mutating func lose() { hasHole = true }

    /// What it hides; `nil` when the client sent no message.
    func report(on flow: HTTPFlow) -> Diagnostic? {
        guard toServer.count > 0 || hasHole else { return nil }
        return .unreadMessages(
            "WebSocket: \(toServer.count) messages to the server and \(toClient.count) to the client", host: host,
            from: since, to: last, on: flow)
    }
}

/// Messages in the body of a gRPC or gRPC-web request: each has a flag and its length in front.
enum GRPC {
    /// What the body carries, in words; `nil` for another type of content.
    static func describe(_ body: ArraySlice<UInt8>, contentType: String?) -> String? {
        guard let type = contentType?.lowercased(), type.hasPrefix("application/grpc") else { return nil }
        let name = type.hasPrefix("application/grpc-web") ? "gRPC-web" : "gRPC"
        // In base64 they are not counted.
        guard !type.hasPrefix("application/grpc-web-text") else { return "\(name): messages in base64" }
        var count = 0
        var place = body.startIndex
        while body.endIndex - place >= 5 {
            // The top bit marks trailers.
            if body[place] & 0x80 == 0 { count += 1 }
            place += 5 + body[(place + 1)..<(place + 5)].reduce(0) { $0 << 8 | Int($1) }
        }
        return "\(name): \(count) messages to the server"
    }
}

extension Diagnostic {
    static func unreadMessages(
        _ what: String, host: String?, from: Mark, to: Mark, on flow: HTTPFlow
    ) -> Diagnostic {
        Diagnostic(
            .messagesUnread, locator: .frames(from.extended(to: to).frames), at: from.at, subject: host, detail: what,
            blind: flow.blind(from: from.at, to: to.at, hiding: .toServer, host: host))
    }
}

extension DiagnosticCode {
    static let messagesUnread = DiagnosticCode(
        "http.messages-unread", .warning, stage: "wire",
        meaning: "The client sent messages over a WebSocket or in gRPC; they are counted and not read.",
        remedy: "Send beacons as HTTP requests, or declare the host as `capture.unrelated` if it gets none.")
}
