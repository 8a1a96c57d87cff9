import Audit
import Model

/// An example as the small capture it stands for.
struct ExampleCapture: Sendable {
    /// In no particular order; times on the example's clock.
    var exchanges: [Exchange] = []
    /// Logged calls, in no particular order.
    var calls: [Call] = []
    /// Exchanges and calls that must be evidence of a breach.
    var marked: Set<Place> = []
    /// URLs of trackers that must be evidence because they were declared and not fired.
    var markedTrackers: Set<String> = []
    var blind: [(blind: Blind, reason: String)] = []
    /// Zero of the example's clock.
    var zero = ExampleCapture.epoch
    /// When the capture ends; `nil`: recording is known to have run on.
    var ends: Timestamp?

    /// One request or call, by its index.
    enum Place: Sendable, Hashable, Comparable {
        case exchange(Int)
        case call(Int)
    }

    /// Zero of every example's clock.
    static let epoch = Timestamp(microseconds: 1_700_000_000_000_000)

    static func time(_ seconds: Double) -> Timestamp {
        epoch.advanced(byMicroseconds: Int64((seconds * 1_000_000).rounded()))
    }

    /// Without anything.
    init() {}

    /// - Parameter families: of family files, whose names the lines may use.
    init(_ example: Example, file: String, families: [FamilyDeclaration] = []) throws(RuleFileFailure) {
        for line in example.exchanges {
            let parsed = try ExampleExchangeLine(line, documents: example.documents, file: file)
            add(parsed.exchange, isMarked: line.isMarked)
        }
        var groups: [String: [Shorthand]] = [:]
        for line in example.beacons {
            let shorthand = try Shorthand(line, file: file)
            groups[shorthand.family, default: []].append(shorthand)
        }
        let context = ShorthandContext(duration: example.duration, file: file)
        for family in families {
            guard let vocabulary = DeclaredShorthand(family), let lines = groups.removeValue(forKey: family.name) else {
                continue
            }
            try vocabulary.expand(lines, context, into: &self)
        }
        for (vocabulary, lines) in try ShorthandVocabularies.assign(groups, file: file) {
            try vocabulary.expand(lines, context, into: &self)
        }
        for line in example.calls {
            for call in try ExampleCallLine(line, file: file).calls { add(call, isMarked: line.isMarked) }
        }
        for line in example.blind { blind.append(try ExampleCapture.blind(line, file: file)) }
        if let ends = example.ends { try end(at: ExampleCapture.time(ends), example, file: file) }
    }

    /// Leaves out what comes later; what is left is counted anew.
    private mutating func end(at end: Timestamp, _ example: Example, file: String) throws(RuleFileFailure) {
        let whole = self
        (exchanges, calls, marked, ends) = ([], [], [], end)
        for (place, exchange) in whole.exchanges.enumerated() where exchange.startedAt <= end {
            add(exchange, isMarked: whole.marked.contains(.exchange(place)))
        }
        for (place, call) in whole.calls.enumerated() where call.at <= end {
            add(call, isMarked: whole.marked.contains(.call(place)))
        }
        guard marked.count == whole.marked.count else {
            throw RuleFileFailure(
                file: file, line: example.line, column: 1, message: "evidence is marked that comes after 'ends'")
        }
    }

    mutating func add(_ exchange: Exchange, isMarked: Bool) {
        var exchange = exchange
        exchange.locator = .entry(exchanges.count)
        if isMarked { marked.insert(.exchange(exchanges.count)) }
        exchanges.append(exchange)
    }

    mutating func add(_ call: Call, isMarked: Bool) {
        var call = call
        call.locator = .line(calls.count)
        if isMarked { marked.insert(.call(calls.count)) }
        calls.append(call)
    }

    /// For messages: what stands at a place.
    func describe(_ place: Place) -> String {
        switch place {
        case .exchange(let index): "the request \(exchanges[index].url)"
        case .call(let index): "the call \(calls[index].name) \(calls[index].payload ?? "")"
        }
    }

    /// `4.0-9.0 tracker.test requests`; `*` is any host.
    private static func blind(_ line: Example.Line, file: String) throws(RuleFileFailure) -> (Blind, String) {
        let words = line.text.split(separator: " ").map(String.init)
        // The minus of a negative time is no separator.
        let dash = words.first?.dropFirst().firstIndex(of: "-")
        guard words.count == 3, let dash, let hides = Blind.Hides(rawValue: words[2]),
            let from = Double(words[0][..<dash]), let to = Double(words[0][words[0].index(after: dash)...])
        else {
            throw RuleFileFailure(
                file: file, line: line.line, column: 1,
                message: "a blind stretch is 'FROM-TO HOST requests|responses|both|calls', not '\(line.text)'")
        }
        let blind = Blind(
            from: time(from), to: time(to), host: words[1] == "*" ? nil : words[1], hides: hides)
        return (blind, "hidden in the example")
    }
}
