import Foundation
import TestSupport

@testable import Pipeline

/// A capture, a call log, facts and waivers that carry the same identifiers wherever text of strangers or people goes.
struct PrivateCapture {
    static let device = "6D92078A-8246-4BA4-AE5B-76104861E7DC"
    static let mail = "anna.svensson+tv@example.se"
    static let address = "203.0.113.77"
    static let address6 = "2001:db8:85a3::8a2e:370:7334"
    static let phone = "+46701234567"
    static let hardware = "a4:83:e7:12:9f:0b"
    static let hashed = "12b9f2a0c4d81e7733aa90bb41c2d5e612b9f2a0c4d81e7733aa90bb41c2d5e6"
    static let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExMDgxNSJ9.dBjftJeZ4CVPmB92K27uhbUJU1p1r"
    static let imei = "490154203237518"
    static let place = "59.329323"
    static let forms = [device, mail, address, address6, phone, hardware, token]
    static let all = forms + [hashed, imei, place]

    /// Trackers, each with an identifier in another place: `{V}` in the upper, `{W}` in the lower case, `{D}` without dashes,
    /// `{E}` and `{F}` percent-encoded once and twice, `{B}` in base64 of JSON.
    static let carriers = [
        "/px/{V}/e", "/px/{W}", "/deviceid/{D}/e", "/px;dc_rdid={V};ord=1", "/px?idfa={V}&e=1", "/px?idfa={D}",
        "/px?x-device-id={W}",
        "/px?q={V}", "/px?q={E}", "/px?q={F}", "/px?u=https%3A%2F%2Fh.test%2F%3Fidfa%3D{E}%26x%3D1",
        "/px?cust_params=rdid%3D{W}%26x%3D1",
        "/px?u=https%253A%252F%252Fh.test%252F{V}%253Fgaid%253D{D}", "/px?j=%7B%22ifa%22%3A%22{V}%22%2C%22e%22%3A1%7D",
        "/px?j=%7B%5C%22deviceId%5C%22%3A%5C%22{D}%5C%22%7D", "/px?data={B}", "/px/{B}/e", "/px?ids=a,{V},b",
        "/px?session_id={V}-7",
        "/px?x=a_{V}_b", "/px?x=a.{V}.b", "/px?x=({W})", "/px?x=%5B{V}%5D", "/px?uid={V}%3ATUL", "/px?hashed_idfa={D}",
        "/px?x=1%20{V}%202",
        "/{V}.gif", "/px?idtype=idfa&rdid={V}&is_lat=0", "/px?sid={D}", "/px?did={W}", "/px?e=click&ppid={D}#{V}",
    ]

    let folder: TemporaryFolder
    let request: Certify.Request

    init() throws {
        folder = try TemporaryFolder()
        let har = try folder.write(PrivateCapture.har, to: "run.har")
        let log = try folder.write(PrivateCapture.log, to: "calls.jsonl")
        var request = Certify.Request(inputs: [har], toolVersion: "0")
        request.callLogs = [log]
        request.factsPath = try folder.write("capture: { complete: true }\n", to: "facts.yaml")
        self.request = request
    }

    /// Every way in which a value may be spelled in an output; outputs are compared in lower case.
    static func spellings(of value: String) -> Set<String> {
        let lower = value.lowercased()
        let bare = lower.filter { $0.isLetter || $0.isNumber }
        let once = encoded(lower)
        return Set(
            [lower, lower.count > 20 && !lower.contains("@") ? bare : lower, once, encoded(once)].map {
                $0.lowercased()
            })
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + String(format: "%02X", byte)
        }.joined()
    }

    // MARK: Files

    private static func filled(_ carrier: String, _ value: String) -> String {
        let packed = Data("{\"e\":1,\"who\":\"\(value)\"}".utf8).base64EncodedString().replacing("=", with: "")
        let forms = [
            "{V}": value, "{W}": value.lowercased(), "{D}": value.replacing("-", with: ""), "{E}": encoded(value),
            "{F}": encoded(encoded(value)), "{B}": packed,
        ]
        return forms.reduce(carrier) { $0.replacing($1.key, with: $1.value) }
    }

    static let urls: [String] = {
        let devices = carriers.map { "https://tracker.test" + filled($0, device) }
        let others = forms.dropFirst().flatMap { value in
            ["/px?q={E}", "/px/{E}/e", "/px?q={F}", "/px?j=%7B%22x%22%3A%22{E}%22%7D", "/px?d={B}"].map {
                "https://tracker.test" + filled($0, value)
            }
        }
        return devices + others + [
            "https://tracker.test/px?lat=\(place)&lon=18.06858&e=1", "https://tracker.test/px?imei=\(imei)",
            "https://tracker.test/px?c9=devid,\(hashed)&c1=nuid,\(hashed)", "https://tracker.test/px?q=\(hashed)",
            "https://tracker.test/px?hem_sha256=\(hashed)", "https://tracker.test/px?ip=\(address)",
        ]
    }()

    private static var har: String {
        let impressions = urls.map { "<Impression><![CDATA[\($0)]]></Impression>" }.joined()
        let vast = """
            <VAST version="4.2"><Ad id="A1"><InLine><AdSystem>sample</AdSystem><AdTitle>For \(mail) at \(device)</AdTitle>\
            \(impressions)<Impression><![CDATA[https://tracker.test/never?idfa=\(device)&e=\(mail)]]></Impression><Creatives>\
            <Creative id="c-\(device)"><Linear><Duration>00:00:30</Duration><MediaFiles>\
            <MediaFile delivery="progressive" type="video/mp4" width="1" height="1">\
            <![CDATA[https://cdn.test/\(device)/a.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """
        let headers = [
            "X-Device-Id": device, "X-IDFA": device.lowercased(), "X-Forwarded-For": "\(address), 10.0.0.7",
            "X-Real-IP": address, "Forwarded": "for=\"[\(address6)]\";proto=https", "Cookie": "id=\(device); m=\(mail)",
            "Authorization": "Bearer \(token)", "X-Hardware": hardware,
            "Referer": "https://app.test/?u=\(mail)&p=\(phone)",
            "X-IMEI": imei, "X-Where": "lat=\(place)",
        ]
        var entries = [
            SampleHAR.Entry(
                0, "https://ads.test/tag?rdid=\(device)&ip=\(address)", status: 200, body: vast, headers: headers),
            SampleHAR.Entry(0.5, "https://cdn.test/\(device)/a.mp4", status: 206),
        ]
        for (place, url) in urls.enumerated() {
            entries.append(SampleHAR.Entry(1 + Double(place) / 100, url))
            entries.append(SampleHAR.Entry(5 + Double(place) / 100, url))
        }
        let nielsen =
            "https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=dcr&c9=devid,\(hashed)&c1=nuid,\(hashed)&uoo=true&c13=asid,"
            + "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41&ve_id=\(device)&email=\(encoded(mail))&hem_unknown=\(hashed)&rnd=7"
        entries.append(SampleHAR.Entry(8, nielsen, headers: headers))
        entries.append(SampleHAR.Entry(9, "https://\(device.lowercased()).nuid.imrworldwide.com/x", headers: headers))
        entries.append(
            SampleHAR.Entry(
                10, "https://ads.test/tag?ip=\(address)", status: 200,
                body: "<VAST version=\"4.2\"><Ad id=\"\(mail)\"><InLine \(device) \(address6)", headers: headers))
        return SampleHAR(entries).json.replacing("\"name\":\"sample\"", with: "\"name\":\"sample \(device) \(mail)\"")
    }

    private static var log: String {
        """
        {"v":1,"kind":"header","app":"se.example.app","os":"iOS 17.5","sdk":"ai.9.2.0.0","user":"\(mail)"}
        {"v":1,"kind":"call","t":1769853600100,"mono":1.0,"inst":"\(device)","api":"loadMetadata","args":{"type":"content",\
        "assetid":"x","length":"2600","idfa":"\(device)","userId":"\(hashed)","mail":"\(mail)","note":"\(address) \(phone)"}}
        {"v":1,"kind":"event","t":1769853601000,"mono":2.0,"name":"opened by \(mail) on \(device)","source":"player"}
        {"v":1,"kind":"sdk","t":1769853602000,"mono":3.0,"code":"12","level":"error","text":"\(device) at \(address)"}
        not a line: \(device) \(mail)

        """
    }
}
