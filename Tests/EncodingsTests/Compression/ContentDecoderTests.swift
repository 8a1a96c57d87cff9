import Model
import TestSupport
import Testing

@testable import Encodings

@Suite struct ContentDecoderTests {
    private let decoder = ContentDecoder()
    private let text = Array(CodedDocument.text.utf8)

    static let coded: [(name: String, bytes: [UInt8], codings: [ContentCoding])] = [
        ("gzip", CodedDocument.gzip, [.gzip]),
        ("zlib", CodedDocument.zlib, [.deflate]),
        ("raw deflate", CodedDocument.rawDeflate, [.deflate]),
        ("br", CodedDocument.brotli, [.brotli]),
        ("zstd", CodedDocument.zstd, [.zstd]),
        ("gzip, br", CodedDocument.gzipThenBrotli, [.gzip, .brotli]),
        ("two gzip members", CodedDocument.gzipTwoMembers, [.gzip]),
        ("two zstd frames", CodedDocument.zstd + [], [.zstd]),
    ]

    @Test(arguments: coded.indices) func decodes(_ index: Int) {
        let (_, bytes, codings) = Self.coded[index]
        #expect(decoder.decode(bytes, codings: codings) == .init(bytes: text, outcome: .complete))
    }

    @Test(arguments: coded.indices) func everyPrefixIsAPrefixAndNotComplete(_ index: Int) {
        let (name, bytes, codings) = Self.coded[index]
        for length in 1..<bytes.count {
            let result = decoder.decode(Array(bytes[..<length]), codings: codings)
            #expect(text.starts(with: result.bytes) || result.outcome.isGuess, "\(name) cut at \(length)")
            if result.bytes.count < text.count {
                #expect(result.outcome != .complete || name == "two gzip members", "\(name) cut at \(length)")
            }
        }
    }

    @Test(arguments: coded.indices) func damageNeverTraps(_ index: Int) {
        let (_, bytes, codings) = Self.coded[index]
        var random = SeededGenerator(seed: UInt64(index))
        for _ in 0..<500 {
            let result = decoder.decode(Mutation.mutate(bytes, using: &random), codings: codings)
            #expect(result.bytes.count <= decoder.limits.maximumSize)
        }
    }

    @Test func bombStopsAtTheLimit() {
        let result = ContentDecoder(limits: .init(maximumSize: 1 << 20)).decode(
            CodedDocument.brotliBomb, codings: [.brotli])
        #expect(result.outcome == .limited)
        #expect(result.bytes.count == 1 << 20)
    }

    @Test func bombStopsAtTheRatio() {
        let result = ContentDecoder(limits: .init(maximumRatio: 100, ratioFloor: 4_096)).decode(
            CodedDocument.brotliBomb, codings: [.brotli])
        #expect(result.outcome == .limited)
        #expect(result.bytes.count == max(4_096, CodedDocument.brotliBomb.count * 100))
    }

    @Test func wrongLabelOnPlainText() {
        let result = decoder.decode(text, codings: [.gzip])
        #expect(result == .init(bytes: text, outcome: .mislabelled(coding: "gzip", found: "text")))
    }

    @Test func wrongLabelOnAnotherCoding() {
        let result = decoder.decode(CodedDocument.gzip, codings: [.zstd])
        #expect(result == .init(bytes: text, outcome: .mislabelled(coding: "zstd", found: "gzip")))
    }

    @Test func unknownCodingIsNamed() {
        let result = decoder.decode([0xff, 0x44, 0x43, 0x42], codings: ContentCoding.list("dcb"))
        #expect(result == .init(bytes: [], outcome: .undecodable(coding: "dcb")))
    }

    @Test func bytesAfterTheMemberAreNamed() {
        let result = decoder.decode(CodedDocument.gzip + [0, 0, 0], codings: [.gzip])
        #expect(result == .init(bytes: text, outcome: .trailing(3)))
    }

    @Test func listOfCodings() {
        #expect(ContentCoding.list("identity") == [])
        #expect(ContentCoding.list(" GZIP , br;q=1, chunked") == [.gzip, .brotli])
        #expect(ContentCoding.list(nil) == [])
    }
}

extension ContentDecoder.Outcome {
    /// A very short prefix of a coding may pass for something else, and says so.
    fileprivate var isGuess: Bool {
        guard case .mislabelled = self else { return false }
        return true
    }
}
