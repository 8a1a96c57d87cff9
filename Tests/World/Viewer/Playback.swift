/// Where the viewer of a stream was, moment by moment: the truth that dues are computed from.
///
/// Wall times are microseconds since 1970, positions are milliseconds on the programme's own time line.
struct Playback: Sendable {
    /// A stretch of wall time in one state.
    struct Span: Sendable, Equatable {
        var from: Int
        var to: Int
        /// The position when the span begins.
        var position: Int
        /// Media milliseconds per 1,000 ms of wall time; 0 while the picture stands.
        var rate: Int

        /// The position at the end of the span.
        var end: Int { position + (to - from) / 1_000 * rate / 1_000 }

        /// When the span reaches a position that lies in it.
        func wall(at media: Int) -> Int {
            rate == 0 ? from : from + (media - position) * 1_000 * 1_000 / rate
        }
    }

    private(set) var spans: [Span] = []
    /// When the viewer closed the player, or the programme was over.
    private(set) var ended: Microseconds = 0
    /// The viewer went away before the programme was over.
    private(set) var left = false

    /// Plays from `start` until the viewer leaves or the programme ends.
    init(from wall: Microseconds, at start: Int, until length: Int, acts: [(act: Act, at: Microseconds)]) {
        var now = wall
        var position = start
        var isStanding = false
        for (act, moment) in acts where moment >= wall && position < length {
            if isStanding {
                stand(from: &now, at: position, until: moment)
            } else {
                play(from: &now, position: &position, to: min(position + max(0, moment - now) / 1_000, length))
                guard position < length else { break }
            }
            switch act.kind {
            case .pause, .background: isStanding = true
            case .resume, .foreground: isStanding = false
            case .stall: stand(from: &now, at: position, until: now + .seconds(act.value ?? 2))
            case .seek:
                // A seek takes a moment; what was buffered is thrown away.
                position = Int(((act.value ?? 0) * 1_000).rounded())
                stand(from: &now, at: position, until: now + 400_000)
            case .leave:
                (left, ended) = (true, now)
                return
            default: continue
            }
        }
        if !isStanding { play(from: &now, position: &position, to: length) }
        ended = now
    }

    private mutating func play(from now: inout Microseconds, position: inout Int, to reached: Int) {
        guard reached > position else { return }
        spans.append(Span(from: now, to: now + (reached - position) * 1_000, position: position, rate: 1_000))
        now += (reached - position) * 1_000
        position = reached
    }

    private mutating func stand(from now: inout Microseconds, at position: Int, until moment: Microseconds) {
        guard moment > now else { return }
        spans.append(Span(from: now, to: moment, position: position, rate: 0))
        now = moment
    }

    /// When playing crossed a position, each time. A beginning counts where play sets in exactly there, an end does not.
    func crossings(of position: Int, beginning: Bool = false) -> [Int] {
        spans.filter { $0.rate > 0 }.compactMap { span in
            let crossed =
                beginning
                ? span.position <= position && position < span.end
                : span.position < position && position <= span.end
            return crossed ? span.wall(at: position) : nil
        }
    }

    /// The position at a moment; nil before the beginning and after the end.
    func position(at wall: Int) -> Int? {
        spans.first { $0.from <= wall && wall < $0.to }.map { $0.position + (wall - $0.from) / 1_000 * $0.rate / 1_000 }
    }

    /// How many milliseconds of a range were played.
    func played(_ range: Range<Int>) -> Int {
        spans.filter { $0.rate > 0 }.reduce(0) { sum, span in
            sum + max(0, min(span.end, range.upperBound) - max(span.position, range.lowerBound))
        }
    }
}
