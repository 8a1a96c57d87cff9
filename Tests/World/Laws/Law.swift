/// Something that can be done to a recording, and what may not come of it: a law that holds whatever the rules say.
struct Law: Sendable {
    enum Promise: String, Sendable {
        /// The verdict stays.
        case same
        /// It stays, or what was open is decided.
        case atLeastAsCertain
        /// Something is hidden: a failure does not become a pass, and nothing becomes a failure.
        case hides
        /// Something is not given that nobody has to give (a pass is then not certified): nothing becomes a failure.
        case withholds

        func isKept(_ before: Expectation.Headline, _ after: Expectation.Headline) -> Bool {
            switch self {
            case .same: before == after
            case .atLeastAsCertain: before == after || before == .cannotTell
            case .hides: before == .fail ? after != .pass : after != .fail
            case .withholds: before == .fail || after != .fail
            }
        }
    }

    var name: String
    var title: String
    var promise: Promise
    /// The recording that it makes of a story; nil where there is nothing to do.
    var apply: @Sendable (Story, Recording) -> Recording?

    init(
        _ name: String, _ title: String, _ promise: Promise, apply: @escaping @Sendable (Story, Recording) -> Recording?
    ) {
        self.name = name
        self.title = title
        self.promise = promise
        self.apply = apply
    }
}

extension Story {
    /// The same story with other requests.
    func with(_ change: (inout [Request]) -> Void) -> Story {
        var story = self
        change(&story.requests)
        return story
    }

    /// The same story of which other things were chosen about the recording.
    func chosen(_ change: (inout Script) -> Void) -> Story {
        var story = self
        change(&story.script)
        return story
    }

    /// The host that most beacons went to.
    var busiestHost: String? {
        let hosts = requests.filter { $0.intent.purpose == .beacon }.map { URLText.host($0.url) }
        let counts = Dictionary(hosts.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// A moment at this share of the story.
    func moment(_ share: Double) -> Microseconds { begin + Int(Double(end - begin) * share) }
}

extension Recording {
    /// Nobody says any more that the recording is whole.
    var undeclared: Recording {
        var recording = self
        recording.facts.removeAll { $0.0 == "capture.complete" }
        recording.isComplete = false
        return recording
    }

    var hasLog: Bool { files.contains { $0.name.hasSuffix(".jsonl") || $0.name.hasSuffix(".log") } }
    var hasHAR: Bool { files.contains { $0.name.hasSuffix(".har") } }
}
