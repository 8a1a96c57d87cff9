/// What recorders made of a story, and what can be seen in it.
struct Recording: Sendable {
    struct File: Sendable {
        var name: String
        var bytes: [UInt8]
        /// The option that it needs on the command line, such as `--keylog`.
        var option: String?
    }

    var files: [File]
    var facts: [(String, JSON)] = []
    /// What of each request is visible, by its id in the story. What is not in here was not seen.
    var sights: [Int: Sight]
    /// The calls that are in a log.
    var calls: Set<Int> = []
    /// Hosts whose traffic may be missing, all the time.
    var hiddenHosts: Set<String> = []
    /// From when to when it can show traffic.
    var span: ClosedRange<Microseconds>
    /// Stretches within it in which it shows nothing.
    var holes: [ClosedRange<Microseconds>] = []
    /// Whether it was started before the app and stopped when all was over.
    var isWhole: Bool = true
    /// Whether that is known: somebody says so.
    var isComplete: Bool = false
    /// A log was given that is not of this run.
    var isForeign: Bool = false
    /// Only a log was given: nobody recorded requests.
    var isLogAlone: Bool = false
    /// A correct app is not even warned about in it.
    var isQuiet: Bool = false
    /// What the recorder did that matters to the reader of a disagreement.
    var notes: [String] = []
}

/// How much of a request can be seen.
struct Sight: Sendable, Equatable {
    /// The URL as it was sent; otherwise it was cut, or its query was taken away.
    var url = true
    /// The content of the answer, where there was any.
    var content = true
    /// Its body, where it had one.
    var body = true

    static let whole = Sight()
}
