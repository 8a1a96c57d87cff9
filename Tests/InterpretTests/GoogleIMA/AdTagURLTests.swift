import Testing

@testable import Interpret

struct AdTagURLTests {
    /// The SDK sets its own correlator, whatever the tag says of it.
    @Test(arguments: [
        (
            "https://pubads.g.doubleclick.net/gampad/ads?iu=/1/x&output=vast&correlator=",
            "https://pubads.g.doubleclick.net/gampad/ads?iu=/1/x&output=vast&correlator=[CORRELATOR]"
        ),
        (
            "https://pubads.g.doubleclick.net/gampad/live/ads?correlator=123&iu=/1/x#top",
            "https://pubads.g.doubleclick.net/gampad/live/ads?correlator=[CORRELATOR]&iu=/1/x#top"
        ),
        (
            "https://x.test/gampad/ads?mycorrelator=1&correlator=[TIMESTAMP]",
            "https://x.test/gampad/ads?mycorrelator=1&correlator=[CORRELATOR]"
        ),
    ])
    func theCorrelatorIsOpen(url: String, requested: String) {
        #expect(AdTagURL.requested(url) == requested)
    }

    @Test(arguments: [
        "https://x.test/vast?correlator=123", "https://pubads.g.doubleclick.net/gampad/ads?iu=/1/x", "",
    ])
    func otherURLsStayAsTheyAre(url: String) {
        #expect(AdTagURL.requested(url) == url)
    }

    /// A wrapper whose tag ends as Google's do is known to have led to the document that was fetched.
    @Test func aWrapperLeadsToTheTagThatTheSDKRequests() throws {
        let tag = "https://pubads.g.doubleclick.net/gampad/ads?iu=/1/x&output=vast&correlator="
        var scene = Scene()
        scene.document(0, VAST.wrapper(to: tag))
        scene.document(1, VAST.inline(), at: tag + "3141592653")
        let result = scene.interpret()
        #expect(result.documents.count == 2)
        #expect(result.links.count == 1)
    }
}
