import Foundation
import Model
import TestSupport
import Testing

@testable import Wire

@Suite struct HPACKTests {
    // MARK: RFC 7541 appendix C

    @Test func integerRepresentation() throws {
        var position = 0
        #expect(try FieldPrimitives.integer([0x0a].span, &position, prefix: 5) == 10)
        position = 0
        #expect(try FieldPrimitives.integer([0x1f, 0x9a, 0x0a].span, &position, prefix: 5) == 1_337)
        position = 0
        #expect(try FieldPrimitives.integer([0x2a].span, &position, prefix: 8) == 42)
    }

    @Test(arguments: [
        [UInt8](), [0x1f], [0x1f, 0x80], [0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    ])
    func integersThatDoNotEndOrOverflow(_ bytes: [UInt8]) {
        var position = 0
        #expect(throws: FieldCompressionFailure.self) {
            try FieldPrimitives.integer(bytes.span, &position, prefix: 5)
        }
    }

    @Test(arguments: [
        // C.3: without Huffman coding.
        [
            "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d", "8286 84be 5808 6e6f 2d63 6163 6865",
            "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
        ],
        // C.4: with it.
        [
            "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", "8286 84be 5886 a8eb 1064 9cbf",
            "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
        ],
    ])
    func requestExamples(_ blocks: [String]) {
        var decoder = HPACKDecoder()
        #expect(
            decode(blocks, with: &decoder) == [
                [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"],
                [
                    ":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com",
                    "cache-control: no-cache",
                ],
                [
                    ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
                    "custom-key: custom-value",
                ],
            ])
    }

    /// C.6: a table of 256 bytes, from which entries are evicted.
    @Test func responseExamplesWithEviction() {
        var decoder = HPACKDecoder()
        let blocks = [
            "3fe101 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d"
                + "29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
            "4883 640e ffc1 c0bf",
            "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7"
                + "b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
        ]
        let decoded = decode(blocks, with: &decoder)
        let date = "date: Mon, 21 Oct 2013 20:13:21 GMT"
        #expect(decoded[0] == [":status: 302", "cache-control: private", date, "location: https://www.example.com"])
        #expect(decoded[1] == [":status: 307", "cache-control: private", date, "location: https://www.example.com"])
        #expect(
            decoded[2] == [
                ":status: 200", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:22 GMT",
                "location: https://www.example.com", "content-encoding: gzip",
                "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
            ])
    }

    // MARK: Vectors of another encoder

    @Test(arguments: ["huffman.txt", "plain.txt", "mixed-with-size-updates.txt"])
    func decodesWhatAnotherEncoderWrote(_ file: String) throws {
        var decoder = HPACKDecoder()
        for vector in try HPACKVector.read(file) {
            let section = decoder.decode(vector.block)
            #expect(section.failure == nil)
            #expect(section.texts == vector.fields)
            #expect(section.unknownFields == 0)
        }
    }

    /// Joined after any number of blocks: what is decoded is true and in order, the rest is counted as unknown.
    @Test(arguments: ["huffman.txt", "plain.txt", "mixed-with-size-updates.txt"])
    func joinedLateNothingIsEverDecodedWrongly(_ file: String) throws {
        let vectors = try HPACKVector.read(file)
        var unknown = 0
        for start in stride(from: 1, to: vectors.count, by: 7) {
            var decoder = HPACKDecoder(isWhole: false)
            for vector in vectors[start...] {
                let section = decoder.decode(vector.block)
                #expect(section.failure == nil)
                #expect(section.texts.isSubsequence(of: vector.fields))
                #expect(section.texts.count + section.unknownFields == vector.fields.count)
                unknown += section.unknownFields
            }
        }
        #expect(unknown > 0)
    }

    /// The same after blocks lost in the middle.
    @Test func afterAGapNothingIsDecodedWrongly() throws {
        let vectors = try HPACKVector.read("huffman.txt")
        for lost in 10..<20 {
            var decoder = HPACKDecoder()
            for (index, vector) in vectors.enumerated() {
                if index == lost {
                    decoder.forget()
                    continue
                }
                let section = decoder.decode(vector.block)
                #expect(section.texts.isSubsequence(of: vector.fields))
                #expect(section.texts.count + section.unknownFields == vector.fields.count)
            }
        }
    }

    @Test func everyPrefixFailsOrDecodesAPrefix() throws {
        for vector in try HPACKVector.read("huffman.txt").prefix(5) {
            for length in 0..<vector.block.count {
                var decoder = HPACKDecoder(isWhole: false)
                let section = decoder.decode(Array(vector.block[..<length]))
                #expect(section.texts.isSubsequence(of: vector.fields))
            }
        }
    }

    @Test func mutationsNeverTrap() throws {
        let vectors = try HPACKVector.read("mixed-with-size-updates.txt")
        var random = SeededGenerator(seed: 3)
        for _ in 0..<30 {
            var decoder = HPACKDecoder(isWhole: Bool.random(using: &random), sectionLimit: 2_000)
            for vector in vectors {
                let section = decoder.decode(Mutation.mutate(vector.block, using: &random))
                #expect(section.bytes.count <= 2_000 + 70_000)
            }
        }
    }

    // MARK: Faults

    @Test(arguments: [
        ("80", FieldCompressionFailure.index(0)), ("be", .index(62)), ("ff00", .index(127)), ("41", .truncated),
        ("4105 77", .truncated), ("00 81ff 00", .huffman), ("00 84ffffffff 00", .huffman),
        ("3fffffff7f", .capacity(268_435_486)), ("3fffffffffff01", .integer),
    ])
    func faults(_ block: String, _ failure: FieldCompressionFailure) {
        var decoder = HPACKDecoder()
        #expect(decoder.decode(bytes(hex: block)).failure == failure)
        #expect(!decoder.table.isWhole, "a table after a fault cannot be trusted")
    }

    @Test func anEmptiedTableHoldsNothingUnseen() {
        var decoder = HPACKDecoder(isWhole: false)
        // Size 0, then 4096 again, one insertion, and an index beyond it.
        _ = decoder.decode(bytes(hex: "20 3fe11f 4001 6101 62"))
        #expect(decoder.decode(bytes(hex: "be")).texts == ["a: b"])
        #expect(decoder.decode(bytes(hex: "bf")).failure == .index(63))
    }

    @Test func anEntryNamedByAnUnknownOneIsUnknown() {
        var decoder = HPACKDecoder(isWhole: false)
        // A literal whose name is entry 62, which nobody saw, inserted; then the inserted entry.
        let first = decoder.decode(bytes(hex: "7e 01 62"))
        #expect(first.texts.isEmpty && first.unknownFields == 1)
        let second = decoder.decode(bytes(hex: "be 82"))
        #expect(second.texts == [":method: GET"] && second.unknownFields == 1)
    }

    @Test func fieldsBeyondTheLimitAreCountedAndStillInserted() {
        var decoder = HPACKDecoder(sectionLimit: 16)
        let section = decoder.decode(bytes(hex: "82 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d"))
        #expect(section.texts.count + section.excessFields == 3)
        #expect(section.excessFields == 1)
        #expect(decoder.table.count == 1)
    }

    private func decode(_ blocks: [String], with decoder: inout HPACKDecoder) -> [[String]] {
        blocks.map { block in
            let section = decoder.decode(bytes(hex: block))
            #expect(section.failure == nil)
            return section.texts
        }
    }
}

struct HPACKVector {
    var block: [UInt8]
    var fields: [String]

    static func read(_ file: String, source: String = #filePath) throws -> [HPACKVector] {
        let folder = URL(filePath: source).deletingLastPathComponent().appending(path: "../../Vectors/hpack")
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        var vectors: [HPACKVector] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("block ") {
                vectors.append(HPACKVector(block: bytes(hex: String(line.dropFirst(6))), fields: []))
            } else if line.hasPrefix("field ") {
                let parts = line.dropFirst(6).split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
                vectors[vectors.count - 1].fields.append("\(parts[0]): \(parts[1])")
            }
        }
        return vectors
    }
}

extension FieldSection {
    var texts: [String] {
        lines.map { line in
            "\(String(decoding: bytes[line.name], as: UTF8.self)): \(String(decoding: bytes[line.value], as: UTF8.self))"
        }
    }
}

extension Array where Element: Equatable {
    func isSubsequence(of other: [Element]) -> Bool {
        var rest = other[...]
        for element in self {
            guard let place = rest.firstIndex(of: element) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }
}
