import Encodings
import Model

/// A ``RequestForm`` made ready for matching.
struct CompiledForm: Sendable {
    let form: RequestForm
    private let paths: [PathPattern]

    init(_ form: RequestForm) {
        self.form = form
        paths = form.paths.map { PathPattern($0) }
    }

    func matches(_ observation: Observation) -> Bool {
        let method = observation.exchange.request.method
        guard form.methods.isEmpty || form.methods.contains(method) else { return false }
        guard !paths.isEmpty else { return true }
        let path = observation.url.text(observation.url.path)
        return paths.contains { $0.match(path) != nil }
    }

    /// What the request says: one item for each beacon in it.
    func read(_ observation: Observation) -> SignalReading {
        let url = observation.url
        var shared: [SignalField] = []
        let path = url.text(url.path)
        if let found = paths.lazy.compactMap({ $0.match(path) }).first {
            shared += found.map { SignalField(name: $0.name, raw: $0.value, value: PercentCoding.text($0.value)) }
        }
        if form.places.contains(.query) { shared += QueryField.read(url).map { SignalField($0) } }
        let answers = answerFields(observation.exchange)
        guard let place = form.places.first(where: { $0 != .query }) else {
            return SignalReading(items: [SignalItem(shared + answers, form, isWhole: false)])
        }
        let body = observation.exchange.request.body
        switch body.content {
        case .kept(let bytes):
            return SignalBody(form, shared: shared, answers: answers).read(bytes, as: place)
        case .empty:
            return SignalReading(items: [SignalItem(shared + answers, form, isWhole: false)])
        case .cut, .media, .missing:
            return SignalReading(items: [], fault: "its body is \(body.state)")
        }
    }

    /// Header fields of the response that the form names as `answer:NAME`; of an address, its last segment.
    private func answerFields(_ exchange: Exchange) -> [SignalField] {
        guard let response = exchange.response else { return [] }
        return form.session.filter { $0.hasPrefix("answer:") }.compactMap { name in
            guard let value = response.headers[String(name.dropFirst(7))] else { return nil }
            let last = value.split(separator: "/").last.map(String.init) ?? value
            return SignalField(name: name, raw: value, value: last)
        }
    }
}

/// A path of a family file: `*` stands for anything, `{name}` for one segment.
struct PathPattern: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
        case text(String)
        case anything
        case segment(String)
    }

    private var pieces: [Piece] = []

    init(_ pattern: String) {
        var text = ""
        func flush(_ pieces: inout [Piece]) {
            if !text.isEmpty { pieces.append(.text(text)) }
            text = ""
        }
        var rest = Substring(pattern)
        while let character = rest.popFirst() {
            if character == "*" {
                flush(&pieces)
                pieces.append(.anything)
            } else if character == "{", let end = rest.firstIndex(of: "}") {
                flush(&pieces)
                pieces.append(.segment(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                text.append(character)
            }
        }
        flush(&pieces)
    }

    /// The named segments; `nil` where the path is another.
    func match(_ path: String) -> [(name: String, value: String)]? {
        var found: [(name: String, value: String)] = []
        var rest = Substring(path)
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .text(let text):
                guard rest.hasPrefix(text) else { return nil }
                rest = rest.dropFirst(text.count)
            case .segment(let name):
                let value = rest.prefix { $0 != "/" }
                guard !value.isEmpty else { return nil }
                found.append((name, String(value)))
                rest = rest.dropFirst(value.count)
            case .anything:
                guard index + 1 < pieces.count else { return found }
                // What follows is found at its first place: no pattern needs more.
                guard case .text(let text) = pieces[index + 1] else { continue }
                while !rest.isEmpty, !rest.hasPrefix(text) { rest = rest.dropFirst() }
            }
        }
        return rest.isEmpty ? found : nil
    }
}
