import Audit

/// A play of the contract of events with one thing wrong with one of its events.
///
/// The lines of an event are those that have its name as a word: `7.6 vast firstQuartile ad=A1` or
/// `7.6 GET https://tracker.test/firstQuartile -> 204`. The second URL has the word `second`, or `url=2`, a wrapper's the word
/// `wrapper`, or `level=1`.
struct FaultyPlay {
    private typealias Lines = WritableKeyPath<Example, [Example.Line]> & Sendable

    private let play: Example
    private let event: EventContract.Event
    private let part: EventContract.Part
    private static let kinds: [Lines] = [\.beacons, \.exchanges, \.calls]

    init(_ play: Example, _ event: EventContract.Event, of part: EventContract.Part) {
        self.play = play
        self.event = event
        self.part = part
    }

    /// The ways in which the fault may show itself: players differ in how they are wrong.
    func variants(_ fault: EventContract.Fault) -> [Example] {
        guard let at = times(of: event.name).min() else { return [] }
        let begin = part.events.flatMap { times(of: $0.name) }.min() ?? at
        let end = part.events.flatMap { times(of: $0.name) }.max() ?? at
        let length = max(play.duration, 1)
        switch fault {
        case .missing: return [without { _ in true }]
        case .urls: return [without { $0.has("second") || $0.text.contains("url=2") }]
        case .levels: return [without { $0.has("wrapper") || $0.text.contains("level=1") }]
        case .repeated: return [0.6, 4, 7].map { again(after: $0) }
        case .early:
            return [at - 0.35 * length, begin + 0.2, begin + 2, at - 1.5, begin - 1.5, at - 12].filter { $0 < at - 0.1 }
                .map { moved(by: $0 - at) }
        case .late: return [at + 2, at + 5, at + 0.25 * length, at + 12].map { moved(by: $0 - at) }
        case .misplaced:
            let before = event.notBefore.flatMap(times(of:)).min().map { $0 - 1 }
            let behind = event.notAfter.flatMap(times(of:)).max().map { $0 + 1 }
            return [before, behind, at - 0.2 * length, begin - 2, end + 2, end + 5].compactMap { $0 }.map {
                moved(by: $0 - at)
            }
        }
    }

    private func isOwn(_ line: Example.Line, _ name: String, in kind: Lines) -> Bool {
        line.has(name) && (kind != \.beacons || line.words.dropFirst().first.map(String.init) == part.family)
    }

    private func times(of name: String) -> [Double] {
        FaultyPlay.kinds.flatMap { kind in
            play[keyPath: kind].filter { isOwn($0, name, in: kind) }.compactMap(\.seconds)
        }
    }

    /// Without some of the event's lines; what a document declared stays declared.
    private func without(_ isLeftOut: (Example.Line) -> Bool) -> Example {
        var faulty = play
        for kind in FaultyPlay.kinds {
            faulty[keyPath: kind] = play[keyPath: kind].compactMap { line in
                guard isOwn(line, event.name, in: kind), isLeftOut(line) else { return line }
                return kind == \.beacons && !event.levels.isEmpty ? line.at("-") : nil
            }
        }
        return faulty
    }

    private func moved(by seconds: Double) -> Example {
        var faulty = play
        for kind in FaultyPlay.kinds {
            faulty[keyPath: kind] = play[keyPath: kind].map { line in
                guard isOwn(line, event.name, in: kind), let at = line.seconds else { return line }
                return line.at(FaultyPlay.clock(at + seconds))
            }
        }
        return faulty
    }

    private func again(after seconds: Double) -> Example {
        var faulty = play
        for kind in FaultyPlay.kinds {
            let own = play[keyPath: kind].filter { isOwn($0, event.name, in: kind) }
            guard let last = own.max(by: { ($0.seconds ?? 0) < ($1.seconds ?? 0) }), let at = last.seconds else {
                continue
            }
            let first = own.first { $0.seconds == at } ?? last
            faulty[keyPath: kind].append(first.at(FaultyPlay.clock(at + seconds)))
        }
        return faulty
    }

    private static func clock(_ seconds: Double) -> String { "\((seconds * 1_000).rounded() / 1_000)" }
}

extension Example.Line {
    fileprivate var words: [Substring] { text.split(separator: " ") }

    fileprivate var seconds: Double? { words.first.flatMap { Double($0) } }

    /// Whether it has the word, whatever stands around it.
    fileprivate func has(_ word: String) -> Bool {
        text.split { !$0.isLetter && !$0.isNumber }.contains { $0 == word }
    }

    /// The same at another time.
    fileprivate func at(_ time: String) -> Example.Line {
        var line = self
        line.text = ([Substring(time)] + words.dropFirst()).joined(separator: " ")
        return line
    }
}
