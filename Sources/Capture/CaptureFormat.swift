import Encodings
import Model

/// What kind of file an input is, told by its first bytes alone: names and extensions lie.
///
/// What proxies, browsers and servers save declares its kind in the folder of its reader (``SavedFormat``).
public struct CaptureFormat: RawRepresentable, Sendable, Hashable {
    /// Its name in messages.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let pcap = CaptureFormat(rawValue: "pcap")
    public static let pcapng = CaptureFormat(rawValue: "pcapng")
    /// A JSON object with `log` near its front.
    public static let har = CaptureFormat(rawValue: "har")
    /// Another JSON object or array; it may still be a HAR whose `log` comes late.
    public static let json = CaptureFormat(rawValue: "json")
    public static let jsonLines = CaptureFormat(rawValue: "json-lines")
    /// Calls and events that an app wrote down, one per line.
    public static let callLog = CaptureFormat(rawValue: "call-log")
    /// A ZIP archive: Fiddler SAZ, a bundle.
    public static let zip = CaptureFormat(rawValue: "zip")
    public static let keyLog = CaptureFormat(rawValue: "key-log")
    /// A database, perhaps one of BeaconProof's own.
    public static let sqlite = CaptureFormat(rawValue: "sqlite")
    public static let xml = CaptureFormat(rawValue: "xml")
    /// Charles's own session format, a Java serialisation.
    public static let charlesSession = CaptureFormat(rawValue: "charles-session")
    public static let gzip = CaptureFormat(rawValue: "gzip")
    public static let zlib = CaptureFormat(rawValue: "zlib")
    public static let zstd = CaptureFormat(rawValue: "zstd")
    /// Text of no known format, such as a facts file.
    public static let text = CaptureFormat(rawValue: "text")
    public static let empty = CaptureFormat(rawValue: "empty")
    public static let unknown = CaptureFormat(rawValue: "unknown")

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

    private typealias Check = (format: CaptureFormat, reason: @Sendable (Span<UInt8>) -> String?)

    /// The first that gives a reason decides: exact marks before guesses.
    private static let checks: [Check] =
        marks + saved(guesses: false) + shapes + saved(guesses: true) + [wideText, plainText]

    private static let marks: [Check] = [
        (.pcapng, { mark($0, [0x0A, 0x0D, 0x0D, 0x0A]) }),
        (.pcap, { pcapMark($0) }),
        (.sqlite, { mark($0, Array("SQLite format 3\0".utf8)) }),
        (.gzip, { mark($0, [0x1F, 0x8B]) }),
        (.zstd, { mark($0, [0x28, 0xB5, 0x2F, 0xFD]) }),
        (.charlesSession, { mark($0, [0xAC, 0xED, 0x00, 0x05]) }),
        (.zlib, { isZlib($0) ? "begins with a zlib header, \(hex($0, 2))" : nil }),
        (.keyLog, { keyLog($0) }),
        (.callLog, { callLog($0) }),
    ]

    private static let shapes: [Check] = [
        (.har, { jsonObject($0) == .har ? "is a JSON object with the key \"log\"" : nil }),
        (.jsonLines, { jsonObject($0) == .jsonLines ? "has a JSON object on each line" : nil }),
        (.json, { jsonObject($0) == .json ? "begins like JSON" : nil }),
        (.xml, { firstText($0).map { $0 == UInt8(ascii: "<") } ?? false ? "begins with `<`" : nil }),
    ]

    /// What Windows' shells write when they redirect an output.
    private static let wideText: Check = (
        .text,
        {
            begins($0, with: [0xFF, 0xFE]) || begins($0, with: [0xFE, 0xFF])
                ? "is text in UTF-16; save it as UTF-8" : nil
        }
    )

    private static let plainText: Check = (.text, { isText($0) ? "is text" : nil })

    private static func saved(guesses: Bool) -> [Check] {
        SavedFormat.all.filter { $0.isGuess == guesses }.map { ($0.format, $0.recognise) }
    }

    /// With the window that all writers use and without a dictionary; others are taken for the text they rather are.
    private static func isZlib(_ front: Span<UInt8>) -> Bool {
        DeflateWrapper.isZlibHeader(front) && front[0] == 0x78 && front[1] & 0x20 == 0
    }

    // MARK: Marks

    static func mark(_ front: Span<UInt8>, _ bytes: [UInt8]) -> String? {
        begins(front, with: bytes) ? "begins with \(hex(front, bytes.count))" : nil
    }

    static func begins(_ front: Span<UInt8>, with bytes: [UInt8]) -> Bool {
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

    static func contains(_ front: Span<UInt8>, _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard front.count >= wanted.count else { return false }
        for start in 0...(front.count - wanted.count) where begins(front.extracting(start...), with: wanted) {
            return true
        }
        return false
    }

    /// Tells a HAR, JSON Lines and other JSON apart; `nil` when the text does not begin like JSON.
    static func jsonObject(_ front: Span<UInt8>) -> CaptureFormat? {
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
    static func firstText(_ front: Span<UInt8>, from start: Int = 0) -> UInt8? {
        var index = start
        if index == 0 { index = ByteOrderMark.count(front) }
        while index < front.count, front[index] == 0x20 || (0x09...0x0D).contains(front[index]) { index += 1 }
        return index < front.count ? front[index] : nil
    }

    static func isText(_ front: Span<UInt8>) -> Bool {
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
