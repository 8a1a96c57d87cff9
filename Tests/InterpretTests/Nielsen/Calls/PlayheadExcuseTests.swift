import Model
import Testing

@testable import Interpret

struct PlayheadExcuseTests {
    private func excuse(_ name: String, source: String = "player") -> PlayheadExcuse? {
        PlayheadExcuse(
            Call(
                at: Timestamp(microseconds: 0), kind: .event, source: source, name: name, locator: .line(1)))
    }

    @Test(arguments: ["seek", "bufferStart", "buffer_start", "call", "lock", "ad_start", "network_loss", "rate_change"])
    func whatStopsOrMovesThePlayheadIsKnown(name: String) {
        #expect(excuse(name)?.text == name.lowercased())
    }

    /// Their names hold a word that explains, and mean something else.
    @Test(arguments: [
        "callback_done", "blocked", "playlist_loaded", "load_state", "buffered_range_changed", "screen_view",
    ])
    func ofOthersNobodyKnows(name: String) {
        #expect(excuse(name)?.text == "?" + name)
    }

    @Test(arguments: ["timeupdate", "volumechange", "bitrate_change", "adQuartile"])
    func whatGoesOnAllTheTimeExplainsNothing(name: String) {
        #expect(excuse(name) == nil)
    }

    @Test func anotherSourceIsNotThePlayer() {
        #expect(excuse("seek", source: "ima")?.text == "?seek")
    }

    @Test func theStrongerOneStays() throws {
        let seek = try #require(excuse("seek"))
        let pause = try #require(excuse("pause"))
        let unknown = try #require(excuse("screen_view"))
        #expect(!pause.outweighs(seek) && !unknown.outweighs(seek))
        #expect(!unknown.outweighs(pause) && pause.outweighs(unknown))
    }
}
