import Model
import Store

/// Stretches in which recording stood still: not one request of any host, and behind it a stream goes on where it would be if it
/// had been played all the time. Who pauses goes on where he was, and who jumps does not jump by the time that has passed.
struct PausedRecordings {
    let run: ID<RunRecord>
    let database: Database

    /// A shorter silence may be the player's.
    private static let shortest: Int64 = 20_000_000

    func report() throws(StoreFailure) {
        var pauses: Set<Range<Int64>> = []
        for leap in try database.rows(
            StreamSQL.leaps, ["run": SQLValue(run), "shortest": .integer(PausedRecordings.shortest)])
        {
            guard let from = leap.integer("before_us"), let to = leap.integer("at_us"),
                let segment = leap.integer("duration_us"), let silence = try longestSilence(from, to)
            else { continue }
            // Others may have sent something until it was switched off, and before the stream went on.
            if silence.upperBound - silence.lowerBound >= to - from - 2 * segment { pauses.insert(silence) }
        }
        guard !pauses.isEmpty else { return }
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            for pause in pauses.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                let from = Timestamp(microseconds: pause.lowerBound + 1)
                let to = Timestamp(microseconds: pause.upperBound - 1)
                _ = try writer.insert(
                    diagnostic: Diagnostic(
                        .recordingPaused, at: from,
                        detail:
                            "for \((pause.upperBound - pause.lowerBound) / 1_000_000) s no request of any host, and a stream "
                            + "went on as if it had been played",
                        blind: Blind(from: from, to: to)),
                    run: run, capture: nil)
            }
        }
    }

    private func longestSilence(_ from: Int64, _ to: Int64) throws(StoreFailure) -> Range<Int64>? {
        let times = try database.rows(
            StreamSQL.times, ["run": SQLValue(run), "from": .integer(from), "to": .integer(to)]
        ).compactMap { $0.integer("at_us") }
        return zip(times, times.dropFirst()).filter { $0 < $1 }.max { $0.1 - $0.0 < $1.1 - $1.0 }.map { $0..<$1 }
    }
}
