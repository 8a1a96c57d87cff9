import Model
import Testing

@testable import Interpret

@Suite struct DeclaredTargetTests {
    @Test(
        arguments: [
            ("https://b.test/b?u=a%2Fb&sid=1", "/b?u=a%2Fb&sid=1", nil),
            ("https://b.test/b?u=a%2Fb", "/b?u=a/b", .bytes),
            ("https://b.test/b?sid=1", "/b?sid=1&t=5", .bytes), ("https://b.test/b?t=it's", "/b?t=it%27s", nil),
            ("https://b.test/b?u=a%2fb", "/b?u=a%2Fb", .letters), ("https://b.test/b?u=1#top", "/b?u=1", nil),
        ] as [(String, String, Firing.Respelling?)])
    func respelt(declared: String, sent: String, as respelling: Firing.Respelling?) throws {
        #expect(try #require(DeclaredTarget(declared)).respelling(in: sent) == respelling)
    }

    /// What a sender has to fill in, to encode or to resolve is not sent byte for byte.
    @Test(arguments: [
        "https://b.test/b?t=[TIMESTAMP]", "https://b.test/b?t=summer sale", "https://b.test/a/../b", "https://b.test",
        "about:blank",
    ])
    func isLeftToTheSender(declared: String) {
        #expect(DeclaredTarget(declared) == nil)
    }
}
