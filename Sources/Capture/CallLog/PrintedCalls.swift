import Encodings
import Model

/// Calls that an integration prints to a console in its own words: those of Segment and Bitmovin, and arrays as the queue
/// of the browser SDK holds them (docs/nielsen-pings.md, "Calls").
///
/// The time is the one the console puts in front. Types are lost and not every call is printed.
struct PrintedCalls: Sendable {
    enum Reading: Sendable, Hashable {
        case foreign
        /// A call that goes on in the next line.
        case unfinished
        case call(Call)
        case unreadable(String)
    }

    /// Longer metadata are none.
    private static let longestCall = 1 << 16

    /// A call whose dictionary is not at its end yet.
    private struct Opened: Sendable {
        var name: String
        var at: Timestamp
        var text: [UInt8]
        var locator: Locator
    }

    private var clock = PrintedClock()
    private var opened: Opened?

    /// A call that was begun and has no end.
    var isUnfinished: Bool { opened != nil }

    mutating func read(_ line: Span<UInt8>, locator: Locator) -> Reading {
        let printed = PrintedCalls.printed(line)
        if var call = opened {
            opened = nil
            guard printed == nil, call.text.count + line.count <= PrintedCalls.longestCall else {
                return .unreadable("expected the rest of \(call.name), found another call or too much text")
            }
            call.text.append(UInt8(ascii: "\n"))
            call.text += line.copy(0..<line.count)
            return finish(call)
        }
        guard let printed else { return .foreign }
        guard let at = clock.read(line) else {
            return .unreadable("expected a time in front of \(printed.name), found none")
        }
        return finish(Opened(name: printed.name, at: at, text: printed.argument, locator: locator))
    }

    private mutating func finish(_ call: Opened) -> Reading {
        switch PrintedValue.json(call.text) {
        case .unfinished:
            opened = call
            return .unfinished
        case .broken: return .unreadable("expected the argument of \(call.name), found none that can be read")
        case .nothing: return .call(PrintedCalls.call(call, #"{"partial":true}"#))
        case .value(let json): return .call(PrintedCalls.call(call, #"{"partial":true,"args":\#(json)}"#))
        }
    }

    private static func call(_ opened: Opened, _ payload: String) -> Call {
        Call(
            at: opened.at, kind: .call, source: "nielsen", name: opened.name, payload: payload, locator: opened.locator)
    }

    // MARK: Who prints what

    private struct Printed {
        var name: String
        var argument: [UInt8]
    }

    private static let segment = Array("[NielsenAppApi ".utf8)
    private static let queue = Array("[\"ggPM:".utf8)
    private static let metadata = Array("Loading metadata:".utf8)
    private static let bitmovin: [(mark: [UInt8], name: String)] = [
        (Array("Setting playhead position:".utf8), "setPlayheadPosition"),
        (Array("Stopping tracking at playhead:".utf8), "stop"), (Array("Ending tracking at playhead:".utf8), "end"),
    ]
    /// What the queue of the browser SDK may hold, lower-case.
    private static let queued: Set<String> = [
        "init", "play", "loadmetadata", "setplayheadposition", "playheadposition", "stop", "end", "staticend",
        "updateott", "useroptout", "sendid3", "trackevent",
    ]

    /// Whether a file that begins with `front` has such lines.
    static func recognises(_ front: Span<UInt8>) -> String? {
        if CallLogDialects.place(of: segment, in: front) != nil { return "has lines of Segment's Nielsen integration" }
        if CallLogDialects.place(of: queue, in: front) != nil { return "has calls of Nielsen's browser SDK" }
        let isBitmovin = bitmovin.contains { CallLogDialects.place(of: $0.mark, in: front) != nil }
        return isBitmovin ? "has lines of Bitmovin's Nielsen integration" : nil
    }

    private static func printed(_ line: Span<UInt8>) -> Printed? {
        if let start = CallLogDialects.place(of: segment, in: line) {
            return ofSegment(line.copy(start..<line.count))
        }
        for (mark, name) in bitmovin {
            guard let start = CallLogDialects.place(of: mark, in: line) else { continue }
            return Printed(name: name, argument: line.copy(start..<line.count))
        }
        // Others say that too; the SDK's metadata are an object.
        if let start = CallLogDialects.place(of: metadata, in: line) {
            let argument = line.copy(start..<line.count)
            guard argument.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return nil }
            return Printed(name: "loadMetadata", argument: argument)
        }
        guard let start = CallLogDialects.place(of: [UInt8(ascii: "["), UInt8(ascii: "\"")], in: line) else {
            return nil
        }
        return ofQueue(line.copy((start - 2)..<line.count))
    }

    /// `play: {…}]`, `stop]`.
    private static func ofSegment(_ text: [UInt8]) -> Printed? {
        var text = text
        if text.last == UInt8(ascii: "]") { text.removeLast() }
        let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        let name = String(decoding: text[..<colon], as: UTF8.self)
        guard queued.contains(name.lowercased()) else { return nil }
        return Printed(name: name, argument: Array(text[colon...].dropFirst()))
    }

    /// `["ggPM:setPlayheadPosition", 12]`.
    private static func ofQueue(_ text: [UInt8]) -> Printed? {
        text.span.withUnsafeBufferPointer { bytes in
            guard var scanner = JSONScanner(bytes) else { return nil }
            do throws(JSONFault) {
                var repaired = false
                scanner.position += 1
                let name = scanner.text(of: try scanner.string(), repaired: &repaired)
                let key = name.lowercased()
                guard queued.contains(key.hasPrefix("ggpm:") ? String(key.dropFirst(5)) : key) else { return nil }
                guard try scanner.peek() == UInt8(ascii: ",") else { return Printed(name: name, argument: []) }
                scanner.position += 1
                _ = try scanner.peek()
                let start = scanner.position
                try scanner.skipValue()
                return Printed(name: name, argument: Array(text[start..<scanner.position]))
            } catch {
                return nil
            }
        }
    }
}
