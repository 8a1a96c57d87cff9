import Testing

@testable import Interpret

@Suite struct NielsenParametersTests {
    private let guide = NielsenParameters(URLFields(SamplePings.guide))

    @Test func goldenPingOfTheGuide97Parameters43Numbered39Blank1687Characters() {
        let sent = guide.rows.filter { !$0.isPart }
        #expect(SamplePings.guide.utf8.count == 1_687)
        #expect(guide.count == 97)
        #expect(sent.count { $0.name.first == "c" && $0.name.dropFirst().allSatisfy(\.isNumber) } == 43)
        #expect(sent.count { $0.value.isEmpty } == 39)
        #expect(guide.repeated.isEmpty)
        #expect(guide.notUTF8.isEmpty)
    }

    @Test(arguments: [
        ("c16", "sdkv", "ai.8.1.0"), ("c3", "st", "a"), ("st", nil, "dcr"), ("c6", "vc", "c01"), ("c27", "cln", "15"),
        ("cg", nil, "Play > Webbtv > Nyheter"), ("adidx", nil, "1/1"), ("c9", "devid", Self.device), ("tl", nil, ""),
        ("c66", "mediaurl", ""), ("sdd", "retry", "0"), ("sdd", "retryreason", ""), ("sdd", "devmodel", "iPhone9,4"),
        ("sdd", "manuf", "Apple"), ("cr", "action", "D"), ("cr", "segment", "1"),
    ])
    func rowsOfTheGoldenPing(name: String, subkey: String?, value: String) {
        #expect(guide.value(name, subkey) == value)
    }

    private static let device = "12b9377cbe7e5c94e8a70d9d23929523d14afa954793130f8a3959c7b849aca8"

    @Test func aNumberedParameterHasNoRowWithoutItsSubkey() {
        #expect(guide.value("c3") == nil)
        #expect(guide.value("st", "a") == nil)
    }

    @Test func theRawTextIsKeptBesideTheDecodedOne() {
        let program = guide.rows.first { $0.name == "cg" }
        #expect(program?.raw == "Play%20%3E%20Webbtv%20%3E%20Nyheter")
        #expect(program?.encodedTwice == false)
    }

    @Test func aValueEncodedTwiceIsDecodedOnceAndFlagged() {
        let title = NielsenParameters(URLFields(SamplePings.optedOut)).rows.first { $0.name == "tl" }
        #expect(title?.value == "Ad%20preroll%20Sample")
        #expect(title?.encodedTwice == true)
    }

    @Test func itemsOfClientVariablesKeepTheirPlacesEmptyOnesToo() {
        let rows = NielsenParameters(URLFields(SamplePings.optedOut)).rows.filter { $0.name == "c60" }
        #expect(rows.map(\.subkey) == ["cvarall", "p0", "p1", "#3", "#4", "p4"])
        #expect(rows.map(\.value).dropFirst() == ["samplecz", "web", "", "", "a"])
    }

    @Test func aPlusStaysAPlus() {
        #expect(NielsenParameters(URLFields(SamplePings.optedOut)).value("c74", "dvcnm") == "Apple+iPad")
    }

    @Test func aCommaSentEncodedGivesTheSameRowAsALiteralOne() {
        let browser = NielsenParameters(URLFields(SamplePings.browser))
        #expect(browser.value("c16", "sdkv") == "bj.6.0.0")
        #expect(browser.value("c3", "st") == "c")
        #expect(browser.value("sdd") == "")
        #expect(browser.value("cr", "action") == nil)
    }

    @Test func aNumberedValueWithoutCommaIsARowWithoutSubkey() {
        let rows = NielsenParameters(URLFields("https://x.test/d?c6=mtvr&c61=&c2")).rows
        #expect(rows.map(\.name) == ["c6", "c61", "c2"])
        #expect(rows.allSatisfy { $0.subkey == nil })
    }

    @Test func repeatedParametersStayAsRowsAndAreNamed() {
        let twice = NielsenParameters(URLFields("https://x.test/gn?ai=A&c3=st,a&ai=B&c3=st,c&c3=other,1"))
        #expect(twice.count == 5)
        #expect(twice.repeated == ["ai", "c3=st"])
        #expect(twice.value("ai") == "A")
    }

    @Test func bytesThatAreNoUTF8AreNamed() {
        #expect(NielsenParameters(URLFields("https://x.test/gn?tl=%E4rende&cg=%C3%A4")).notUTF8 == ["tl"])
    }

    @Test func onlyTheFirstCommaCuts() {
        #expect(NielsenParameters(URLFields("https://x.test/gn?c15=apn,A,B%2CC")).value("c15", "apn") == "A,B,C")
    }

    @Test(arguments: ["https://x.test/gn?", "https://x.test/gn?&&=&c60=cvarall,~~&sdd=~~%&cr=___", "?c1=%2", "c9"])
    func oddQueriesGiveRowsAndNoTrap(url: String) {
        let rows = NielsenParameters(URLFields(url)).rows
        #expect(rows.count < 12)
    }
}
