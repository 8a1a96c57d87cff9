import Encodings
import Model

/// What kind of file an input is, told by its first bytes alone: names and extensions lie.
public enum CaptureFormat: String, Sendable, Hashable, CaseIterable {
    case pcap
    case pcapng
    /// A JSON object with `log` near its front.
    case har
    /// Another JSON object or array; it may still be a HAR whose `log` comes late.
    case json
    case jsonLines = "json-lines"
    /// Calls and events that an app wrote down, one per line.
    case callLog = "call-log"
    case mitmproxy
    /// A ZIP archive: Fiddler SAZ, a bundle.
    case zip
    case keyLog = "key-log"
    /// A database, perhaps one of BeaconProof's own.
    case sqlite
    case xml
    /// A session that Charles exported as JSON: transactions in an array or one after another.
    case charlesJSON = "charles-json"
    /// A session that Charles exported as XML.
    case charlesXML = "charles-xml"
    /// Charles's own session format, a Java serialisation.
    case charlesSession = "charles-session"
    /// What Proxyman saved in its own format: a ZIP of one JSON per request.
    case proxymanLog = "proxyman-log"
    /// What Chrome logs of its network stack (`--log-net-log`).
    case netLog = "netlog"
    /// NCSA common or combined lines of a web server.
    case accessLog = "access-log"
    /// Requests as JSON, one a line, from a web server.
    case accessLogJSON = "access-log-json"
    /// W3C extended lines: CloudFront, IIS.
    case accessLogW3C = "access-log-w3c"
    /// Interactions of MediaTailor with ad servers.
    case mediaTailorLog = "mediatailor-log"
    case gzip
    case zlib
    case zstd
    /// Text of no known format, such as a facts file.
    case text
    case empty
    case unknown

    /// A format with the evidence for it.
    public struct Sniff: Sendable, Hashable {
        public var format: CaptureFormat
        /// What was seen, as a clause: `begins with the bytes 0A 0D 0D 0A`.
        public var reason: String
    }

    /// How many bytes ``sniff(_:)`` looks at; fewer do when the file is shorter.
    public static let sniffLength = 4096

    /// - Parameter front: the first bytes of the file, ``sniffLength`` of them where there are as many.
    public static func sniff(_ front: Span<UInt8>) -> Sniff {
        let front = front.extracting(..<min(front.count, sniffLength))
        if front.count == 0 { return Sniff(format: .empty, reason: "has no bytes") }
        for check in checks {
            if let reason = check.reason(front) { return Sniff(format: check.format, reason: reason) }
        }
        return Sniff(format: .unknown, reason: "begins with \(hex(front, 8)), which no known format does")
    }

    /// The first that gives a reason decides; add a format here, exact marks before guesses.
    private static let checks: [(format: CaptureFormat, reason: @Sendable (Span<UInt8>) -> String?)] = [
        (.pcapng, { mark($0, [0x0A, 0x0D, 0x0D, 0x0A]) }),
        (.pcap, { pcapMark($0) }),
        (.sqlite, { mark($0, Array("SQLite format 3\0".utf8)) }),
        (.proxymanLog, { proxymanLog($0) }),
        (.zip, { mark($0, [0x50, 0x4B, 0x03, 0x04]) ?? mark($0, [0x50, 0x4B, 0x05, 0x06]) }),
        (.gzip, { mark($0, [0x1F, 0x8B]) }),
        (.zstd, { mark($0, [0x28, 0xB5, 0x2F, 0xFD]) }),
        (.charlesSession, { mark($0, [0xAC, 0xED, 0x00, 0x05]) }),
        (.zlib, { isZlib($0) ? "begins with a zlib header, \(hex($0, 2))" : nil }),
        (.mitmproxy, { tnetstring($0) }),
        (.keyLog, { keyLog($0) }),
        (.callLog, { callLog($0) }),
        (.charlesJSON, { charlesJSON($0) }),
        (.netLog, { netLog($0) }),
        (.mediaTailorLog, { mediaTailorLog($0) }),
        (.accessLogJSON, { accessLogJSON($0) }),
        (.har, { jsonObject($0) == .har ? "is a JSON object with the key \"log\"" : nil }),
        (.jsonLines, { jsonObject($0) == .jsonLines ? "has a JSON object on each line" : nil }),
        (.json, { jsonObject($0) == .json ? "begins like JSON" : nil }),
        (.charlesXML, { charlesXML($0) }),
        (.xml, { firstText($0).map { $0 == UInt8(ascii: "<") } ?? false ? "begins with `<`" : nil }),
        (.accessLogW3C, { accessLogW3C($0) }),
        (.accessLog, { accessLog($0) }),
        (.text, { isText($0) ? "is text" : nil }),
    ]

    /// With the window that all writers use and without a dictionary; others are taken for the text they rather are.
    private static func isZlib(_ front: Span<UInt8>) -> Bool {
        DeflateWrapper.isZlibHeader(front) && front[0] == 0x78 && front[1] & 0x20 == 0
    }

    // MARK: Marks

    private static func mark(_ front: Span<UInt8>, _ bytes: [UInt8]) -> String? {
        begins(front, with: bytes) ? "begins with \(hex(front, bytes.count))" : nil
    }

    private static func begins(_ front: Span<UInt8>, with bytes: [UInt8]) -> Bool {
        guard front.count >= bytes.count else { return false }
        for index in 0..<bytes.count where front[index] != bytes[index] { return false }
        return true
    }

    /// Micro- and nanosecond captures of either byte order, and the modified format with interface indices.
    private static func pcapMark(_ front: Span<UInt8>) -> String? {
        let magics: [[UInt8]] = [
            [0xA1, 0xB2, 0xC3, 0xD4], [0xA1, 0xB2, 0x3C, 0x4D], [0xA1, 0xB2, 0xCD, 0x34],
        ]
        for magic in magics {
            if let reason = mark(front, magic) ?? mark(front, magic.reversed()) { return reason }
        }
        return nil
    }

    /// `1234:7:version;`, a dictionary of tnetstrings: what a mitmproxy flow file begins with. Times of day, `12:27:06`, have
    /// the same beginning, but lengths that do not fit into one another.
    private static func tnetstring(_ front: Span<UInt8>) -> String? {
        guard let outer = length(front, from: 0), let inner = length(front, from: outer.end),
            inner.value <= outer.value - (inner.end - outer.end)
        else { return nil }
        let type = inner.end + inner.value
        guard type >= front.count || tnetstringTypes.contains(front[type]) else { return nil }
        return "begins with a tnetstring, two lengths with their colons"
    }

    private static let tnetstringTypes = Array(",;:#^!~]}".utf8)

    /// Up to twelve digits and a colon, and the place behind them.
    private static func length(_ front: Span<UInt8>, from start: Int) -> (value: Int, end: Int)? {
        var index = start
        var value = 0
        while index < front.count, index - start < 12, let digit = ASCII.digitValue(front[index]) {
            value = value * 10 + Int(digit)
            index += 1
        }
        guard index > start, index < front.count, front[index] == UInt8(ascii: ":") else { return nil }
        return (value, index + 1)
    }

    private static let keyLogLabels = [
        "CLIENT_RANDOM ", "CLIENT_HANDSHAKE_TRAFFIC_SECRET ", "SERVER_HANDSHAKE_TRAFFIC_SECRET ",
        "CLIENT_TRAFFIC_SECRET_", "SERVER_TRAFFIC_SECRET_", "CLIENT_EARLY_TRAFFIC_SECRET ", "EARLY_EXPORTER_",
        "EXPORTER_SECRET ", "RSA ", "QUIC_", "ECH_SECRET ", "ECH_CONFIG ",
    ]

    /// A line begins with a label of the NSS key log format: not always the first, which is cut where the log is the end of
    /// a longer one.
    private static func keyLog(_ front: Span<UInt8>) -> String? {
        guard isText(front) else { return nil }
        var start = ByteOrderMark.count(front)
        while start < front.count {
            while start < front.count, front[start] <= 0x20 { start += 1 }
            let line = front.extracting(start...)
            if let label = keyLogLabels.first(where: { begins(line, with: Array($0.utf8)) }) {
                return "has a key log line that begins with \(label)"
            }
            while start < front.count, front[start] != UInt8(ascii: "\n") { start += 1 }
        }
        return nil
    }

    /// The first object has the members of a call, or a line carries one.
    private static func callLog(_ front: Span<UInt8>) -> String? {
        guard let first = firstText(front), isText(front) else { return nil }
        guard first == UInt8(ascii: "{") else { return CallLogDialects.recognises(front) }
        return front.withUnsafeBufferPointer { bytes in
            guard var scanner = JSONScanner(bytes, from: bytes.firstIndex(of: first) ?? 0) else { return nil }
            do {
                scanner.position += 1
                var isFirst = true
                var isVersioned = false
                var hasKind = false
                while let key = try scanner.nextKey(&isFirst) {
                    if scanner.matches(key, "v") { isVersioned = true }
                    if scanner.matches(key, "kind") { hasKind = true }
                    if scanner.matches(key, "eventMessage") { return "has lines of a system log as JSON objects" }
                    if isVersioned, hasKind { return "has calls as JSON objects" }
                    try scanner.skipValue()
                }
                return nil
            } catch {
                return nil
            }
        }
    }

    // MARK: Text

    /// Charles names the port it connected to before anything whose length is not its own.
    private static func charlesJSON(_ front: Span<UInt8>) -> String? {
        guard let first = firstText(front), first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
            contains(front, "\"protocolVersion\""), contains(front, "\"actualPort\"")
        else { return nil }
        return "is JSON with the keys of a Charles transaction, \"protocolVersion\" and \"actualPort\""
    }

    /// The keys that Chrome writes first: the numbers of its event types.
    private static func netLog(_ front: Span<UInt8>) -> String? {
        guard firstText(front) == UInt8(ascii: "{"), contains(front, "\"constants\""),
            contains(front, "\"activeFieldTrialGroups\"") || contains(front, "\"logEventTypes\"")
                || contains(front, "\"addressFamily\"") || contains(front, "\"clientInfo\"")
        else { return nil }
        return "is a JSON object with the constants of a Chrome net log"
    }

    /// Members of the archive are named for the requests they hold.
    private static func proxymanLog(_ front: Span<UInt8>) -> String? {
        guard begins(front, with: [0x50, 0x4B, 0x03, 0x04]), let length = front.uint16(at: 26, .little),
            front.count - 30 >= Int(length),
            ProxymanReader.number(of: String(decoding: front.copy(30..<(30 + Int(length))), as: UTF8.self)) != nil
        else { return nil }
        return "is a ZIP whose first member is named as in a Proxyman log"
    }

    private static func mediaTailorLog(_ front: Span<UInt8>) -> String? {
        guard contains(front, "\"eventType\""), contains(front, "\"eventTimestamp\""),
            contains(front, "\"awsAccountId\"") || contains(front, "\"originId\"") || contains(front, "\"beaconInfo\"")
        else { return nil }
        return "has the keys of a MediaTailor log, \"eventType\" and \"eventTimestamp\""
    }

    /// One object on each line, with a request and a status.
    private static func accessLogJSON(_ front: Span<UInt8>) -> String? {
        guard jsonObject(front) == .jsonLines || firstText(front) == UInt8(ascii: "{") && !contains(front, "\"log\""),
            contains(front, "\"status\"") || contains(front, "\"status_code\"")
                || contains(front, "\"response_status\""),
            let key = ["\"request_uri\"", "\"request_method\"", "\"request\":\"", "\"request\": \"", "\"requestUri\""]
                .first(where: { contains(front, $0) })
        else { return nil }
        return "has JSON lines with the keys of an access log, \(key.prefix { $0 != ":" }) among them"
    }

    private static func accessLogW3C(_ front: Span<UInt8>) -> String? {
        guard firstText(front) == UInt8(ascii: "#"), contains(front, "#Fields:"), contains(front, "cs-method") else {
            return nil
        }
        return "has a line that begins with #Fields: and names requests"
    }

    /// The first line has a time in brackets and a request in quotes.
    private static func accessLog(_ front: Span<UInt8>) -> String? {
        guard isText(front) else { return nil }
        var end = 0
        while end < front.count, front[end] != UInt8(ascii: "\n") { end += 1 }
        switch CombinedLine.read(front.copy(0..<end)[...]) {
        case .request, .noRequest: return "has a line with a time in brackets and a request in quotes"
        case .nothing, .unreadable: return nil
        }
    }

    private static func charlesXML(_ front: Span<UInt8>) -> String? {
        guard firstText(front) == UInt8(ascii: "<"), contains(front, "<charles-session") else { return nil }
        return "is XML with the element `charles-session`"
    }

    private static func contains(_ front: Span<UInt8>, _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard front.count >= wanted.count else { return false }
        for start in 0...(front.count - wanted.count) where begins(front.extracting(start...), with: wanted) {
            return true
        }
        return false
    }

    /// Tells a HAR, JSON Lines and other JSON apart; `nil` when the text does not begin like JSON.
    private static func jsonObject(_ front: Span<UInt8>) -> CaptureFormat? {
        guard let first = firstText(front) else { return nil }
        if first == UInt8(ascii: "[") { return .json }
        guard first == UInt8(ascii: "{"), isText(front) else { return nil }
        return front.withUnsafeBufferPointer { bytes in
            let start = bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0
            guard var scanner = JSONScanner(bytes, from: start) else { return .json }
            do {
                scanner.position += 1
                var isFirst = true
                while let key = try scanner.nextKey(&isFirst) {
                    if scanner.matches(key, "log"), try scanner.peek() == UInt8(ascii: "{") { return .har }
                    try scanner.skipValue()
                }
                let next = try scanner.peek()
                return next == UInt8(ascii: "{") ? .jsonLines : .json
            } catch {
                // The object goes on behind the front, or is damaged: the reader will say where.
                return .json
            }
        }
    }

    /// The first byte that is neither white space nor part of a byte order mark.
    private static func firstText(_ front: Span<UInt8>, from start: Int = 0) -> UInt8? {
        var index = start
        if index == 0 { index = ByteOrderMark.count(front) }
        while index < front.count, front[index] == 0x20 || (0x09...0x0D).contains(front[index]) { index += 1 }
        return index < front.count ? front[index] : nil
    }

    private static func isText(_ front: Span<UInt8>) -> Bool {
        for index in 0..<front.count where front[index] < 0x20 && !(0x09...0x0D).contains(front[index]) {
            if front[index] != 0x1B { return false }
        }
        return true
    }

    private static func hex(_ front: Span<UInt8>, _ count: Int) -> String {
        var text: [String] = []
        for index in 0..<min(count, front.count) {
            text.append(Hexadecimal.text(front[index]).uppercased())
        }
        return "the bytes " + text.joined(separator: " ")
    }
}
