import Foundation
import Model
import TestSupport
import Testing

@testable import Wire

@Suite struct QPACKTests {
    // MARK: RFC 9204 appendix B

    @Test func literalFieldLineWithNameReference() {
        let decoder = QPACKDecoder()
        #expect(decoder.texts("0000 510b 2f69 6e64 6578 2e68 746d 6c") == [":path: /index.html"])
    }

    @Test func dynamicTableOverAllExamples() {
        var decoder = QPACKDecoder()
        decoder.setMaximumCapacity(220)
        // B.2
        #expect(decoder.texts("0381 10 11") == nil, "blocked until the insertions arrive")
        #expect(
            decoder.instruct(
                bytes(
                    hex: "3fbd01 c00f 7777 772e 6578 616d 706c 652e 636f 6d c10c 2f73 616d 706c 652f 7061 7468"))
                == nil)
        #expect(decoder.texts("0381 10 11") == [":authority: www.example.com", ":path: /sample/path"])
        // B.3
        #expect(
            decoder.instruct(bytes(hex: "4a63 7573 746f 6d2d 6b65 790c 6375 7374 6f6d 2d76 616c 7565")) == nil)
        #expect(decoder.table.insertCount == 3)
        // B.4
        #expect(decoder.texts("0500 80 c1 81") == nil)
        #expect(decoder.instruct([0x02]) == nil)
        #expect(
            decoder.texts("0500 80 c1 81") == [
                ":authority: www.example.com", ":path: /", "custom-key: custom-value",
            ])
        // B.5: the fifth insertion evicts the first.
        #expect(decoder.instruct(bytes(hex: "810d 6375 7374 6f6d 2d76 616c 7565 32")) == nil)
        #expect(decoder.table.insertCount == 5)
        #expect(decoder.table.count == 4)
        #expect(decoder.table[absolute: 0] == .absent)
    }

    // MARK: Vectors of another encoder

    static let files = ["dynamic.txt", "small-table.txt", "unacknowledged.txt", "static-only.txt"]

    @Test(arguments: files) func decodesWhatAnotherEncoderWrote(_ file: String) throws {
        let (capacity, vectors) = try QPACKVector.read(file)
        var decoder = QPACKDecoder()
        decoder.setMaximumCapacity(capacity)
        for vector in vectors {
            // Byte by byte, as instructions may be cut anywhere.
            for byte in vector.encoder { #expect(decoder.instruct([byte]) == nil) }
            #expect(decoder.texts(vector.block) == vector.fields)
        }
    }

    /// All sections first, then all instructions: what needs them waits and is then decoded rightly.
    @Test func sectionsBeforeTheirInstructionsAreBlocked() throws {
        let (capacity, vectors) = try QPACKVector.read("unacknowledged.txt")
        var decoder = QPACKDecoder()
        decoder.setMaximumCapacity(capacity)
        var blocked = 0
        for vector in vectors {
            guard let texts = decoder.texts(vector.block) else {
                blocked += 1
                continue
            }
            #expect(texts == vector.fields)
        }
        #expect(blocked > 10)
        for vector in vectors { #expect(decoder.instruct(vector.encoder) == nil) }
        for vector in vectors { #expect(decoder.texts(vector.block) == vector.fields) }
    }

    /// The encoder stream, or the SETTINGS, are missing: what is decoded is true and in order, the rest is counted.
    @Test(arguments: files, [true, false]) func withoutItsTableNothingIsDecodedWrongly(
        _ file: String, hasSettings: Bool
    ) throws {
        let (capacity, vectors) = try QPACKVector.read(file)
        for lost in [0, 1, 5, 9] where lost < vectors.count {
            var decoder = QPACKDecoder()
            if hasSettings { decoder.setMaximumCapacity(capacity) }
            for (index, vector) in vectors.enumerated() {
                if index == lost { decoder.lose() }
                _ = decoder.instruct(vector.encoder)
                guard case .decoded(let section) = decoder.decode(vector.block, isFinal: true) else {
                    Issue.record("a final section is blocked")
                    return
                }
                #expect(section.failure == nil)
                #expect(section.texts.isSubsequence(of: vector.fields))
                #expect(section.texts.count + section.unknownFields == vector.fields.count)
            }
        }
    }

    @Test func mutationsNeverTrap() throws {
        let (capacity, vectors) = try QPACKVector.read("dynamic.txt")
        var random = SeededGenerator(seed: 5)
        for _ in 0..<30 {
            var decoder = QPACKDecoder(sectionLimit: 4_096)
            decoder.setMaximumCapacity(capacity)
            for vector in vectors {
                let instructions =
                    Bool.random(using: &random) ? Mutation.mutate(vector.encoder, using: &random) : vector.encoder
                _ = decoder.instruct(instructions)
                _ = decoder.decode(Mutation.mutate(vector.block, using: &random), isFinal: true)
            }
        }
    }

    // MARK: Faults

    @Test(arguments: [
        ("00", FieldCompressionFailure.truncated), ("0000 ff24", .index(99)), ("0000 51 0b2f", .truncated),
        ("ff00 00 80", .index(255)),
    ])
    func faultsOfSections(_ block: String, _ failure: FieldCompressionFailure) {
        var decoder = QPACKDecoder()
        decoder.setMaximumCapacity(220)
        guard case .decoded(let section) = decoder.decode(bytes(hex: block)) else {
            Issue.record("blocked")
            return
        }
        #expect(section.failure == failure)
    }

    @Test(arguments: [
        ("00", FieldCompressionFailure.index(0)), ("ff24 00", .index(99)), ("c0 01 61", .capacity(43)),
        ("3fffffff7f", .capacity(268_435_486)),
    ])
    func faultsOfInstructions(_ instruction: String, _ failure: FieldCompressionFailure) {
        var decoder = QPACKDecoder()
        #expect(decoder.instruct(bytes(hex: instruction)) == failure)
        #expect(decoder.isLost)
    }
}

struct QPACKVector {
    var encoder: [UInt8]
    var block: [UInt8]
    var fields: [String]

    static func read(_ file: String, source: String = #filePath) throws -> (capacity: Int, vectors: [QPACKVector]) {
        let folder = URL(filePath: source).deletingLastPathComponent().appending(path: "../../Vectors/qpack")
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        var capacity = 0
        var vectors: [QPACKVector] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("capacity ") {
                capacity = Int(line.dropFirst(9)) ?? 0
            } else if line.hasPrefix("encoder ") {
                vectors.append(QPACKVector(encoder: bytes(hex: String(line.dropFirst(8))), block: [], fields: []))
            } else if line.hasPrefix("block ") {
                vectors[vectors.count - 1].block = bytes(hex: String(line.dropFirst(6)))
            } else if line.hasPrefix("field ") {
                let parts = line.dropFirst(6).split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
                vectors[vectors.count - 1].fields.append("\(parts[0]): \(parts[1])")
            }
        }
        return (capacity, vectors)
    }
}

extension QPACKDecoder {
    /// The fields of a section, or `nil` while it is blocked.
    fileprivate func texts(_ block: [UInt8]) -> [String]? {
        guard case .decoded(let section) = decode(block) else { return nil }
        #expect(section.failure == nil)
        return section.texts
    }

    fileprivate func texts(_ hex: String) -> [String]? { texts(bytes(hex: hex)) }
}
