import Model
import Store

/// Stretches in which recording stood still: not one request of any host, and behind it something goes on as if nothing had been.
/// A stream is where it would be if it had been played all the time: who pauses goes on where he was, and who jumps does not jump by
/// the time that has passed. Or what an app sends every few seconds comes when it is due, but not in between.
struct PausedRecordings {
    let run: ID<RunRecord>
    let database: Database

    private struct Pause: Hashable {
        var silence: Range<Int64>
        var sign: String
    }

    func report() throws(StoreFailure) {
        let pauses = try streamPauses() + rhythmPauses()
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

    // MARK: Streams

    /// A shorter silence may be the player's.
    private static let shortestOfStream: Int64 = 8_000_000

    private func streamPauses() throws(StoreFailure) -> [Pause] {
        var pauses: [Pause] = []
        for leap in try database.rows(
            StreamSQL.leaps, ["run": SQLValue(run), "shortest": .integer(Self.shortestOfStream)])
        {
            guard let from = leap.integer("before_us"), let to = leap.integer("at_us"),
                let segment = leap.integer("duration_us"), let silence = try longestSilence(from, to)
            else { continue }
            // Others may have sent something until it was switched off, and before the stream went on.
            guard silence.count >= to - from - 2 * segment, silence.count >= Self.shortestOfStream else { continue }
            pauses.append(Pause(silence: silence, sign: "a stream went on as if it had been played"))
        }
        return pauses
    }

    private func longestSilence(_ from: Int64, _ to: Int64) throws(StoreFailure) -> Range<Int64>? {
        let times = try database.rows(
            StreamSQL.times, ["run": SQLValue(run), "from": .integer(from), "to": .integer(to)]
        ).compactMap { $0.integer("at_us") }
        return zip(times, times.dropFirst()).filter { $0 < $1 }.max { $0.1 - $0.0 < $1.1 - $1.0 }.map { $0..<$1 }
    }

    // MARK: Rhythms

    /// Two beats that are missing take as long.
    private static let shortestOfRhythm: Int64 = 4_000_000

    private func rhythmPauses() throws(StoreFailure) -> [Pause] {
        let silences = try database.rows(
            StreamSQL.silences, ["run": SQLValue(run), "shortest": .integer(Self.shortestOfRhythm)]
        ).compactMap { row -> Range<Int64>? in
            guard let from = row.integer("from_us"), let to = row.integer("to_us") else { return nil }
            return from..<to
        }
        guard !silences.isEmpty else { return [] }
        var times: [String: [Int64]] = [:]
        for request in try database.rows(StreamSQL.others, ["run": SQLValue(run)]) {
            guard let host = request.text("host"), let path = request.text("path"), let at = request.integer("at_us")
            else { continue }
            times[host + path, default: []].append(at)
        }
        let series = times.filter { $0.value.count >= Rhythm.fewest }.sorted { $0.key < $1.key }
        return silences.compactMap { silence in
            series.first { Rhythm($0.value, silence: silence) != nil }.map {
                Pause(silence: silence, sign: "\($0.key), requested in step before and after, is missing")
            }
        }
    }
}
