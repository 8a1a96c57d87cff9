import Model
import Testing

@testable import Interpret

@Suite struct ConsentNoticeTests {
    private static let old = "COtybn4PA_zT4KjACBENAPCIAEBAAECAAIAAAAAAAAAA"
    private static let new = "CQHx4kAQHx4kAAcABBENBSFsAP_gAEPgAAqIABCDEFgh"

    private func adRequest(_ query: String, at microseconds: Int64) -> Exchange {
        .request("https://pubads.g.doubleclick.net/gampad/ads?iu=/1&output=vast&" + query, at: microseconds)
    }

    /// Since when other traffic says what an ad request at 60 says, by parameter.
    private func noticed(_ other: [Exchange], before query: String) -> [String: String] {
        let first = adRequest("gdpr_consent=\(Self.old)&us_privacy=1YYN", at: 1)
        let result = FamilyOutput([first] + other + [adRequest(query, at: 60)], families: [GoogleIMAFamily()])
        let rows = result.parameters.filter { $0.beacon == result.beacons.last?.id && $0.name == "noticed" }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.subkey ?? "", $0.value) })
    }

    @Test(arguments: [
        "https://cmp.test/c?tc=\(new)", "https://cmp.test/c?j=%7B%22tc%22%3A%22\(new)%22%7D",
        "https://pixel.test/p?a=1&gdpr_consent=\(new)", "https://pixel.test/c/\(new)/1.gif",
    ])
    func aTransparencyStringInAnAddress(url: String) {
        #expect(noticed([.request(url, at: 50)], before: "gdpr_consent=\(Self.new)") == ["gdpr_consent": "50"])
    }

    @Test(arguments: [
        "https://privacy.test/c?us_privacy=1YNN", "https://privacy.test/c?USP=1YNN",
        "https://privacy.test/c?ccpa_s=1YNN",
    ])
    func aPrivacyStringBehindItsName(url: String) {
        #expect(noticed([.request(url, at: 50)], before: "us_privacy=1YNN") == ["us_privacy": "50"])
    }

    @Test func theSegmentsOfATransparencyStringBelongToIt() {
        let url = "https://cmp.test/c?tc=\(Self.new).IFoEUQQgAIQwgIwQ"
        #expect(noticed([.request(url, at: 50)], before: "gdpr_consent=\(Self.new)").isEmpty)
        #expect(
            noticed([.request(url, at: 50)], before: "gdpr_consent=\(Self.new).IFoEUQQgAIQwgIwQ")
                == ["gdpr_consent": "50"])
    }

    @Test func theBodiesOfRequestAndAnswer() {
        let body = "{\"tcString\": \"\(Self.new)\", \"usp\":\"1YNN\"}"
        let said = ["gdpr_consent": "50", "us_privacy": "50"]
        let query = "gdpr_consent=\(Self.new)&us_privacy=1YNN"
        #expect(noticed([.request("https://cmp.test/c", at: 50, body: body)], before: query) == said)
        #expect(noticed([.request("https://cmp.test/c", method: "POST", at: 50, posted: body)], before: query) == said)
    }

    @Test func cookies() {
        var exchange = Exchange.request("https://app.test/profile", at: 50)
        exchange.request.headers.append(name: "Cookie", value: "euconsent-v2=\(Self.new); usprivacy=1YNN")
        #expect(
            noticed([exchange], before: "gdpr_consent=\(Self.new)&us_privacy=1YNN")
                == ["gdpr_consent": "50", "us_privacy": "50"])
    }

    @Test func whatIsSaidLastCountsFromWhenItWasFirstSaid() {
        let (a, b) = ("https://cmp.test/c?tc=\(Self.old)", "https://cmp.test/c?tc=\(Self.new)")
        #expect(
            noticed(
                [.request(a, at: 10), .request(b, at: 20), .request(b, at: 30)], before: "gdpr_consent=\(Self.new)")
                == ["gdpr_consent": "20"])
        #expect(
            noticed([.request(b, at: 20), .request(a, at: 30)], before: "gdpr_consent=\(Self.new)").isEmpty)
    }

    @Test(
        "what is no consent signal",
        arguments: [
            // No name, a longer word, a made-up letter, a time of 1970, too short.
            "https://x.test/c?v=1YNN", "https://x.test/c?us_privacy=1YNNY", "https://x.test/c?us_privacy=1YZN",
            "https://x.test/c?tc=CAAAAAAAAAAAAAcABBENBSFsAP_gAEPgAAqIABCDEFgh", "https://x.test/c?tc=CQHx4kAQHx4kAAcA",
        ])
    func others(url: String) {
        let value = String(url.split(separator: "=")[1])
        #expect(noticed([.request(url, at: 50)], before: "us_privacy=\(value)&gdpr_consent=\(value)").isEmpty)
    }

    @Test func whatWasSaidBeforeTheFirstAdRequestIsNoNewChoice() {
        let result = FamilyOutput(
            [
                .request("https://cmp.test/c?tc=\(Self.new)", at: 0), adRequest("gdpr_consent=\(Self.new)", at: 1),
            ], families: [GoogleIMAFamily()])
        #expect(!result.parameters.contains { $0.name == "noticed" })
    }

    /// Two strings say nothing together; a letter of another alphabet, and a text that is cut before, are no such string.
    @Test(arguments: [
        ("gdpr_consent=\(new)", ["17310386432"]), ("gdpr_consent=\(new)&gdpr_consent=\(old)", []),
        ("gdpr_consent=CQHx4kAQHx4+AAcABBENBSFsAP", []), ("gdpr_consent=CQHx4kAQHx4", []),
        ("gdpr_consent=of-another", []),
    ])
    func whenTheChoiceWasMade(query: String, updated: [String]) {
        let result = FamilyOutput([adRequest(query, at: 1)], families: [GoogleIMAFamily()])
        #expect(result.parameters.filter { $0.name == "updated" }.map(\.value) == updated)
    }
}
