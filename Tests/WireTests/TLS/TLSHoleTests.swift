import Model
import TestSupport
import Testing
import Wire

/// Bytes that the capture lacks: reading resumes at the next record, and the hole is a diagnostic.
@Suite struct TLSHoleTests {
    /// Every second event of one direction lost in turn, with its length known or not.
    @Test(arguments: TLSVector.decryptable, [true, false])
    func afterAnyLostSegmentTheRestOfThePlaintextComesOut(name: String, isLengthKnown: Bool) throws {
        let vector = try TLSVector(name)
        for place in vector.conversation.indices {
            let lost = vector.conversation[place]
            var conversation = vector.conversation
            conversation[place] = .gap(lost.direction, length: isLengthKnown ? lost.byteCount : nil, lost.mark)
            let output = TLSOutput(vector.decoder, conversation)
            for direction in [Direction.toServer, .toClient] {
                #expect(
                    Self.isSubsequence(output.plaintext(direction), vector.plain[direction] ?? []),
                    "\(place) lost, \(direction)")
            }
            #expect(!output.codes.isEmpty, "\(place) lost without a word")
            let isHandshake = place < 4 || name.contains("renegotiation") || name.contains("early")
            if !isHandshake, Self.survives(name) {
                let missing = (vector.plain[lost.direction]?.count ?? 0) - output.plaintext(lost.direction).count
                #expect(missing <= lost.byteCount, "\(place) lost, \(missing) bytes of plaintext missing")
                #expect(output.plaintext(lost.direction.opposite) == vector.plain[lost.direction.opposite])
            }
        }
    }

    @Test func aLostPieceInsideARecordCostsThatRecord() throws {
        let vector = try TLSVector("tls13-padding")
        for place in vector.conversation.indices.dropFirst(4) {
            guard case .bytes(let direction, let bytes, let mark) = vector.conversation[place], bytes.count > 40 else {
                continue
            }
            var conversation = vector.conversation
            conversation[place] = .bytes(direction, Array(bytes[20...]), mark)
            conversation.insert(.gap(direction, length: 10, mark), at: place)
            conversation.insert(.bytes(direction, Array(bytes[..<10]), mark), at: place)
            let output = TLSOutput(vector.decoder, conversation)
            #expect(output.codes == ["tls.bytes-missing"], "\(place)")
            #expect(output.gaps == [direction])
            let blind = try #require(output.diagnostics.first?.blind)
            #expect(blind.hides == (direction == .toServer ? .requests : .responses))
            #expect(output.plaintext(direction.opposite) == vector.plain[direction.opposite])
        }
    }

    @Test func aLostServerHelloIsGuessedFromTheSecrets() throws {
        let vector = try TLSVector("tls13-chacha20")
        var conversation = vector.conversation
        let place = try #require(conversation.firstIndex { $0.direction == .toClient })
        conversation[place] = .gap(.toClient, length: conversation[place].byteCount, conversation[place].mark)
        let output = TLSOutput(vector.decoder, conversation)
        #expect(output.plaintext(.toServer) == vector.plain[.toServer])
        #expect(output.plaintext(.toClient) == vector.plain[.toClient])
    }

    @Test func anAnswerBeforeTheDelayedClientHelloIsHeld() throws {
        let vector = try TLSVector("tls12-aes128gcm")
        var conversation = vector.conversation
        conversation.swapAt(0, 1)
        let output = TLSOutput(vector.decoder, conversation)
        #expect(output.plaintext(.toServer) == vector.plain[.toServer])
        #expect(output.plaintext(.toClient) == vector.plain[.toClient])
        #expect(output.codes.isEmpty)
    }

    /// The chain of CBC in TLS 1.0 costs the record after the hole as well.
    private static func survives(_ name: String) -> Bool {
        !name.hasPrefix("tls10") && name != "tls13-key-update"
    }

    private static func isSubsequence(_ part: [UInt8], _ whole: [UInt8]) -> Bool {
        var rest = whole[...]
        for byte in part {
            guard let place = rest.firstIndex(of: byte) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }
}
