import Foundation
import Model

@testable import Capture
@testable import Encodings
@testable import Pipeline
@testable import Wire

/// `Stages CASE FILE [KEYLOG or RULE]`: runs one stage over a file and prints what it did, as JSON, for `run.py`.
@main
struct Stages {
    /// What one run of a stage did. Seconds are those of the processor.
    struct Work: Encodable {
        var seconds: Double
        var units: Int
        var bytes: Int
    }

    static let cases: [String: @Sendable (_ file: String, _ detail: String?) throws -> Work] = [
        "har": readHAR, "har-jsondecoder": decodeHARWithJSONDecoder, "frames": readFrames, "packets": followPackets,
        "hpack": decodeHeaderBlocks, "hpack-nio": decodeHeaderBlocksWithNIO, "http1": decodeHTTP1,
        "insert": insertExchanges, "audit": audit, "html": renderHTML,
    ]

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let stage = cases[arguments[1]] else {
            print("usage: Stages \(cases.keys.sorted().joined(separator: "|")) FILE [KEYLOG or RULE]")
            exit(2)
        }
        let work = try stage(arguments[2], arguments.count > 3 ? arguments[3] : nil)
        print(String(decoding: try JSONEncoder().encode(work), as: UTF8.self))
    }

    /// Measures processor time of one piece of work.
    static func measure(bytes: Int, _ body: () throws -> Int) rethrows -> Work {
        let start = clock()
        let units = try body()
        return Work(seconds: Double(clock() - start) / Double(CLOCKS_PER_SEC), units: units, bytes: bytes)
    }

    /// Feeds a decoder with windows of a file, by the product's own reader.
    static func run<Decoder: WindowDecoder>(
        _ decoder: inout Decoder, over file: String, _ take: (Outbox<Decoder.Event>, Span<UInt8>) -> Void
    ) throws -> Int {
        let source = try ByteSource(path: file, isHashed: false)
        var window = try SlidingWindow(over: source, limits: InflateLimits(outputBytes: .max))
        try window.run(&decoder) { (outbox, bytes) throws(PipelineFailure) in take(outbox, bytes) }
        return source.bytesRead
    }
}
