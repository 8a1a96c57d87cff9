import Capture
import Testing

struct CaptureFormatTests {
    @Test(
        arguments: [
            ([0x0A, 0x0D, 0x0D, 0x0A, 0x1C], CaptureFormat.pcapng), ([0xD4, 0xC3, 0xB2, 0xA1, 2], .pcap),
            ([0xA1, 0xB2, 0x3C, 0x4D], .pcap), ([0x1F, 0x8B, 8], .gzip), ([0x78, 0xDA, 0xED], .zlib),
            ([0x78, 0x9C], .zlib), ([0x28, 0xB5, 0x2F, 0xFD], .zstd), ([0x50, 0x4B, 3, 4], .zip),
            ([0xAC, 0xED, 0, 5], .charlesSession), ([], .empty), ([0, 1, 2], .unknown),
            (Array("SQLite format 3\0".utf8), .sqlite), ([0xFF, 0xFE, 0x7B, 0], .text), ([0xFE, 0xFF, 0, 0x7B], .text),
        ] as [([UInt8], CaptureFormat)])
    func marks(bytes: [UInt8], format: CaptureFormat) {
        #expect(CaptureFormat.sniff(bytes.span).format == format)
    }

    @Test(arguments: [
        ("{\"log\": {\"version\":", CaptureFormat.har), ("\u{FEFF} \n{\"a\":[1,{}],\"log\":{}}", .har),
        ("{\"a\":1}\n{\"a\":2}\n", .jsonLines), ("{\"a\":1}\n", .json), ("[{}]", .json), ("{\"log\":1}", .json),
        ("{\"log\":\n[1]}", .json), ("1234:7:version;2:20#", .mitmproxy), ("1234:7:versi", .mitmproxy),
        ("<?xml version=\"1.0\"?>", .xml),
        ("# comment\n\nCLIENT_RANDOM 00", .keyLog), ("SERVER_HANDSHAKE_TRAFFIC_SECRET aa bb", .keyLog),
        ("0a1b2c3d 44\nCLIENT_RANDOM 00 11\n", .keyLog), ("the CLIENT_RANDOM 00", .text),
        ("privacy:\n  ccpaApplies: true", .text), ("12:30 started", .text), ("# only a comment", .text),
        ("12:27:06.110 Loading metadata", .text), ("1234:7:version 2:20#", .text),
    ])
    func texts(text: String, format: CaptureFormat) {
        #expect(CaptureFormat.sniff(Array(text.utf8).span).format == format)
    }

    @Test func everySniffHasAReason() {
        #expect(CaptureFormat.sniff([0x1F, 0x8B].span).reason == "begins with the bytes 1F 8B")
        #expect(CaptureFormat.sniff([9, 8].span).reason.contains("09 08"))
    }
}
