/// The player's own log, as `docs/call-logs.md` has it: what the viewer did, with positions.
enum PlayerLog {
    /// A player that can be wound forward in ads is only fair to judge with its log.
    static let isKept = Knob("player.log", usual: false, [(false, 5), (true, 1)])

    /// Writes what the viewer did during a playback.
    static func follow(_ play: AdPlay, on stage: inout Stage) {
        guard stage.script[isKept] else { return }
        stage.call(at: play.watching.begin, kind: "event", source: "player", "play")
        for (act, moment) in play.watching.acts {
            switch act.kind {
            case .pause: stage.call(at: moment, kind: "event", source: "player", "pause")
            case .resume: stage.call(at: moment, kind: "event", source: "player", "play")
            case .stall:
                stage.call(at: moment, kind: "event", source: "player", "buffer_start")
                stage.call(at: moment + .seconds(act.value ?? 1), kind: "event", source: "player", "buffer_end")
            case .seek:
                let from = play.watching.position(at: moment - 1).asSeconds
                stage.call(
                    at: moment, kind: "event", source: "player", "seek",
                    fields: [("from", .number((from * 1000).rounded() / 1000)), ("to", .number(act.value ?? 0))])
            default: break
            }
        }
    }
}
