import Model

/// Where a reader gives out what the entries of a file are, with the account of them.
struct EntrySink<Event: Sendable>: Emitter, Sendable {
    var outbox = Outbox<Event>()
    private(set) var ledger: Ledger
    var times = EntryTimes()

    /// - Parameter unit: what the entries are called.
    init(counting unit: String = "entries") {
        ledger = Ledger(unit: unit)
    }

    /// - Returns: the index of an entry that begins here.
    @discardableResult
    mutating func count() -> Int {
        defer { ledger.input += 1 }
        return ledger.input
    }

    /// An entry that was counted is read, whatever it was.
    mutating func pass() {
        ledger.output += 1
    }

    /// Says what is wrong with an entry that was counted, if the diagnostic stands for one.
    mutating func diagnose(_ diagnostic: Diagnostic) {
        ledger.diagnosed += diagnostic.units
        outbox.report(diagnostic)
    }

    /// The same of an entry that was not counted, because it is cut, or no entry at all.
    mutating func lose(_ diagnostic: Diagnostic) {
        ledger.input += diagnostic.units
        diagnose(diagnostic)
    }
}

/// The times of the entries read so far. Files are sorted, but not always strictly, and not every entry has a time.
struct EntryTimes: Sendable, Hashable {
    /// The latest one.
    private(set) var latest: Timestamp?
    /// That of the last entry that has one.
    private(set) var previous: Timestamp?
    /// How far, in microseconds, an entry lay before an earlier one.
    private var disorder: Int64 = 0

    /// The time from which entries behind the ones read may lie.
    var floor: Timestamp? { latest?.advanced(byMicroseconds: -disorder) }

    /// The time of an entry that has none: it stands where the file has it.
    var standIn: Timestamp { previous ?? Timestamp(microseconds: 0) }

    mutating func keep(_ at: Timestamp) {
        previous = at
        guard let latest, at < latest else {
            latest = at
            return
        }
        disorder = max(disorder, latest.microseconds(since: at))
    }
}
