import Cryptography
import Encodings
import Testing

@testable import Reporting

@Suite struct RedactionTests {
    private let key = RedactionKey(Array("a key of the tests".utf8))

    private func redacted(_ text: String, known: [ReportModel.Identifier] = []) -> String {
        var redactor = Redactor(key: key, identifiers: known)
        return redactor.redact(text)
    }

    /// Twice, as reports do: what was learned the first time is found the second.
    private func redactedTwice(_ text: String) -> String {
        var redactor = Redactor(key: key)
        _ = redactor.redact(text)
        return redactor.redact(text)
    }

    @Test(arguments: ReportFormat.all.map(\.name)) func noFormatShowsAnIdentifier(format: String) throws {
        let format = try #require(ReportFormat.named(format))
        let output = String(decoding: format.render(try SampleRun().model()), as: UTF8.self)
        for identifier in SampleRun.identifiers {
            #expect(!output.contains(identifier), "\(format.name) shows \(identifier)")
            let encoded = identifier.replacing(":", with: "%3A").replacing("@", with: "%40")
            #expect(!output.contains(encoded), "\(format.name) shows \(encoded)")
        }
        #expect(output.contains("devid:hidden"))
        var options = ReportOptions()
        options.redaction = .none
        let revealed = String(decoding: format.render(try SampleRun().model(), options: options), as: UTF8.self)
        #expect(revealed.contains(SampleRun.identifiers[0]))
    }

    @Test func fingerprintsStay() throws {
        let model = try SampleRun().model()
        for redaction in [Redaction.bare, .keyed(key), .keyed(RedactionKey([1]))] {
            #expect(model.redacted(redaction).findings.map(\.fingerprint) == model.findings.map(\.fingerprint))
        }
    }

    @Test func equalValuesStayEqualUnderAnyNameAndEncoding() {
        var redactor = Redactor(key: key)
        let output = redactor.redact("?c9=devid,12b9aa77&c1=nuid%2C12b9aa77&idfa=12b9aa77&x=1")
        let codes = output.matches(of: /(devid|nuid|adid):([0-9a-f]+)/).map { String($0.2) }
        #expect(codes.count == 3 && Set(codes).count == 1)
        #expect(output.hasSuffix("&x=1"))
        #expect(redactor.redact("stream_id=a%3Ab%3Ac1234567") == redactor.redact("stream_id=a:b:c1234567"))
    }

    /// Base64 of JSON is opened twice, counted from the text that is redacted.
    @Test func whatWasTooDeepInOneTextIsReadInItsOwn() {
        var redactor = Redactor(key: key)
        redactor.beginLesson()
        redactor.endLesson()
        func packed(_ json: String) -> String { #"{"a":"\#(Base64.text(Array(json.utf8)))"}"# }
        let inner = packed(#"{"devid":"12b9aa77-0c1d-4e2f-8a3b-5c6d7e8f9a0b"}"#)
        let deep = packed(packed(inner))
        #expect(redactor.redact(deep) == deep)
        #expect(redactor.redact(inner) != inner)
    }

    @Test func whatIsReplacedIsCountedEachTime() {
        var redactor = Redactor(key: key)
        let (plain, alone, named) = ("GET /px?e=start", "session of 12b9aa77", "?c9=devid,12b9aa77")
        redactor.beginLesson()
        for text in [plain, alone, named] { _ = redactor.redact(text) }
        redactor.endLesson()
        for _ in 0..<2 {
            #expect(redactor.redact(plain) == plain)
            #expect(!redactor.redact(alone).contains("12b9aa77") && !redactor.redact(named).contains("12b9aa77"))
        }
        #expect(redactor.pseudonyms.replaced.values.map(\.occurrences) == [4])
    }

    @Test func whatRulesJudgeStays() {
        for text in [
            "?c9=devid,&c1=nuid,", "?idfa=00000000-0000-0000-0000-000000000000", "?devid=[DEVID]&uoo=true",
            "?us_privacy=1YNN&gdpr=1", "?c1=2&c9=x", "?is_lat=1&adid=A1001&ai=A1001", "?stream_id={$stream_id}",
            "firstQuartile fired 2 times", "?cb=60487852&ts=2026-11-21T04%3A21%3A22.125Z", "?userid=-1",
            "?assetid=0b5a1a9e-6f0c-4b52-9b0a-2f6d0c7f1a11&sdkv=1.2.3.4", "SDK version 8.1.0.12 was seen",
            "User-Agent: Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36", "photo@2x.png on 2026-11-21 04:21:22",
            "::1 127.0.0.1",
            "?adid=A1001&ad_id=4711&lat=1&lmt=1&dnt=0&npa=1&did=2&sid=7&mac=1", "std::vector a::b 12:34:56",
            "4/4 at 0.25,0.5",
            "https://tracker.test/px?e=start&cb=1795235274144&ord=8812", "00:00:03.590 +0100 +01:00", "900-1001-2000",
            "gdpr_consent=CPc9zgAPc9zgAGXABCENB4CgAP_AAH_AAAqIHNf", "?event=sessionStart&vendorId=755",
            "?apid=P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41&ca=se-900001_c01_Zm9vYmFyMTIzNDU2Nzg5MGFi",
        ] {
            #expect(redacted(text) == text)
        }
    }

    @Test func nestedAndQuotedFieldsAreFound() {
        for text in [
            "?cust_params=a%3Db%26nuid%3Dsecret-77%26x%3Dy", "?u=https%253A%252F%252Fh%253Fdevid%253Dsecret-77%2526x",
            "{\"nuid\":\"secret-77\",\"a\":1}", "Cookie: a=secret-77; b=secret-77", "(fp_id=secret-77, x)",
            "https://secret-77.nuid.imrworldwide.com/p",
        ] {
            let output = redacted(text)
            #expect(!output.contains("secret-77"), "\(text) became \(output)")
        }
    }

    @Test func knownValuesAreFoundWhereTheyStandAlone() {
        let known = [ReportModel.Identifier(value: "iqal1629966240", kind: .session)]
        #expect(redacted("view session iqal1629966240 ended", known: known).hasPrefix("view session session:"))
        #expect(!redacted("/a/iqal1629966240/b", known: known).contains("iqal"))
    }

    @Test func longRandomValuesAreOpaque() {
        #expect(redacted("?q=Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg").hasPrefix("?q=opaque:"))
        #expect(redacted("?q=the-quick-brown-fox-jumps-over") == "?q=the-quick-brown-fox-jumps-over")
    }

    @Test func differentValuesNeverShareAStandIn() {
        var pseudonyms = Pseudonyms(key: key)
        let codes = (0..<5_000).map { pseudonyms.standIn(for: "value\($0)", .user) }
        #expect(Set(codes).count == 5_000)
    }

    @Test func hostileNestingCostsLittle() {
        #expect(redacted(String(repeating: "a=", count: 20_000)).count == 40_000)
        #expect(redacted(String(repeating: "%", count: 20_000)).count == 20_000)
        for text in [
            "asid=", "ad_id=", "eyJ-", "/eyJ", "uid:", "%25", "\\", "&", "sid=", "uid=[", "a.", "1.1.1.", "ab:", "+1 ",
            "(", "eyJ", "\"uid\":[", "59.1234,",
        ] {
            let hostile = String(repeating: text, count: 60_000 / text.count)
            #expect(!redacted(hostile).isEmpty)
        }
    }

    // MARK: Forms

    @Test(arguments: [
        ("/px/38400000-8CF0-11BD-B23E-10B96E40000D/e", "uuid"), ("q=38400000-8cf0-11bd-b23e-10b96e40000d", "uuid"),
        ("q=38400000%2D8cf0%2D11bd%2Db23e%2D10b96e40000d", "uuid"), ("#a=anna.s+tv@example.se", "mail"),
        ("/u/anna.s%40example.se/", "mail"), ("q=anna.s%252Btv%2540example.se&x", "mail"),
        ("call +46 70 123 45 67 now", "phone"), ("q=%2B46701234567", "phone"), ("(555) 123-4567", "phone"),
        ("x=555-123-4567", "phone"), ("from 203.0.113.77.", "ip"), ("/ip/203.0.113.77", "ip"), ("q=203.0.113.77", "ip"),
        ("[2001:db8:85a3::8a2e:370:7334]:443", "ip"), ("q=2001%3Adb8%3A%3A1", "ip"), ("fe80::1", "ip"),
        ("a4:83:E7:12:9f:0b", "mac"), ("q=A4-83-E7-12-9F-0B", "mac"), ("at 59.32932,18.06858", "location"),
        ("t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJl", "auth"), ("https://me:pw@h.test/", "auth"),
        ("d=eyJ4IjoiYW5uYUBleGFtcGxlLnNlIn0", "opaque"), ("?d=eyJ4IjoiYW5uYUBleGFtcGxlLnNlIn0%3D&", "opaque"),
    ])
    func formsAreFoundAnywhere(text: String, kind: String) {
        let output = redacted(text)
        #expect(output.contains("\(kind):"), "\(text) became \(output)")
        for part in ["8cf0", "8CF0", "anna", "example.se", "4567", "45 67", "113.77", "8a2e", "db8", "e80", "5932"] {
            #expect(!output.contains(part) || !text.contains(part), "\(text) became \(output)")
        }
    }

    // MARK: Names

    @Test(arguments: [
        "?x-device-id=V", "/deviceid/V/e", ";dc_rdid=V;ord=1", "{\"hashedDeviceId\":\"V\"}", "{\"a\":{\"ifa\": \"V\"}}",
        "{\\\"ppid\\\":\\\"V\\\"}", "%7B%22idfa%22%3A%22V%22%7D", "[{\"name\":\"idfa\",\"value\":\"V\"}]",
        "<DeviceId>V</DeviceId>", "<Uid><![CDATA[V]]></Uid>", "x idfa=\"V\"", "idfa = \"V\";", "{gaid=V, x=1}",
        "devid: V", "the devid V was seen", "user[email]=V", "device.ifa=V", "sha1_idfa=V", "idfa_md5=V",
        "&amp;idfa=V&amp;b=1",
        "&quot;uid&quot;:&quot;V&quot;", "X-Real-IP: V", "uid2=V", "Authorization: Bearer V",
        "Set-Cookie: id=V; Path=/",
        "u=https%3A%2F%2Fh%2Fp%3Fcust_params%3Dnuid%253DV%2526x%253D1", "imei=V",
        "{\"ids\":[1],\"userIds\":[\"V\"],\"uid\":[\"V\"]}",
    ])
    func namesAreFoundHoweverTheyAreWritten(text: String) {
        let value = "490154203237518a"
        let text = text.replacing("V", with: value)
        let output = redactedTwice(text)
        #expect(!output.contains(value), "\(text) became \(output)")
        #expect(output != text)
    }

    @Test func aFieldEndsWhereItEnds() {
        #expect(redacted("{\"lat\":59.3293,\"e\":1}").hasSuffix(",\"e\":1}"))
        #expect(redacted("?email=a%40b.se&e=start").hasSuffix("&e=start"))
        #expect(redacted("https://me:pw@h.test/p").hasSuffix("@h.test/p"))
        #expect(redacted("<Uid>abc</Uid><Id>7</Id>").hasSuffix("</Uid><Id>7</Id>"))
        #expect(redacted("x?c9=devid,12b9aa77&c13=asid,P3D8").hasSuffix("&c13=asid,P3D8"))
    }

    @Test func adsAndServersThatLookLikePeopleStay() {
        let ad = "38400000-8cf0-11bd-b23e-10b96e40000d"
        var redactor = Redactor(key: key, open: [ad, "203.0.113.77"])
        #expect(redactor.redact("ad \(ad) from 203.0.113.77") == "ad \(ad) from 203.0.113.77")
        // What a parameter calls a device is one.
        #expect(!redactor.redact("?idfa=\(ad)").contains(ad))
        #expect(!redactor.redact("ad \(ad)").contains(ad))
    }

    @Test func everySpellingHasOneStandIn() {
        var redactor = Redactor(key: key)
        let id = "38400000-8CF0-11BD-B23E-10B96E40000D"
        let spellings = [id, id.lowercased(), id.replacing("-", with: ""), id.replacing("-", with: "%2D")]
        let outputs = spellings.map { redactor.redact("?idfa=\($0)") }
        #expect(Set(outputs).count == 1, "\(outputs)")
        #expect(redactor.redact("/p/\(id.replacing("-", with: ""))/e").hasPrefix("/p/adid:"))
    }

    @Test func hostsStayHosts() {
        let text = "https://iqal1629966240.nuid.imrworldwide.com/p"
        #expect(redacted(text).wholeMatch(of: /https:\/\/session-[0-9a-f]{10}\.nuid\.imrworldwide\.com\/p/) != nil)
    }

    /// Bytes removed, repeated and changed: whatever comes, text before and after an identifier stays, and nothing traps.
    @Test func mutatedTextIsRead() {
        let seed =
            Array(
                #"/p?idfa=%2538400000-8cf0-11bd-b23e-10b96e40000d&u=%7B%22uid%22%3A%22a@b.se%22%7D&amp;c9=devid,1.2.3.4;"#
                    .utf8)
            + Array(
                #"{\"lat\":59.12345,"x":"fe80::1 +46701234567 a4:83:e7:12:9f:0b eyJ4IjoxfQ== (555) 123-4567"}"#.utf8)
        var state: UInt64 = 20
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<500 {
            var bytes = seed
            for _ in 0..<(1 + next(6)) {
                let place = next(bytes.count)
                switch next(4) {
                case 0: bytes[place] = UInt8(next(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 5)], at: next(bytes.count))
                default: bytes.removeLast(min(bytes.count - 40, next(20)))
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let output = redactedTwice("before " + text + " after")
            #expect(output.hasPrefix("before ") && output.hasSuffix(" after"), "\(text)")
        }
    }

    // MARK: Keys

    /// The value could be found by trying when the key was the hash that every report prints.
    @Test func standInsRestOnTheKeyAlone() throws {
        let model = try SampleRun().model()
        func text(_ redaction: Redaction) -> String {
            var options = ReportOptions()
            options.redaction = redaction
            return String(decoding: TextReport(model.redacted(redaction), options).render(), as: UTF8.self)
        }
        let one = text(.keyed(RedactionKey([1])))
        #expect(one == text(.keyed(RedactionKey([1]))))
        #expect(one != text(.keyed(RedactionKey([2]))))
        var pseudonyms = Pseudonyms(key: RedactionKey([1]))
        var other = Pseudonyms(key: RedactionKey([1]))
        _ = other.standIn(for: "another value before", .user)
        #expect(pseudonyms.standIn(for: "203.0.113.77", .ip) == other.standIn(for: "203.0.113.77", .ip))
        let digests = model.captures.map(\.sha256).joined(separator: " ")
        let guessed = SHA256.hash(SHA256.hash(digests.utf8).bytes + [0] + Array(SampleRun.identifiers[0].utf8)).bytes
        #expect(
            !one.contains("devid:" + Array(guessed.prefix(2)).hexadecimal))
    }
}
