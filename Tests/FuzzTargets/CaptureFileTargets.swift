import Capture
import Encodings
import Model
import Wire

extension FuzzTarget {
    /// Files that are given as inputs.
    static let captureFiles: [FuzzTarget] = [
        FuzzTarget("sniff", seeds: frontsOfFiles) { bytes in
            let front = bytes.span
            _ = CaptureFormat.sniff(front)
            _ = KeyLogReader.recognises(front)
            _ = PcapNGReader.recognises(front)
        },
        FuzzTarget("pcap", dictionary: "pcap", seeds: pcaps) { bytes in
            try Contract.holdsInNumber({ PcapReader() }, on: bytes)
        },
        FuzzTarget("pcapng", dictionary: "pcap", seeds: pcapngs) { bytes in
            try Contract.holdsInNumber({ PcapNGReader() }, on: bytes)
        },
        FuzzTarget("key-log", seeds: { [try SeedFiles.file("Examples/captures/clean-play.keys.txt")] }) { bytes in
            try Contract.holds({ KeyLogReader() }, on: bytes)
        },
        FuzzTarget("har", dictionary: "json", seeds: { try SeedFiles.inside("Tests/Vectors/har", ending: ".har") }) {
            try Contract.holds({ HARReader(limits: limits) }, on: $0)
        },
        FuzzTarget(
            "charles", dictionary: "json", seeds: { try SeedFiles.inside("Tests/Vectors/charles", ending: ".chlsj") }
        ) {
            try Contract.holds({ CharlesReader(limits: limits) }, on: $0)
        },
        FuzzTarget(
            "mitmproxy", dictionary: "mitmproxy",
            seeds: { try SeedFiles.inside("Tests/Vectors/mitmproxy", ending: ".mitm") }
        ) {
            try Contract.holds({ MitmproxyReader(limits: limits) }, on: $0)
        },
        FuzzTarget("saz", dictionary: "zip", seeds: { try SeedFiles.inside("Tests/Vectors/saz", ending: ".saz") }) {
            try Contract.holds({ SAZReader(limits: limits) }, on: $0)
        },
        FuzzTarget("call-log", dictionary: "calls", seeds: { callLogs + printedLogs }) { bytes in
            try Contract.holds({ CallLogReader() }, on: bytes)
        },
        FuzzTarget("access-log", dictionary: "json", seeds: { accessLogs }) { bytes in
            for form in [AccessLogReader.Form.combined, .json, .w3c, .mediaTailor] {
                try Contract.holds({ AccessLogReader(form) }, on: bytes)
            }
        },
        FuzzTarget("packed", seeds: packedBodies, exercise: unpack),
    ]

    /// Small, so that a fuzzer that finds a bomb does not wait for it.
    private static let limits = EntryLimits(entryBytes: 1 << 20, bodyBytes: 1 << 20)

    private static let pcaps: @Sendable () throws -> [Seed] = {
        try SeedFiles.inside("Tests/Vectors/quic-recordings", ending: ".pcap")
    }

    private static let pcapngs: @Sendable () throws -> [Seed] = {
        [try SeedFiles.file("Examples/captures/clean-play.pcapng", most: 8 << 10)]
    }

    private static let frontsOfFiles: @Sendable () throws -> [Seed] = {
        try pcaps() + pcapngs() + callLogs + accessLogs + [
            SeedFiles.file("Examples/captures/clean-play.har", most: 2 << 10),
            SeedFiles.file("Examples/captures/clean-play.keys.txt", most: 2 << 10),
            SeedFiles.file("Tests/Vectors/mitmproxy/every-version.mitm", most: 2 << 10),
            SeedFiles.file("Tests/Vectors/saz/clean.saz", most: 2 << 10),
            SeedFiles.file("Tests/Vectors/charles/clean.chlsj", most: 2 << 10),
        ]
    }

    static let callLogs: [Seed] = [
        Seed(
            "every-kind",
            """
            {"v":1,"kind":"header","clock":"epoch_ms","app":"se.example.app","os":"iOS 17.5","sdk":"ai.9.2.0.0","att":"denied"}
            {"v":1,"kind":"call","t":1732160000123,"mono":5123.456,"seq":17,"inst":"A","api":"loadMetadata","args":{"type":"content","length":"2600"}}
            {"v":1,"kind":"call","t":1732160001124.5,"mono":5124.457,"seq":18,"inst":"A","api":"playheadPosition","args":1}\r

            {"v":1,"kind":"event","t":1732160009000,"name":"buffer_start"}
            {"v":1,"kind":"event","t":1732160009000,"source":"ima","name":"adFirstQuartile","adId":"A1","sequence":1}
            {"v":1,"kind":"sdk","t":1732160009100,"code":"12","level":"error","text":"verbatim \\u00e5"}
            """),
        Seed(
            "system-log",
            """
            {"timestamp":"2026-11-20 10:00:00.123456+0100","subsystem":"se.example","eventMessage":"loadMetadata {\\"type\\":\\"content\\"}"}
            """),
    ]

    private static let printedLogs: [Seed] = [
        Seed(
            "logcat",
            """
            11-23 15:08:17.132  1380  1399 D AdTagLoader: onAdEvent: STARTED
            11-23 15:08:17.140  1380  1380 I chatty  : uid=10123(com.example) identical 2 lines
            [ 11-23 15:08:24.132  1380: 1399 D/AdTagLoader ]
            onAdEvent: FIRST_QUARTILE
                [INFO:CONSOLE(9)] "rmp-vast: ping tracking for start VAST event", source: about:blank (9)
            11-23 15:08:30.000  1  1 D App: AdEvent[type=COMPLETED, ad=Ad [adId=A1, adPodInfo=AdPodInfo [totalAds=2]]]
            """)
    ]

    private static let accessLogs: [Seed] = [
        Seed(
            "combined",
            """
            203.0.113.9 - - [10/Oct/2026:13:55:36 -0700] "GET /px?e=start&q=%22 HTTP/1.1" 204 0 "https://pub.test/" "a \\"b\\""
            2001:db8::7 - ann [10/Oct/2026:22:55:37 +0200] "POST /px?e=complete HTTP/2.0" 200 43 "-" "player"

            """),
        Seed(
            "json",
            """
            {"msec":"1791665736.250","remote_addr":"203.0.113.9","request_method":"GET","request_uri":"/px?e=start","status":204}
            {"time_iso8601":"2026-10-10T22:55:37+02:00","request":"POST /px?e=complete HTTP/2.0","host":"t.test","status":"200"}

            """),
        Seed(
            "w3c",
            """
            #Version: 1.0
            #Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs-uri-query x-host-header time-taken
            2026-10-10\t20:55:36\t203.0.113.9\tGET\td1.cdn.test\t/px\t204\te=start&q=%22\tt.test\t0.250

            """),
        Seed(
            "media-tailor",
            """
            2026-10-10T20:55:40.000Z {"eventType":"BEACON_FIRED","eventTimestamp":"2026-10-10T20:55:35Z","awsAccountId":"1","beaconInfo":{"trackingEvent":"start","beaconUri":"https://t.test/s","beaconHttpResponseCode":200}}

            """),
    ]

    /// The first byte names the codings.
    private static let packedBodies: @Sendable () throws -> [Seed] = {
        zip(
            ["gzip", "deflate", "br", "zstd"],
            [
                """
                1f8b0800000000000203b309730c0e51284b2d2acecccfb35532d13352b2b3714c51c84cb1553254d2b7b3d10729b053201200008fa4
                30904f000000
                """,
                "789cb309730c0e51284b2d2acecccfb35532d13352b2b3714c51c84cb1553254d2b7b3d10729b05320120000fa3e0fc8",
                """
                1b4e00f82d0ecc738fdc86d209e5c34fb39dd42f3c3e412a86a665a6acc824880f5589b8b42cb7e8628d7600865b8e21db3d1df93a20
                f108
                """,
                """
                28b52ffd204f75010044023c564153542076657273696f6e3d22342e32223e3c41642069643d2231222f3e3c2f3e20020070854556f5
                04
                """,
            ]
        ).enumerated().map { Seed($1.0, [UInt8($0)] + SeedFiles.bytes(hex: $1.1)) }
    }

    private static let codings = ["gzip", "deflate", "br", "zstd", "gzip, br", "x-gzip,zstd", "identity"]

    /// Content codings, and the two expanders of packed inputs.
    private static let unpack: @Sendable ([UInt8]) throws -> Void = { bytes in
        guard let first = bytes.first else { return }
        let packed = Array(bytes.dropFirst())
        let decoder = ContentDecoder(limits: .init(maximumSize: 1 << 20, maximumRatio: 200))
        let body = decoder.decode(packed, codings: ContentCoding.list(codings[Int(first) % codings.count]))
        try Contract.expect(body.bytes.count <= 1 << 20, "a body of \(body.bytes.count) bytes is beyond its limit")

        let limits = InflateLimits(outputBytes: 1 << 20, ratio: 200)
        for wrapper in [DeflateWrapper.detected, .none] {
            let plain: [UInt8]
            do {
                plain = try Inflater.inflate(packed.span, limits: limits, wrapper: wrapper)
            } catch {
                continue
            }
            try Contract.expect(plain.count <= limits.outputBytes, "\(plain.count) bytes are beyond the limit")
        }
        try expand(packed, limits)
    }

    private static func expand(_ packed: [UInt8], _ limits: InflateLimits) throws {
        var expander = ZstdExpander(limits: limits)
        var plain: [UInt8] = []
        var start = 0
        do throws(InflateFailure) {
            while true {
                let before = plain.count
                let used = try expander.expand(packed.span.extracting(start...), into: &plain)
                start += used
                if used == 0, plain.count == before { break }
            }
        } catch {
            // One step may be the one too many.
            try Contract.expect(
                plain.count <= limits.outputBytes + 1 << 18, "\(plain.count) bytes are beyond the limit")
        }
    }
}
