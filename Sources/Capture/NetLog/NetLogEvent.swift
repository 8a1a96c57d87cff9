import Encodings
import Model

/// One element of `events`, as far as it can be read before its meaning is known.
struct NetLogEvent: Sendable, Hashable {
    /// What happened, for events that tell of requests.
    enum Kind: Sendable, Hashable {
        /// The life of a request with all its redirects.
        case alive
        /// One request to one URL.
        case startJob
        case sendHTTP1, sendHTTP2, sendHTTP3
        case readHeaders
        /// Headers that the browser made up itself, for a redirect that no server sent.
        case fakeHeaders
        case redirected
        /// Decoded bytes of the body were handed on.
        case bytesRead

        /// By their names in net/log/net_log_event_type_list.h.
        static let named: [(name: StaticString, kind: Kind)] = [
            ("REQUEST_ALIVE", .alive), ("URL_REQUEST_START_JOB", .startJob),
            ("HTTP_TRANSACTION_SEND_REQUEST_HEADERS", .sendHTTP1),
            ("HTTP_TRANSACTION_HTTP2_SEND_REQUEST_HEADERS", .sendHTTP2),
            ("HTTP_TRANSACTION_QUIC_SEND_REQUEST_HEADERS", .sendHTTP3),
            ("HTTP_TRANSACTION_READ_RESPONSE_HEADERS", .readHeaders),
            ("URL_REQUEST_FAKE_RESPONSE_HEADERS_CREATED", .fakeHeaders), ("URL_REQUEST_REDIRECTED", .redirected),
            ("URL_REQUEST_JOB_FILTERED_BYTES_READ", .bytesRead),
        ]
    }

    enum Phase: Sendable, Hashable {
        case instant, begin, end
    }

    private(set) var type: Int?
    private(set) var phase = Phase.instant
    /// Microseconds of the browser's clock, which counts milliseconds.
    private(set) var ticks: Int?
    private(set) var source: Int?
    /// Where the object `params` begins: it stands before the type that says how to read it.
    private(set) var parameters: Int?

    /// Reads the value at the scanner's position; `nil` when it is no object.
    init?(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.opensObject() else {
            try scanner.skipValue()
            return nil
        }
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "type") {
                type = try scanner.integerValue()
            } else if scanner.matches(key, "time") {
                ticks = try scanner.integerValue(scale: 3)
            } else if scanner.matches(key, "phase") {
                let number = try scanner.integerValue()
                phase = number == 1 ? .begin : number == 2 ? .end : .instant
            } else if scanner.matches(key, "source"), try scanner.opensObject() {
                try readSource(&scanner)
            } else if scanner.matches(key, "params") {
                parameters = try scanner.peek() == UInt8(ascii: "{") ? scanner.position : nil
                try scanner.skipValue()
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readSource(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "id") { source = try scanner.integerValue() } else { try scanner.skipValue() }
        }
    }
}
