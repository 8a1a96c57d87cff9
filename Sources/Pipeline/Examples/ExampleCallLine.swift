import Audit
import Model

/// `0.0 nielsen loadMetadata type=content length:=3600`: one call or event of a log.
///
/// - `1.0..30.0 nielsen playheadPosition 1` is a call each second (`every=` seconds), whose number counts up by `step=` (1).
/// - `key=value` is a string, `key:=json` any JSON; a word alone is the only argument, as JSON.
/// - Arguments of `nielsen` calls stand under `args`, as its wrappers write them; members of other events at the top.
/// - `inst=B` is the instance, `kind=` event, call or sdk where it is not told by the source, `mono=none` leaves the
///   monotonic clock out, `t=` is the wall clock where it differs from it, `partial=true` marks a log that leaves out
///   some calls.
struct ExampleCallLine {
    private static let reserved: Set<String> = ["inst", "kind", "mono", "t", "every", "step", "partial"]
    /// Longer ranges are a slip of the pen.
    private static let most = 100_000

    let calls: [Call]

    init(_ line: Example.Line, file: String) throws(RuleFileFailure) {
        func failure(_ message: String) -> RuleFileFailure {
            RuleFileFailure(file: file, line: line.line, column: 1, message: message)
        }
        let words = line.text.split(separator: " ").map(String.init)
        guard words.count >= 3, let times = Self.times(words[0]) else {
            throw failure(
                "a call is 'TIME SOURCE NAME key=value …' or 'FROM..TO SOURCE NAME number', not '\(line.text)'")
        }
        var values: [(key: String, json: String)] = []
        var options: [String: String] = [:]
        var argument: String?
        for word in words[3...] {
            guard let sign = word.firstIndex(of: "=") else {
                argument = word
                continue
            }
            var key = String(word[..<sign])
            let value = String(word[word.index(after: sign)...])
            if key.last == ":" {
                key.removeLast()
                values.append((key, value))
            } else if Self.reserved.contains(key) {
                options[key] = value
            } else {
                values.append((key, Self.quoted(value)))
            }
        }
        let kind = try Self.kind(options["kind"], source: words[1], failure)
        let step = options["step"].flatMap(Double.init) ?? 1
        let every = options["every"].flatMap(Double.init) ?? 1
        guard every > 0, times.upperBound - times.lowerBound <= every * Double(Self.most) else {
            throw failure("a range of calls has at most \(Self.most) steps")
        }
        let instance = options["inst"] ?? (words[1] == "nielsen" ? "A" : nil)
        var calls: [Call] = []
        var number = argument.flatMap(Double.init)
        var seconds = times.lowerBound
        while seconds <= times.upperBound + 0.000_001 {
            let wall = options["t"].flatMap(Double.init) ?? seconds
            let text = number.map { times.lowerBound == times.upperBound ? argument ?? "" : Self.spelt($0) } ?? argument
            calls.append(
                Call(
                    at: ExampleCapture.time(wall),
                    mono: options["mono"] == "none" ? nil : Int64((seconds * 1_000_000).rounded()) + 5_000_000_000,
                    kind: kind, source: words[1], name: words[2], instance: instance,
                    payload: Self.payload(
                        values, argument: text, isNested: kind == .call, isPartial: options["partial"] != nil),
                    locator: .line(0)))
            number = number.map { $0 + step }
            seconds += every
        }
        self.calls = calls
    }

    private static func kind(
        _ option: String?, source: String, _ failure: (String) -> RuleFileFailure
    ) throws(RuleFileFailure) -> Call.Kind {
        guard let option else { return source == "nielsen" ? .call : .event }
        guard let kind = Call.Kind(rawValue: option) else {
            throw failure("kind= is call, event or sdk, not '\(option)'")
        }
        return kind
    }

    private static func times(_ word: String) -> ClosedRange<Double>? {
        if let time = Double(word) { return time...time }
        guard let dots = word.range(of: "..") else { return nil }
        guard let from = Double(word[..<dots.lowerBound]), let to = Double(word[dots.upperBound...]), from <= to else {
            return nil
        }
        return from...to
    }

    private static func payload(
        _ values: [(key: String, json: String)], argument: String?, isNested: Bool, isPartial: Bool
    ) -> String? {
        let members = values.map { "\(quoted($0.key)):\($0.json)" }.joined(separator: ",")
        guard isNested else { return members.isEmpty && argument == nil ? nil : "{\(members)}" }
        let mark = isPartial ? "\"partial\":true," : ""
        if let argument { return "{\(mark)\"args\":\(argument)}" }
        return members.isEmpty ? nil : "{\(mark)\"args\":{\(members)}}"
    }

    private static func spelt(_ number: Double) -> String {
        number == number.rounded() ? String(Int64(number)) : String(number)
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? { ranges(of: text).first }
}
