/// One thing that was owed, or would have been.
struct Due: Sendable, Equatable {
    enum State: String, Sendable { case owed, possible, notOwed }

    var id: Int
    /// `firstQuartile`, `stop`, `breakStart` …
    var event: String
    /// Which ad of which break, which asset, which viewing.
    var owner: String
    var family: String
    /// The line of the specification.
    var requirement: String
    var window: ClosedRange<Microseconds>
    var state: State
    var because: String
    /// The intents that fulfil it.
    var fulfilledBy: [Int] = []
    /// Requests and calls that must have been seen for anybody to know of it: documents that declare it.
    var knownFrom: [Trace]
    /// Other sets of documents of which one does as well: a live playlist that was loaded anew.
    var knownOtherwise: [[Trace]] = []
    /// Each of these alternatives, seen, proves that its time came: a later quartile, the next ad of the pod, a log line.
    var proofs: [[Trace]] = []
    /// Each of these, seen, shows that it was not owed after all: the skip, the navigation away.
    var excuses: [[Trace]] = []
    /// The hosts where it would be seen.
    var hosts: [String] = []
}

/// Something that a recorder may have seen.
enum Trace: Hashable, Sendable {
    case intent(Int)
    case call(Int)
}

/// A line in the app's or SDK's log.
struct Call: Sendable, Equatable {
    var id: Int
    var at: Microseconds
    /// Seconds of the monotonic clock.
    var monotonic: Double
    /// `call`, `event`, `sdk`, `header`.
    var kind: String
    var source: String
    var name: String
    var instance: String?
    var fields: [(String, JSON)]

    static func == (left: Call, right: Call) -> Bool {
        left.id == right.id && left.at == right.at && left.monotonic == right.monotonic && left.kind == right.kind
            && left.source == right.source && left.name == right.name && left.instance == right.instance
            && JSON.object(left.fields) == JSON.object(right.fields)
    }
}

extension Due {
    /// All sets of documents from which it can be known.
    var known: [[Trace]] { [knownFrom] + knownOtherwise }
}

/// What a fault did: what the specification demands, and what shows that it was not so.
struct Breach: Sendable, Equatable {
    enum Kind: String, Sendable { case missing, repeated, early, late, misplaced, undue, malformed }

    var kind: Kind
    var event: String
    var owner: String
    var family: String
    /// What is wrong in words.
    var words: String
    /// The due that was not met, where something is missing.
    var due: Int?
    /// What must have been seen, all of it, for the breach to be seen (the second impression and the first; the document).
    var evidence: [Trace]
    /// The documents without which nobody can know, as sets of which one suffices.
    var known: [[Trace]] = []
    /// Others of which one suffices: for something missing, the proofs of its due.
    var proofs: [[Trace]] = []
    /// Hosts that must not be hidden between these times, for something missing.
    var hosts: [String] = []
    var window: ClosedRange<Microseconds>?
    /// More names under which a finding may speak of it: the stream, the channel.
    var names: [String] = []
}
