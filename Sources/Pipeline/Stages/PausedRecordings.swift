import Model
import Store

/// Stretches in which recording stood still: not one request of any host, and behind it something goes on as if nothing had been.
/// A stream is where it would be if it had been played all the time: who pauses goes on where he was, and who jumps does not jump by
/// the time that has passed. Or what an app sends every few seconds comes when it is due, but not in between. Or a log says that it
/// played, and the media that it played from then on was fetched piece by piece. Where a log says that nothing was going on, the
/// silence is the app's own.
struct PausedRecordings {
    let run: ID<RunRecord>
    let silences: [Range<Int64>]
    let database: Database

    private struct Pause {
        var silence: Range<Int64>
        var sign: String
    }

    func report() throws(StoreFailure) {
        guard !silences.isEmpty else { return }
        var pauses = try streamPauses() + otherPauses()
        guard !pauses.isEmpty else { return }
        let acts = try acts()
        pauses.removeAll { pause in
            let next = acts.partitioningIndex { $0.at >= (pause.silence.lowerBound + pause.silence.upperBound) / 2 }
            return next > 0 && acts[next - 1].isIdle
        }
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

    // MARK: Requests of no family

    private struct Other {
        var at: Int64
        var host: String
        var path: String
        var isMedia: Bool

        var folder: Substring { path[...(path.lastIndex(of: "/") ?? path.startIndex)] }
    }

    private func otherPauses() throws(StoreFailure) -> [Pause] {
        let requests = try database.rows(StreamSQL.others, ["run": SQLValue(run)]).compactMap { row -> Other? in
            guard let host = row.text("host"), let path = row.text("path"), let at = row.integer("at_us") else {
                return nil
            }
            return Other(at: at, host: host, path: path, isMedia: row.flag("is_media"))
        }
        let played = try played()
        let media = requests.filter(\.isMedia).map { (at: $0.at, folder: $0.host + $0.folder) }
        return silences.compactMap { silence in
            let around = 3 * Int64(silence.count)
            let near = requests[requests.partitioningIndex { $0.at >= silence.lowerBound - around }...]
                .prefix { $0.at < silence.upperBound + around }
            return rhythmPause(silence, among: near.filter { !$0.isMedia })
                ?? numberedPause(silence, among: Array(near)) ?? playedPause(silence, played, media)
        }
    }

    private func rhythmPause(_ silence: Range<Int64>, among requests: [Other]) -> Pause? {
        Dictionary(grouping: requests) { $0.host + $0.path }
            .filter { Rhythm($0.value.map(\.at), silence: silence) != nil }.keys.min()
            .map { Pause(silence: silence, sign: "the regular requests to \($0) are missing") }
    }

    /// The playlist of such a stream is not in the recording. Servers do not call all of its segments media.
    private func numberedPause(_ silence: Range<Int64>, among requests: [Other]) -> Pause? {
        guard silence.count >= Int(PausedRecordings.shortestOfStream) else { return nil }
        let fetches = requests.compactMap { request in
            NumberedFetch(path: request.path, at: request.at).map { (series: request.host + $0.series, fetch: $0) }
        }
        return Dictionary(grouping: fetches, by: \.series)
            .contains { NumberedFetch.goOn($0.value.map(\.fetch), over: silence) }
            ? Pause(silence: silence, sign: "numbered media went on as if it had been played") : nil
    }

    // MARK: What the log says

    private func played() throws(StoreFailure) -> [Range<Int64>] {
        try database.rows(StreamSQL.played, ["run": SQLValue(run)]).compactMap { row in
            guard let from = row.integer("before_us"), let to = row.integer("at_us"), from < to else { return nil }
            return from..<to
        }
    }

    private func playedPause(
        _ silence: Range<Int64>, _ played: [Range<Int64>], _ media: [(at: Int64, folder: String)]
    ) -> Pause? {
        let length = played[played.partitioningIndex { $0.upperBound > silence.lowerBound }...]
            .prefix { $0.lowerBound < silence.upperBound }
            .reduce(0) { $0 + $1.clamped(to: silence).count }
        guard length >= Int(Self.shortestOfStream),
            let pieces = PacedMedia(media, silence: silence),
            length > PacedMedia.mostAhead * Int(pieces.period)
        else { return nil }
        return Pause(silence: silence, sign: "the log says that it played media that is fetched piece by piece")
    }

    private func acts() throws(StoreFailure) -> [(at: Int64, isIdle: Bool)] {
        try database.rows(StreamSQL.acts, ["run": SQLValue(run)]).compactMap { row in
            row.integer("at_us").map { ($0, row.flag("is_idle")) }
        }
    }
}

/// Stretches of some length in which nobody requested anything, in microseconds, one after the other.
struct Silences {
    /// Two beats that are missing take as long.
    private static let shortest: Int64 = 4_000_000

    private(set) var stretches: [Range<Int64>] = []
    private var last: Int64?

    /// Requests are told in time order.
    mutating func end(at time: Timestamp) {
        let time = time.microseconds
        if let last, time - last > Silences.shortest { stretches.append(last..<time) }
        last = time
    }
}
