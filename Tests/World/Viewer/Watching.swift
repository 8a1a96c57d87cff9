/// One medium before the viewer's eyes: when it played, where, how fast, and how that ended. Worked out from the
/// viewer's acts alone, so it is the truth that an app has to follow.
struct Watching: Sendable {
    struct Span: Sendable {
        enum State: String, Sendable { case playing, paused, stalled, away }
        var wall: ClosedRange<Microseconds>
        var media: ClosedRange<Microseconds>
        var state: State
        var rate: Double
    }

    enum Ending: String, Sendable { case completed, skipped, closed, left, storyEnded }

    var length: Microseconds
    var begin: Microseconds
    var spans: [Span] = []
    var end: Microseconds
    var ending: Ending
    /// The acts that fell into it, with their moments.
    var acts: [(act: Act, at: Microseconds)] = []

    /// - Parameters:
    ///   - acts: with their moments, in order.
    ///   - canSkipAfter: how long it must have played before a skip has an effect; never where it is nil.
    init(
        length: Microseconds, begin: Microseconds, acts: [(act: Act, at: Microseconds)],
        canSkipAfter: Microseconds? = nil, canSeek: Bool = false
    ) {
        self.length = length
        self.begin = begin
        end = begin
        ending = .completed
        var now = begin
        var position = 0
        var rate = 1.0
        var state = Span.State.playing

        func advance(to moment: Microseconds, spans: inout [Span]) {
            guard moment > now else { return }
            let moved = state == .playing ? Microseconds((Double(moment - now) * rate).rounded()) : 0
            spans.append(
                Span(wall: now...moment, media: position...min(length, position + moved), state: state, rate: rate))
            position = min(length, position + moved)
            now = moment
        }
        func finish() -> Microseconds? {
            state == .playing ? now + Microseconds((Double(length - position) / rate).rounded()) : nil
        }

        for (act, moment) in acts where moment >= begin {
            if let done = finish(), done <= moment { break }
            switch act.kind {
            case .pause, .resume, .foreground, .background, .mute, .unmute, .tap, .scrollAway, .scrollBack, .expand,
                .collapse, .consent, .replay, .networkLost, .networkBack:
                advance(to: moment, spans: &spans)
                if act.kind == .pause, state == .playing { state = .paused }
                if act.kind == .background { state = .away }
                if act.kind == .resume, state == .paused { state = .playing }
                if act.kind == .foreground, state == .away { state = .playing }
                self.acts.append((act, moment))
            case .stall:
                guard state == .playing else { continue }
                advance(to: moment, spans: &spans)
                state = .stalled
                advance(to: moment + .seconds(act.value ?? 1), spans: &spans)
                state = .playing
                self.acts.append((act, moment))
            case .seek:
                guard canSeek, let to = act.value else { continue }
                advance(to: moment, spans: &spans)
                position = min(length, max(0, .seconds(to)))
                self.acts.append((act, moment))
            case .rate:
                advance(to: moment, spans: &spans)
                rate = act.value ?? 1
                self.acts.append((act, moment))
            case .skip:
                guard let least = canSkipAfter else { continue }
                advance(to: moment, spans: &spans)
                guard position >= least else { continue }
                self.acts.append((act, moment))
                (end, ending) = (moment, .skipped)
                return
            case .close, .leave:
                advance(to: moment, spans: &spans)
                self.acts.append((act, moment))
                (end, ending) = (moment, act.kind == .close ? .closed : .left)
                return
            }
        }
        if let done = finish() {
            advance(to: done, spans: &spans)
            (end, ending) = (done, .completed)
        } else {
            (end, ending) = (now, .storyEnded)
        }
    }

    /// When a position was first played, at normal or other speed; nil where it never was.
    func reached(_ position: Microseconds) -> Microseconds? {
        for span in spans where span.state == .playing && span.media.contains(position) {
            return span.wall.lowerBound + Microseconds((Double(position - span.media.lowerBound) / span.rate).rounded())
        }
        return nil
    }

    /// When a position was first played or jumped over.
    func passed(_ position: Microseconds) -> Microseconds? {
        if let reached = reached(position) { return reached }
        return spans.first { $0.state == .playing && $0.media.lowerBound > position }?.wall.lowerBound
    }

    /// Where it stood at a moment.
    func position(at moment: Microseconds) -> Microseconds {
        guard let span = spans.last(where: { $0.wall.lowerBound <= moment }) else { return 0 }
        guard span.state == .playing else { return span.media.lowerBound }
        let moved = Microseconds(
            (Double(min(moment, span.wall.upperBound) - span.wall.lowerBound) * span.rate).rounded())
        return min(span.media.upperBound, span.media.lowerBound + moved)
    }
}

/// What a viewer does with what there is to see, in the script's seconds.
extension Stage {
    var acts: [(act: Act, at: Microseconds)] {
        script.acts.sorted { $0.at < $1.at }.map { ($0, moment($0.at)) }
    }

    /// When the viewer left, if ever.
    var left: Microseconds? { acts.first { $0.act.kind == .leave }?.at }
}
