import Encodings
import Model

/// One JSON object of a call log: the envelope of the interfaces page, read member by member.
///
/// What is not part of the envelope stays in the payload as it is spelt, so that rules see the types the app passed.
struct CallLogLine {
    enum Content: Sendable, Hashable {
        /// - Parameter number: the place in the app's own count of its lines, where it counts.
        case call(Call, number: Int?)
        /// - Parameter call: the same as a line among the calls, without a time of its own.
        case header(CallLogHeader, call: Call)
        /// What was expected and found.
        case unreadable(String)
    }

    /// Milliseconds before 1973 are seconds, or another clock.
    private static let earliest = 100_000_000_000_000

    private static let onlyOnce: [StaticString] = [
        "t", "api", "args", "mono", "inst", "kind", "source", "name", "instance", "seq",
    ]

    private var kind: String?
    private var time: Int?
    private var mono: Int?
    private var source: String?
    private var name: String?
    private var instance: String?
    private var number: Int?
    private var fields: [CallLogHeader.Field] = []
    private var payload: [UInt8] = []
    /// A key that the object has twice: two lines that a cut has joined.
    private var repeated: String?

    /// - Parameters:
    ///   - text: one line, without its end.
    ///   - fallback: the time the surrounding log gives the line, for objects without `t`.
    static func read(_ text: Span<UInt8>, locator: Locator, fallback: Timestamp? = nil) -> Content {
        text.withUnsafeBufferPointer { bytes in
            guard var scanner = JSONScanner(bytes) else { return .unreadable("expected a JSON object, found nothing") }
            var line = CallLogLine()
            do throws(JSONFault) {
                try line.readObject(&scanner)
            } catch {
                return .unreadable("expected a JSON object on one line, found \(describe(error))")
            }
            return line.content(locator: locator, fallback: fallback)
        }
    }

    private mutating func readObject(_ scanner: inout JSONScanner) throws(JSONFault) {
        try scanner.take(UInt8(ascii: "{"), orExpected: .object)
        var isFirst = true
        var met: UInt32 = 0
        while let key = try scanner.nextKey(&isFirst) {
            if let place = Self.onlyOnce.firstIndex(where: { scanner.matches(key, $0) }) {
                if met & 1 << UInt32(place) != 0 { repeated = "\(Self.onlyOnce[place])" }
                met |= 1 << UInt32(place)
            }
            if scanner.matches(key, "v") {
                try scanner.skipValue()
            } else if scanner.matches(key, "t") {
                time = try integer(&scanner, scale: 3)
            } else if scanner.matches(key, "mono") {
                mono = try integer(&scanner, scale: 6)
            } else if scanner.matches(key, "kind") {
                kind = try word(&scanner)
            } else if scanner.matches(key, "source") {
                source = try word(&scanner)
            } else if scanner.matches(key, "api") || scanner.matches(key, "name") {
                name = try word(&scanner)
            } else if scanner.matches(key, "inst") || scanner.matches(key, "instance") {
                instance = try word(&scanner)
            } else {
                if scanner.matches(key, "seq") {
                    var ahead = scanner
                    number = try integer(&ahead, scale: 0)
                }
                try keep(key, &scanner)
            }
        }
    }

    private func integer(_ scanner: inout JSONScanner, scale: Int) throws(JSONFault) -> Int? {
        guard let number = try scanner.numberValue() else { return nil }
        return scanner.withBytes(of: number) { JSONNumber.integer($0.span, scale: scale) }
    }

    /// A string, or the spelling of another scalar.
    private func word(_ scanner: inout JSONScanner) throws(JSONFault) -> String? {
        var repaired = false
        if try scanner.peek() == UInt8(ascii: "\"") {
            return scanner.text(of: try scanner.string(), repaired: &repaired)
        }
        let start = scanner.position
        try scanner.skipValue()
        return scanner.text(of: JSONString(start: start, count: scanner.position - start), repaired: &repaired)
    }

    /// Takes a member into the payload as it is spelt, and into the header's fields where it is a scalar.
    private mutating func keep(_ key: JSONString, _ scanner: inout JSONScanner) throws(JSONFault) {
        var repaired = false
        let first = try scanner.peek()
        let start = scanner.position
        try scanner.skipValue()
        let value = JSONString(start: start, count: scanner.position - start)
        payload.append(payload.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        payload.append(UInt8(ascii: "\""))
        scanner.withBytes(of: key) { payload.append(contentsOf: $0) }
        payload.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
        scanner.withBytes(of: value) { payload.append(contentsOf: $0) }
        guard kind == nil || kind == "header", first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return }
        let isString = first == UInt8(ascii: "\"")
        let inner = isString ? JSONString(start: start + 1, count: value.count - 2, isEscaped: true) : value
        fields.append(
            CallLogHeader.Field(
                name: scanner.text(of: key, repaired: &repaired), value: scanner.text(of: inner, repaired: &repaired)))
    }

    private func content(locator: Locator, fallback: Timestamp?) -> Content {
        if let repeated { return .unreadable("expected each key once, found \(repeated) twice") }
        let payload = payload.isEmpty ? nil : String(decoding: payload + [UInt8(ascii: "}")], as: UTF8.self)
        if kind == "header" {
            let call = Call(
                at: Timestamp(microseconds: 0), kind: .header, source: "log", name: "header", payload: payload,
                locator: locator)
            return .header(CallLogHeader(fields: fields), call: call)
        }
        guard let kind = Call.Kind(rawValue: kind ?? (source == nil ? "call" : "event")), kind != .header else {
            return .unreadable("expected kind header, call, event or sdk, found \(kind ?? "")")
        }
        guard let name = name ?? (kind == .sdk ? "sdk" : nil) else {
            return .unreadable("expected api or name, found neither")
        }
        if let time, time < CallLogLine.earliest {
            return .unreadable("expected t in milliseconds since 1970, found an earlier time than 1973")
        }
        guard let at = time.map({ Timestamp(microseconds: Int64($0)) }) ?? fallback else {
            return .unreadable("expected t, milliseconds since 1970, found none")
        }
        return .call(
            Call(
                at: at, mono: mono.map(Int64.init), kind: kind,
                source: source ?? (kind == .event ? "player" : "nielsen"), name: name, instance: instance,
                payload: payload, locator: locator),
            number: number)
    }

    private static func describe(_ fault: JSONFault) -> String {
        switch fault {
        case .incomplete: "that it ends too early"
        case .unexpected(let expected, let at): "no \(expected.rawValue) at byte \(at) of the line"
        case .tooDeep(let at): "too many levels at byte \(at) of the line"
        }
    }
}
