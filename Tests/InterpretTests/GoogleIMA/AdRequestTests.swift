import Model
import Testing

@testable import Interpret

@Suite struct AdRequestTests {
    private func interpret(_ exchange: Exchange) -> FamilyOutput {
        FamilyOutput([exchange], families: [GoogleIMAFamily()])
    }

    private let tag =
        "https://pubads.g.doubleclick.net/gampad/ads?sz=640x480&iu=/1/x&gdfp_req=1&env=vp&output=vast"
        + "&cust_params=deployment%3Ddevsite%26sample_ct%3Da%252Cb&us_privacy=1YNN&correlator="

    @Test func anAdRequestCarriesItsParametersThoseInCustParamsByKey() throws {
        let result = interpret(.request(tag))
        let beacon = try #require(result.beacons.first)
        #expect(beacon.family == .ima)
        #expect(beacon.kind == "ad-request")
        #expect(result.value(beacon, "us_privacy") == "1YNN")
        #expect(result.value(beacon, "correlator") == "")
        #expect(result.value(beacon, "cust_params") == "deployment=devsite&sample_ct=a%2Cb")
        #expect(result.value(beacon, "cust_params", "deployment") == "devsite")
        #expect(result.value(beacon, "cust_params", "sample_ct") == "a,b")
        #expect(Set(result.parameters.map(\.ordinal)).count == result.parameters.count)
    }

    @Test func custParamsEncodedTwiceAreFlaggedAndStillShownByKey() throws {
        let result = interpret(
            .request("https://pubads.g.doubleclick.net/gampad/ads?iu=/1&cust_params=a%253Db%2526c%253Dd"))
        let beacon = try #require(result.beacons.first)
        #expect(result.parameters.first { $0.name == "cust_params" }?.encodedTwice == true)
        #expect(result.value(beacon, "cust_params", "c") == "d")
    }

    @Test func aTagThatLostItsQuestionMarkIsReadFromThePath() throws {
        let result = interpret(.request("https://pubads.g.doubleclick.net/gampad/adsiu=/1/x&us_privacy=1---&sz=1x1"))
        let beacon = try #require(result.beacons.first)
        #expect(result.value(beacon, "iu") == "/1/x")
        #expect(result.value(beacon, "us_privacy") == "1---")
    }

    @Test(arguments: [
        "https://securepubads.g.doubleclick.net/gampad/ads?iu=/1",
        "https://pubads.g.doubleclick.net/gampad/live/ads?iu=/1",
        "https://ads.publisher.test/gampad/ads?iu=/1",
        "https://proxy.publisher.test/v?iu=/1&gdfp_req=1&output=vast&unviewed_position_start=1",
    ])
    func hostsAndPathsInFrontOfTheAdServer(url: String) {
        #expect(interpret(.request(url)).beacons.map(\.kind) == ["ad-request"])
    }

    @Test(arguments: [
        "https://pubads.g.doubleclick.net/gampad/adx?iu=/1", "https://x.test/ads?iu=1&output=vast",
        "https://x.test/?u=/gampad/ads", "https://pubads.g.doubleclick.net/pagead/interaction/?label=videoplaytime25",
    ])
    func otherRequests(url: String) {
        #expect(interpret(.request(url)).beacons.isEmpty)
    }

    @Test func aPagesDisplayAdsAreToldApart() {
        let url = "https://securepubads.g.doubleclick.net/gampad/ads?gdfp_req=1&iu=/1/x&output=ldjh&sz=300x250"
        #expect(interpret(.request(url)).beacons.map(\.kind) == ["display-ad-request"])
    }

    @Test func aFormBodyAddsParameters() throws {
        let result = interpret(
            .request(
                "https://pubads.g.doubleclick.net/gampad/ads?iu=/1", method: "POST", posted: "rdp=1&npa=1",
                postedType: "application/x-www-form-urlencoded"))
        #expect(result.value(try #require(result.beacons.first), "rdp") == "1")
    }

    @Test func aPreflightIsNoAdRequest() {
        #expect(interpret(.request(tag, method: "OPTIONS")).beacons.isEmpty)
    }

    @Test func theRecordedAdRequestLacksUsPrivacy() throws {
        guard let recording = try Recording.load("gam_no_usp.h2tls13") else { return }
        let result = FamilyOutput(recording.exchanges, families: [VASTFamily(), GoogleIMAFamily()])
        let beacon = try #require(result.beacons("ad-request").first)
        #expect(result.beacons("ad-request").count == 1)
        #expect(result.value(beacon, "us_privacy") == nil)
        #expect(result.value(beacon, "iu") == "/124319096/external/single_ad_samples")
        #expect(result.value(beacon, "cust_params", "sample_ct") == "linear")
    }
}
