import Foundation
import Model
import TestSupport
import Testing

@testable import Encodings

struct ISO8601Tests {
    private func read(_ text: String) -> ISO8601.Reading? {
        ISO8601.read(Array(text.utf8).span)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00.5Z", 951_825_600_500_000),
        ("2026-11-21T05:16:53.4129999+01:00", 1_795_234_613_412_999), ("1969-12-31T23:59:59Z", -1_000_000),
        ("2026-11-21T04:16Z", 1_795_234_560_000_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000_000),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
    ])
    func valid(text: String, microseconds: Int64) {
        #expect(read(text)?.timestamp.microseconds == microseconds)
        #expect(read(text)?.hasOffset == true)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-21", "2026-11-21T24:00:00Z",
        "2026-11-21T04:16:53.Z", "2026-11-21T04:16:53Zx", "2026-11-21T04:16:53+1", "2026-11-21T04:60:00Z",
        "2026-11-21T04:16:53+25:00", "2026-00-21T04:16:53Z", "-026-11-21T04:16:53Z",
    ])
    func invalid(text: String) {
        #expect(read(text) == nil)
    }

    @Test func agreesWithFoundation() throws {
        var random = SeededGenerator(seed: 3)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<500 {
            let seconds = Int64.random(in: -10_000_000_000...10_000_000_000, using: &random)
            let text = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
            #expect(read(text)?.timestamp.microseconds == seconds * 1_000_000, "\(text)")
        }
    }
}
