import Testing

@testable import Reporting

@Suite struct RedactionTests {
    private let key = Array("capture".utf8)

    private func redacted(_ text: String, known: [ReportModel.Identifier] = []) -> String {
        var redactor = Redactor(key: key, identifiers: known)
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
        #expect(output.contains("devid:"))
        var options = ReportOptions()
        options.reveal = true
        let revealed = String(decoding: format.render(try SampleRun().model(), options: options), as: UTF8.self)
        #expect(revealed.contains(SampleRun.identifiers[0]))
    }

    @Test func fingerprintsStay() throws {
        let model = try SampleRun().model()
        #expect(model.redacted().findings.map(\.fingerprint) == model.findings.map(\.fingerprint))
    }

    @Test func equalValuesStayEqualUnderAnyNameAndEncoding() {
        var redactor = Redactor(key: key)
        let output = redactor.redact("?c9=devid,12b9aa77&c1=nuid%2C12b9aa77&idfa=12b9aa77&x=1")
        let codes = output.matches(of: /(devid|nuid|adid):([0-9a-f]+)/).map { String($0.2) }
        #expect(codes.count == 3 && Set(codes).count == 1)
        #expect(output.hasSuffix("&x=1"))
        #expect(redactor.redact("stream_id=a%3Ab%3Ac1234567") == redactor.redact("stream_id=a:b:c1234567"))
    }

    @Test func whatRulesJudgeStays() {
        for text in [
            "?c9=devid,&c1=nuid,", "?idfa=00000000-0000-0000-0000-000000000000", "?devid=[DEVID]&uoo=true",
            "?us_privacy=1YNN&gdpr=1", "?c1=2&c9=x", "?is_lat=1&adid=A1001&ai=A1001", "?stream_id={$stream_id}",
            "firstQuartile fired 2 times", "?cb=60487852&ts=2026-11-21T04%3A21%3A22.125Z", "?userid=-1",
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
    }

    @Test func sha256OfKnownMessages() {
        func hex(_ text: String) -> String {
            SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hex(String(repeating: "a", count: 119))
                == "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb")
    }
}
