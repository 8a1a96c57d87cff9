/// One HTTP request with its response, if there is one, as seen in one capture.
public struct Exchange: Sendable, Hashable {
    /// When the first byte of the request was sent: the time every order and timing rule compares.
    public var startedAt: Timestamp
    public var request: Request
    /// `nil` when no response head was seen; ``ending`` says why.
    public var response: Response?
    public var ending: Ending
    public var connection: Connection
    public var locator: Locator
    /// Short stable words about how the exchange was read, such as `retransmitted` or `from-cache`.
    public var notes: [String]

    public init(
        startedAt: Timestamp, request: Request, response: Response? = nil, ending: Ending = .answered,
        connection: Connection = Connection(), locator: Locator, notes: [String] = []
    ) {
        self.startedAt = startedAt
        self.request = request
        self.response = response
        self.ending = ending
        self.connection = connection
        self.locator = locator
        self.notes = notes
    }

    /// The note of an exchange whose time the capture does not say: ``startedAt`` is that of what stands before it.
    public static let timeUnknown = "time-unknown"

    public var isTimeUnknown: Bool { notes.contains(Exchange.timeUnknown) }

    /// The note of an exchange whose request its receiver may have read otherwise than it stands here: neither a pass nor a
    /// fault may rest on it.
    public static let disputed = "disputed"
    /// The same of its response: what it declares is not known.
    public static let disputedResponse = "response-disputed"

    public var isDisputed: Bool { notes.contains(Exchange.disputed) }

    /// The note of a request that never left the browser: it was blocked, or there was no network.
    public static let unsent = "unsent"

    public var isUnsent: Bool { notes.contains(Exchange.unsent) }

    /// The note of an exchange that was asked of a proxy, through a tunnel or by its whole URL.
    public static let proxied = "proxied"

    /// The request's URL as sent: scheme, authority and target, nothing normalised.
    public var url: String {
        "\(request.scheme)://\(request.authority)\(request.target)"
    }

    /// How the exchange ended. The raw value is the `ending` column.
    public enum Ending: String, Sendable, Hashable {
        /// A final response head was seen.
        case answered
        /// The connection was closed or reset, or the client gave up, before a response.
        case failed
        /// The response was not seen, and the capture cannot tell whether there was one.
        case unseen
    }

    /// What the client sent (RFC 9110 section 3.4).
    public struct Request: Sendable, Hashable {
        /// Upper-case as sent, such as `GET`.
        public var method: String
        /// `http` or `https`, lower-case.
        public var scheme: String
        /// Host and, where it was sent, port: from `:authority`, `Host` or an absolute target.
        public var authority: String
        /// Path and query exactly as sent.
        public var target: String
        public var headers: HeaderFields
        public var body: Body

        public init(
            method: String, scheme: String, authority: String, target: String, headers: HeaderFields = HeaderFields(),
            body: Body = .none
        ) {
            self.method = method
            self.scheme = scheme
            self.authority = authority
            self.target = target
            self.headers = headers
            self.body = body
        }

        /// Whether requests of this method usually have content.
        public static func usuallyHasContent(_ method: String) -> Bool {
            method == "POST" || method == "PUT" || method == "PATCH"
        }

        /// The authority without its port, lower-cased; IPv6 brackets kept.
        public var host: String { Request.host(of: authority) }

        /// The same of an authority that is not part of a request.
        public static func host(of authority: String) -> String {
            var end = authority.utf8.endIndex
            if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
                !authority.utf8[colon...].contains(UInt8(ascii: "]"))
            {
                end = colon
            }
            return authority[..<end].lowercased()
        }
    }

    /// What the server answered.
    public struct Response: Sendable, Hashable {
        /// The final status, 100 to 999. Interim 1xx responses are not kept.
        public var status: Int
        public var headers: HeaderFields
        public var body: Body
        /// When the first byte of the response head arrived, if the capture says.
        public var startedAt: Timestamp?
        /// When the last byte of the body arrived, if the capture says.
        public var endedAt: Timestamp?

        public init(
            status: Int, headers: HeaderFields = HeaderFields(), body: Body = .none, startedAt: Timestamp? = nil,
            endedAt: Timestamp? = nil
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.startedAt = startedAt
            self.endedAt = endedAt
        }

        /// Whether a response of this status to a request of this method is one without content (RFC 9110 section 6.4.1).
        public static func neverHasContent(_ status: Int, to method: String) -> Bool {
            method == "HEAD" || status < 200 || status == 204 || status == 205 || status == 304
        }
    }

    /// The connection that carried the exchange, as far as the capture shows it.
    public struct Connection: Sendable, Hashable {
        /// `http/1.0`, `http/1.1`, `h2`, `h3`; `nil` when the capture does not say, or is known to say it wrongly.
        public var protocolName: String?
        /// The flow's number inside the capture, from 1; 0 when the capture has no flows.
        public var flow: Int
        /// The HTTP/2 or HTTP/3 stream, or `nil`.
        public var stream: Int?
        /// `address:port` of the peers, or `nil`.
        public var client: String?
        public var server: String?

        public init(
            protocolName: String? = nil, flow: Int = 0, stream: Int? = nil, client: String? = nil, server: String? = nil
        ) {
            self.protocolName = protocolName
            self.flow = flow
            self.stream = stream
            self.client = client
            self.server = server
        }
    }
}

/// A message body: what is known of it and, where it may hold a document, its bytes.
public struct Body: Sendable, Hashable {
    /// Bytes of content after transfer and content decoding; `nil` when unknown.
    public var size: Int?
    public var content: Content

    public init(size: Int?, content: Content) {
        self.size = size
        self.content = content
    }

    /// The message has no body.
    public static let none = Body(size: 0, content: .empty)

    /// A body whose decoded bytes are all here.
    public static func kept(_ bytes: [UInt8]) -> Body {
        Body(size: bytes.count, content: bytes.isEmpty ? .empty : .kept(bytes))
    }

    /// What there is of the bytes.
    public enum Content: Sendable, Hashable {
        case empty
        /// Decoded bytes, complete.
        case kept([UInt8])
        /// Decoded bytes up to where the capture or a limit cut them off.
        case cut([UInt8])
        /// Not stored because it cannot be a document (media, images, fonts).
        case media
        /// There was a body, but the capture does not hold it, or it could not be decoded: a blind spot.
        case missing
    }

    /// The bytes there are, complete or not.
    public var bytes: [UInt8] {
        switch content {
        case .kept(let bytes), .cut(let bytes): bytes
        case .empty, .media, .missing: []
        }
    }

    /// The `*_body_state` columns: `empty`, `kept`, `cut`, `media` or `missing`.
    public var state: String {
        switch content {
        case .empty: "empty"
        case .kept: "kept"
        case .cut: "cut"
        case .media: "media"
        case .missing: "missing"
        }
    }
}
