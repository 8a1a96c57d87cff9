import Capture
import Model
import TestSupport
import Testing

@Suite struct PcapNGReaderTests {
    private func read(_ bytes: [UInt8]) -> Outbox<SeenPacket> { SeenPackets.read(PcapNGReader(), bytes) }

    private func verify(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        DecoderVerifier.verify({ SeenPackets(reader: PcapNGReader()) }, on: bytes, sourceLocation: sourceLocation)
    }

    /// One file with everything in it.
    private func everything(_ order: ByteOrder) -> [UInt8] {
        var file = PcapNGFile(order: order)
        file.section(comment: "made by hand")
        file.secrets("CLIENT_RANDOM 00ff aa11\n# note\nnonsense\n")
        file.interface(snapLength: 96, resolution: 9)
        file.interface(linkType: 113)
        file.packet([1, 2, 3, 4, 5], units: 1_700_000_000_123_456_789, original: 60, comment: "odd one")
        file.packet([6], units: 1_700_000_001_000_000, interface: 1)
        file.block(3) {
            $0.add32(7)
            $0.bytes += [1, 2, 3, 4, 5, 6, 7]
        }
        file.block(2) {
            $0.add16(1)
            $0.add16(0)
            $0.add32(0)
            $0.add32(7_000_000)
            $0.add32(2)
            $0.add32(2)
            $0.bytes += [8, 9]
        }
        file.block(4) {
            $0.option(1, [10, 0, 0, 1] + Array("ads.example.test\u{0}cdn.example.test\u{0}".utf8))
            $0.option(0, [])
        }
        file.block(0x777) { $0.add32(1) }
        file.block(5) {
            $0.add32(0)
            $0.add64(0)
            var count = FileBytes(order: order)
            count.add64(3)
            $0.option(5, count.bytes)
        }
        file.section()
        file.interface(linkType: 101)
        file.packet([0x45], units: 8_000_000)
        return file.bytes
    }

    @Test(arguments: [ByteOrder.little, .big]) func everyBlockType(order: ByteOrder) {
        let bytes = everything(order)
        let isRecognised = PcapNGReader.recognises(bytes.span)
        #expect(isRecognised)
        let outbox = read(bytes)
        let nanoseconds = Timestamp(microseconds: 1_700_000_000_123_456)
        let seconds = Timestamp(microseconds: 1_700_000_001_000_000)
        let expected: [SeenPacket] = [
            .other(.comment("made by hand", .bytes(0..<44))),
            .other(.secret(TLSSecret(label: "CLIENT_RANDOM", context: [0, 0xff], secret: [0xaa, 0x11]))),
            .other(.interface(CaptureInterface(index: 0, linkType: 1, snapLength: 96))),
            .other(.interface(CaptureInterface(index: 1, linkType: 113, snapLength: 0))),
            .frame(number: 1, at: nanoseconds, linkType: 1, bytes: [1, 2, 3, 4, 5], originalLength: 60, interface: 0),
            .other(.comment("odd one", .frames(1...1))),
            .frame(number: 2, at: seconds, linkType: 113, bytes: [6], originalLength: 1, interface: 1),
            .frame(
                number: 3, at: seconds, linkType: 1, bytes: [1, 2, 3, 4, 5, 6, 7], originalLength: 7, interface: 0),
            .frame(
                number: 4, at: Timestamp(microseconds: 7_000_000), linkType: 113, bytes: [8, 9], originalLength: 2,
                interface: 1),
            .other(
                .name(ResolvedName(address: [10, 0, 0, 1], names: ["ads.example.test", "cdn.example.test"]))),
            .other(.interface(CaptureInterface(index: 2, linkType: 101, snapLength: 0))),
            .frame(
                number: 5, at: Timestamp(microseconds: 8_000_000), linkType: 101, bytes: [0x45], originalLength: 1,
                interface: 2),
        ]
        #expect(outbox.events.count == expected.count)
        for (found, expected) in zip(outbox.events, expected) where found != expected {
            guard case .other(.comment) = expected, case .other(.comment(let text, _)) = found else {
                #expect(found == expected)
                continue
            }
            #expect(text == "made by hand")
        }
        #expect(
            outbox.diagnostics.map(\.code) == [
                .keyLogLineUnreadable, .pcapngTimeMissing, .pcapngPacketsDropped, .pcapngBlockUnknown,
            ])
        verify(bytes)
        DecoderVerifier.mutate({ SeenPackets(reader: PcapNGReader()) }, on: bytes, rounds: 400)
    }

    @Test(
        arguments: [
            (nil, nil, 1_700_000_000_123_456, 1_700_000_000_123_456),
            (9, nil, 1_700_000_000_123_456_789, 1_700_000_000_123_456),
            (3, nil, 1_700_000_000_123, 1_700_000_000_123_000),
            (0, nil, 1_700_000_000, 1_700_000_000_000_000),
            (0x80 | 10, nil, 1_700_000_000 << 10 | 512, 1_700_000_000_500_000),
            (0x80 | 32, nil, 1_700_000_000 << 32 | 1 << 31, 1_700_000_000_500_000),
            (0xff, nil, UInt64.max, 0),
            (0x7f, nil, UInt64.max, 0),
            (0, nil, UInt64.max, Int64.max),
            (nil, -3_600, 1_700_000_000_000_000, 1_699_996_400_000_000),
            (nil, Int64.min, 5, Int64.min),
            (nil, Int64.max, 5, Int64.max),
        ] as [(UInt8?, Int64?, UInt64, Int64)])
    func clocks(resolution: UInt8?, offset: Int64?, units: UInt64, microseconds: Int64) {
        var file = PcapNGFile()
        file.section()
        file.interface(resolution: resolution, offset: offset)
        file.packet([1], units: units)
        #expect(read(file.bytes).frameTimes == [microseconds])
    }

    @Test func readingGoesOnAfterADamagedBlock() {
        var file = PcapNGFile()
        file.section()
        file.interface()
        file.packet([1], units: 1)
        let start = file.bytes.count
        file.packet([2], units: 2)
        let end = file.bytes.count
        file.packet([3], units: 3)
        file.bytes[start + 4] = 0xfd
        let outbox = read(file.bytes)
        #expect(outbox.frameBytes == [[1], [3]])
        #expect(outbox.diagnostics.map(\.code) == [.pcapngBlockDamaged])
        #expect(outbox.diagnostics.first?.locator == .bytes(start..<end))
        #expect(
            outbox.diagnostics.first?.blind
                == Blind(from: Timestamp(microseconds: 1), to: Timestamp(microseconds: 3)))
        verify(file.bytes)
    }

    @Test func lengthBeyondTheEndInTheMiddleDoesNotSwallowTheRest() {
        var file = PcapNGFile()
        file.section()
        file.interface()
        let start = file.bytes.count
        file.packet([2], units: 2)
        file.packet([3], units: 3)
        file.bytes[start + 5] = 0x10
        let outbox = read(file.bytes)
        #expect(outbox.frameBytes == [[3]])
        #expect(outbox.diagnostics.map(\.code) == [.pcapngBlockDamaged])
        verify(file.bytes)
    }

    @Test func lastBlockCutKeepsWhatPrecedesIt() {
        var file = PcapNGFile()
        file.section()
        file.interface()
        file.packet([1], units: 1)
        let start = file.bytes.count
        file.packet([2, 3, 4, 5], units: 2)
        let bytes = Array(file.bytes.dropLast(6))
        let outbox = read(bytes)
        #expect(outbox.frameBytes == [[1]])
        #expect(outbox.diagnostics.map(\.code) == [.pcapngTailCut])
        #expect(outbox.diagnostics.first?.locator == .bytes(start..<bytes.count))
    }

    @Test func packetsThatContradictTheirBlockAreNamed() {
        var file = PcapNGFile()
        file.section()
        file.interface()
        file.packet([1], units: 1, interface: 7)
        file.block(6) {
            $0.add32(0)
            $0.add64(0)
            $0.add32(400)
            $0.add32(400)
        }
        file.block(6) { $0.add32(0) }
        file.packet([4], units: 4)
        let outbox = read(file.bytes)
        #expect(outbox.frameBytes == [[4]])
        #expect(outbox.diagnostics.map(\.code) == [.pcapngPacketDamaged, .pcapngPacketDamaged, .pcapngPacketDamaged])
        #expect(outbox.diagnostics.allSatisfy { $0.blind?.to == Timestamp(microseconds: 4) })
        verify(file.bytes)
    }

    @Test func sectionOfAnotherVersionIsNotGuessed() {
        var file = PcapNGFile()
        file.section(major: 2)
        file.interface()
        #expect(read(file.bytes).diagnostics.first?.code == .pcapngBlockMalformed)
    }

    @Test func secretsOfOtherProtocolsAreSkipped() {
        var file = PcapNGFile()
        file.section()
        file.secrets("whatever", kind: 0x5747_4b4c)
        #expect(read(file.bytes).diagnostics.map(\.code) == [.pcapngBlockUnknown])
    }

    @Test func noSectionAtAll() {
        for bytes in [[], [1, 2, 3], Array(repeating: 0, count: 64)] as [[UInt8]] {
            let outbox = read(bytes)
            #expect(outbox.events.isEmpty)
            #expect(outbox.diagnostics.count == 1)
            verify(bytes)
        }
    }

    @Test func everyCodeIsListedOnce() {
        #expect(Set(PcapNGDiagnostics.all).count == PcapNGDiagnostics.all.count)
    }
}
