import Encodings
import Model

/// What an export of ours says of an exchange beyond HAR 1.2, in the member `_beaconproof` of its entry (docs/har.md):
/// with it, a HAR made from packets is judged as the packets are.
struct HAROrigin {
    /// The state of a body: the raw values are those of ``Body/state``.
    enum BodyState: String {
        case empty, kept, cut, media, missing
    }

    struct StatedBody {
        var state: BodyState
        var size: Int?
    }

    private var ending: Exchange.Ending?
    private var protocolName: String?
    private var flow = 0
    private var stream: Int?
    private var client: String?
    /// Where the URL cannot carry it, as for `OPTIONS *`.
    private var target: String?
    private var responseAt: Timestamp?
    private var endAt: Timestamp?
    private var notes: [String] = []
    private(set) var requestBody: StatedBody?
    private(set) var responseBody: StatedBody?

    func apply(to exchange: inout Exchange) {
        if let ending { exchange.ending = ending }
        exchange.connection.protocolName = protocolName
        exchange.connection.flow = flow
        exchange.connection.stream = stream
        exchange.connection.client = client
        if let target { exchange.request.target = target }
        exchange.response?.startedAt = responseAt
        exchange.response?.endedAt = endAt
        exchange.notes = notes
    }
}

extension HAROrigin {
    /// Reads the object at the scanner's position; a member of another type than it should have is left out.
    static func read(_ scanner: inout JSONScanner) throws(JSONFault) -> HAROrigin {
        var origin = HAROrigin()
        try scanner.take(UInt8(ascii: "{"), orExpected: .object)
        var request = (state: BodyState?.none, size: Int?.none)
        var response = request
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "ending") {
                origin.ending = try scanner.word().flatMap(Exchange.Ending.init)
            } else if scanner.matches(key, "protocol") {
                origin.protocolName = try scanner.word()
            } else if scanner.matches(key, "flow") {
                origin.flow = try scanner.integer() ?? 0
            } else if scanner.matches(key, "stream") {
                origin.stream = try scanner.integer()
            } else if scanner.matches(key, "client") {
                origin.client = try scanner.word()
            } else if scanner.matches(key, "target") {
                origin.target = try scanner.word()
            } else if scanner.matches(key, "responseUs") {
                origin.responseAt = try scanner.timestamp()
            } else if scanner.matches(key, "endUs") {
                origin.endAt = try scanner.timestamp()
            } else if scanner.matches(key, "notes") {
                origin.notes = try scanner.word()?.split(separator: " ").map(String.init) ?? []
            } else if scanner.matches(key, "requestBody") {
                request.state = try scanner.word().flatMap(BodyState.init)
            } else if scanner.matches(key, "requestBytes") {
                request.size = try scanner.integer()
            } else if scanner.matches(key, "responseBody") {
                response.state = try scanner.word().flatMap(BodyState.init)
            } else if scanner.matches(key, "responseBytes") {
                response.size = try scanner.integer()
            } else {
                try scanner.skipValue()
            }
        }
        origin.requestBody = request.state.map { StatedBody(state: $0, size: request.size) }
        origin.responseBody = response.state.map { StatedBody(state: $0, size: response.size) }
        return origin
    }
}

/// What an export of ours says of the capture it was made from, in the member `_beaconproof` of `log`.
struct HARCaptureOrigin {
    var first: Timestamp?
    var last: Timestamp?
    /// What that capture could not show, with the code and the words of the diagnostic that said so.
    var unseen: [(blind: Blind, code: String, detail: String)] = []

    static func read(_ scanner: inout JSONScanner) throws(JSONFault) -> HARCaptureOrigin? {
        guard try scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        scanner.position += 1
        var origin = HARCaptureOrigin()
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "firstUs") {
                origin.first = try scanner.timestamp()
            } else if scanner.matches(key, "lastUs") {
                origin.last = try scanner.timestamp()
            } else if scanner.matches(key, "blind"), try scanner.peek() == UInt8(ascii: "[") {
                scanner.position += 1
                var first = true
                while try scanner.nextElement(&first) {
                    if let blind = try readBlind(&scanner) { origin.unseen.append(blind) }
                }
            } else {
                try scanner.skipValue()
            }
        }
        return origin
    }

    private static func readBlind(
        _ scanner: inout JSONScanner
    ) throws(JSONFault) -> (blind: Blind, code: String, detail: String)? {
        guard try scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        scanner.position += 1
        var row = (blind: Blind(), code: "", detail: "")
        var (from, to): (Timestamp?, Timestamp?)
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "fromUs") {
                from = try scanner.timestamp()
            } else if scanner.matches(key, "toUs") {
                to = try scanner.timestamp()
            } else if scanner.matches(key, "host") {
                row.blind.host = try scanner.word()
            } else if scanner.matches(key, "server") {
                row.blind.server = try scanner.word()
            } else if scanner.matches(key, "manyHosts") {
                row.blind.manyHosts = try scanner.integer() != 0
            } else if scanner.matches(key, "hides") {
                // A word that is not known must not hide less.
                row.blind.hides = try scanner.word().flatMap(Blind.Hides.init) ?? .both
            } else if scanner.matches(key, "code") {
                row.code = try scanner.word() ?? ""
            } else if scanner.matches(key, "reason") {
                row.detail = try scanner.word() ?? ""
            } else {
                try scanner.skipValue()
            }
        }
        row.blind.span(from, to)
        return row
    }
}

extension JSONScanner {
    /// The string at the position; `nil` for any other value.
    fileprivate mutating func word() throws(JSONFault) -> String? {
        guard let string = try stringValue() else { return nil }
        var repaired = false
        return text(of: string, repaired: &repaired)
    }

    fileprivate mutating func integer() throws(JSONFault) -> Int? {
        guard let number = try numberValue() else { return nil }
        return withText(of: number) { JSONNumber.integer($0) }
    }

    fileprivate mutating func timestamp() throws(JSONFault) -> Timestamp? {
        try integer().map { Timestamp(microseconds: Int64($0)) }
    }
}
