import Model
import Testing

@testable import Interpret

/// A stitched ad that is shown anew is played anew, whatever its document declares of it; its beacons say so themselves
/// only where an impression is among them.
@Suite struct StreamReturnTests {
    private let film = """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXT-X-DISCONTINUITY
        #EXT-X-BEACON:EVENT=start,URL=https://b.test/start
        #EXT-X-BEACON:EVENT=midpoint,URL=https://b.test/midpoint
        #EXTINF:6,
        a0.ts
        #EXTINF:6,
        a1.ts
        #EXT-X-DISCONTINUITY
        #EXTINF:6,
        c0.ts
        #EXT-X-ENDLIST
        """

    /// What was requested, by seconds; a name without a dot is a beacon's.
    private func repeats(_ requests: [(Int64, String)]) -> [Firing.Repeat] {
        let exchanges = requests.map { second, name in
            name == "film.m3u8"
                ? Exchange.request("https://s.test/film.m3u8", at: second * 1_000_000, body: film)
                : Exchange.request(
                    name.contains(".") ? "https://s.test/\(name)" : "https://b.test/\(name)", at: second * 1_000_000)
        }
        return FamilyOutput(exchanges, families: [HLSFamily()]).firings.sorted { $0.id < $1.id }.map(\.repeatClass)
    }

    @Test func whoGoesBackToAnAdThatIsOverSeesItAnew() {
        #expect(
            repeats([
                (0, "film.m3u8"), (0, "a0.ts"), (1, "start"), (2, "a1.ts"), (7, "midpoint"), (8, "c0.ts"),
                (20, "a0.ts"), (21, "start"), (27, "midpoint"),
            ]) == [.first, .first, .laterPlay, .first])
    }

    @Test func whoOpensTheStreamAgainSeesItAnewThoughItWasNotOver() {
        #expect(
            repeats([
                (0, "film.m3u8"), (0, "a0.ts"), (1, "start"), (4, "film.m3u8"), (4, "a0.ts"), (5, "start"),
            ]) == [.first, .laterPlay])
    }

    @Test func aSegmentThatIsRequestedAgainInsideTheAdShowsNothingAnew() {
        #expect(
            repeats([(0, "film.m3u8"), (0, "a0.ts"), (1, "start"), (2, "a1.ts"), (3, "a0.ts"), (4, "start")])
                == [.first, .duplicate])
    }

    @Test func whoGoesBackToWhatComesBehindTheAdDoesNotSeeItAnew() {
        #expect(
            repeats([
                (0, "film.m3u8"), (0, "a0.ts"), (1, "start"), (2, "a1.ts"), (3, "c0.ts"), (20, "a1.ts"), (21, "start"),
            ]) == [.first, .duplicate])
    }

    @Test func whatWasSentBeforeTheReturnIsNoSecondShowing() {
        #expect(
            repeats([
                (0, "film.m3u8"), (0, "a0.ts"), (1, "start"), (2, "a1.ts"), (3, "c0.ts"), (19, "start"), (20, "a0.ts"),
            ]) == [.first, .duplicate])
    }
}
