import Model
import Store

/// Stretches in which recording stood still: not one request of any host, and behind it something goes on as if nothing had been.
/// A stream is where it would be if it had been played all the time: who pauses goes on where he was, and who jumps does not jump by
/// the time that has passed. Or what an app sends every few seconds comes when it is due, but not in between.
struct PausedRecordings {
    let run: ID<RunRecord>
    let database: Database

    private struct Pause {
        var silence: Range<Int64>
        var sign: String
    }

    func report() throws(StoreFailure) {
        let silences = try silences()
        guard !silences.isEmpty else { return }
        let pauses = try streamPauses(in: silences) + rhythmPauses(in: silences)
        guard !pauses.isEmpty else { return }
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            var end: Int64 = .min
            for pause in pauses.sorted(by: { $0.silence.lowerBound < $1.silence.lowerBound })
            where pause.silence.lowerBound >= end {
                end = pause.silence.upperBound
                let from = Timestamp(microseconds: pause.silence.lowerBound + 1)
                let to = Timestamp(microseconds: pause.silence.upperBound - 1)
                _ = try writer.insert(
                    diagnostic: Diagnostic(
                        .recordingPaused, at: from,
                        detail: "for \(pause.silence.count / 1_000_000) s no request of any host, and \(pause.sign)",
                        blind: Blind(from: from, to: to)),
                    run: run, capture: nil)
            }
        }
    }

    /// Two beats that are missing take as long.
    private static let shortest: Int64 = 4_000_000

    /// Stretches in which nobody requested anything, one after the other.
    private func silences() throws(StoreFailure) -> [Range<Int64>] {
        try database.rows(StreamSQL.silences, ["run": SQLValue(run), "shortest": .integer(Self.shortest)]).compactMap {
            row in
            guard let from = row.integer("from_us"), let to = row.integer("to_us") else { return nil }
            return from..<to
        }
    }

    // MARK: Streams

    /// A shorter silence may be the player's.
    private static let shortestOfStream: Int64 = 8_000_000

    private func streamPauses(in silences: [Range<Int64>]) throws(StoreFailure) -> [Pause] {
        var pauses: [Pause] = []
        for leap in try database.rows(
            StreamSQL.leaps, ["run": SQLValue(run), "shortest": .integer(Self.shortestOfStream)])
        {
            guard let from = leap.integer("before_us"), let to = leap.integer("at_us"),
                let segment = leap.integer("duration_us")
            else { continue }
            let within = silences[silences.partitioningIndex { $0.lowerBound >= from }...]
                .prefix { $0.upperBound <= to }
            // Others may have sent something until it was switched off, and before the stream went on.
            guard let silence = within.max(by: { $0.count < $1.count }),
                silence.count >= max(Int(to - from - 2 * segment), Int(Self.shortestOfStream))
            else { continue }
            pauses.append(Pause(silence: silence, sign: "a stream went on as if it had been played"))
        }
        return pauses
    }

    // MARK: Rhythms

    private func rhythmPauses(in silences: [Range<Int64>]) throws(StoreFailure) -> [Pause] {
        let requests = try database.rows(StreamSQL.others, ["run": SQLValue(run)]).compactMap {
            row -> (series: String, at: Int64)? in
            guard let host = row.text("host"), let path = row.text("path"), let at = row.integer("at_us") else {
                return nil
            }
            return (host + path, at)
        }
        return silences.compactMap { silence in
            let around = 3 * Int64(silence.count)
            let near = requests[requests.partitioningIndex { $0.at >= silence.lowerBound - around }...]
                .prefix { $0.at < silence.upperBound + around }
            return Dictionary(grouping: near, by: \.series)
                .filter { Rhythm($0.value.map(\.at), silence: silence) != nil }.keys.min()
                .map { Pause(silence: silence, sign: "the regular requests to \($0) are missing") }
        }
    }
}
