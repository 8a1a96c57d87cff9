import Testing

@testable import Interpret

/// Whether two user agents can be of one device.
struct OperatingSystemTests {
    private static let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"
    private static let older = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
    private static let player = "AppleCoreMedia/1.0.0.22B83 (iPhone; U; CPU OS 18_1 like Mac OS X; sv_se)"
    private static let network = "Player/6 CFNetwork/1568.200.51 Darwin/24.1.0"
    private static let app = "Dalvik/2.1.0 (Linux; U; Android 14; Pixel 7)"
    private static let media = "ExoPlayerLib/2.18.1 (Linux;Android 13)"
    private static let chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/143.0.0.0"

    private func contradict(_ one: String, _ other: String) throws -> Bool {
        try #require(OperatingSystem(userAgent: one)).contradicts(try #require(OperatingSystem(userAgent: other)))
    }

    @Test func twoSystemsAndTwoVersionsAreTwoDevices() throws {
        #expect(try contradict(Self.phone, Self.app))
        #expect(try contradict(Self.phone, Self.older))
        #expect(try contradict(Self.app, Self.media))
    }

    @Test(arguments: [phone, player, network]) func partsOfOneAppAreOne(userAgent: String) throws {
        #expect(try !contradict(Self.phone, userAgent))
    }

    @Test func oneVersionMayBeWrittenShorter() throws {
        #expect(try !contradict(Self.app, "Player/6 (Linux; Android 14.0.1; Pixel 7)"))
    }

    @Test func whatChromeAlwaysSaysIsNoVersion() throws {
        #expect(try !contradict(Self.app, Self.chrome))
    }
}
