import Model
import Testing

@testable import Interpret

@Suite struct PlayerInterruptionsTests {
    /// One content, viewed from second 0 to 60, and what the player says in between.
    private func interruptions(
        _ events: [(second: Int64, name: String, payload: String?)],
        metadata: String = #"{"type":"content","assetid":"show"}"#
    ) -> [Interruption] {
        var calls: [(Int64, String, String, String?)] = [
            (0, "nielsen", "play", nil), (0, "nielsen", "loadMetadata", "{\"args\":\(metadata)}"),
            (1, "nielsen", "playheadPosition", #"{"args":0}"#), (60, "nielsen", "end", nil),
        ]
        calls += events.map { ($0.second, "player", $0.name, $0.payload) }
        var interpreter = Interpreter(families: [NielsenFamily()])
        var outbox = Outbox<Interpretation>()
        for (place, entry) in calls.sorted(by: { $0.0 < $1.0 }).enumerated() {
            let call = Call(
                at: Timestamp(microseconds: entry.0 * 1_000_000), mono: nil, kind: entry.1 == "player" ? .event : .call,
                source: entry.1, name: entry.2, instance: entry.1 == "player" ? nil : "A", payload: entry.3,
                locator: .line(place + 1))
            interpreter.interpret(call, id: ID(place + 1), into: &outbox)
        }
        interpreter.finish(into: &outbox)
        return outbox.events.compactMap { if case .interruption(let value) = $0 { value } else { nil } }
    }

    private func words(_ interruptions: [Interruption]) -> [String] {
        interruptions.map { found in
            let until = found.until.map { "\($0.microseconds / 1_000_000)" } ?? "…"
            return "\(found.name) \(found.from.microseconds / 1_000_000)-\(until)"
                + (found.isEnded ? " ended" : "") + (found.goesOn ? " goes on" : "")
        }
    }

    @Test func aPauseIsOverWithThePlayThatFollows() {
        #expect(words(interruptions([(10, "pause", nil), (30, "play", nil)])) == ["pause 10-30 ended"])
        #expect(words(interruptions([(10, "pause", nil)])) == ["pause 10-…"])
    }

    @Test func theBackgroundOfASmallWindowInterruptsNothing() {
        let window: [(Int64, String, String?)] = [
            (40, "pip_start", nil), (41, "background", nil), (50, "foreground", nil),
        ]
        #expect(words(interruptions(window)) == ["background 41-50 ended goes on"])
        let closed: [(Int64, String, String?)] = [
            (30, "pip_start", nil), (35, "pip_end", nil), (41, "background", nil),
        ]
        #expect(words(interruptions(closed)) == ["background 41-…"])
    }

    /// The picture that shrinks by itself says so just after the app left the screen.
    @Test func theBackgroundJustBeforeTheSmallWindow() {
        #expect(
            words(interruptions([(40, "background", nil), (41, "pip_start", nil)])) == ["background 40-41 goes on"])
        #expect(words(interruptions([(40, "background", nil), (42, "pip_start", nil)])) == ["background 40-42"])
    }

    @Test func aRouteInterruptsWhereTheSoundWouldBeHeardByAll() {
        let out = (20, "route_change", #"{"type":"headphones_out"}"#) as (Int64, String, String?)
        let onto = (20, "route_change", #"{"type":"airplay"}"#) as (Int64, String, String?)
        #expect(words(interruptions([out])) == ["route_change 20-…"])
        #expect(words(interruptions([onto, (25, "lock", nil)])) == ["lock 25-… goes on"])
    }

    @Test func whatIsHeardNeedsNoScreen() {
        let audio = #"{"type":"content","assetid":"show","isAudio":"true"}"#
        let events: [(Int64, String, String?)] = [(20, "lock", nil), (30, "unlock", nil)]
        #expect(words(interruptions(events, metadata: audio)) == ["lock 20-30 ended goes on"])
        #expect(words(interruptions(events)) == ["lock 20-30 ended"])
    }

    @Test func aStallLastsUntilTheNextEvent() {
        let events: [(Int64, String, String?)] = [
            (20, "buffer_start", nil), (22, "volume", nil), (25, "buffer_end", nil),
        ]
        #expect(words(interruptions(events)) == ["buffer_start 20-22"])
    }
}
