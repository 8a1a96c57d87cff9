import Capture
import Model
import TestSupport
import Testing

/// A pcap file made by hand.
struct PcapFile {
    var magic: UInt32 = 0xa1b2_c3d4
    var order: ByteOrder = .little
    var minor: UInt16 = 4
    var snapLength: UInt32 = 65_535
    var linkType: UInt32 = 1
    var records: [(seconds: UInt32, fraction: UInt32, captured: UInt32, original: UInt32, data: [UInt8])] = []

    mutating func add(_ data: [UInt8], seconds: UInt32 = 1_700_000_000, fraction: UInt32 = 0, original: Int? = nil) {
        records.append((seconds, fraction, UInt32(data.count), UInt32(original ?? data.count), data))
    }

    var bytes: [UInt8] {
        var file = FileBytes(order: order)
        file.add32(magic)
        file.add16(2)
        file.add16(minor)
        file.add64(0)
        file.add32(snapLength)
        file.add32(linkType)
        for record in records {
            file.add32(record.seconds)
            file.add32(record.fraction)
            file.add32(record.captured)
            file.add32(record.original)
            if magic == 0xa1b2_cd34 { file.add64(0x0102_0304_0506_0708) }
            file.bytes += record.data
        }
        return file.bytes
    }
}

@Suite struct PcapReaderTests {
    private func read(_ bytes: [UInt8]) -> Outbox<SeenPacket> { SeenPackets.read(PcapReader(), bytes) }

    private func threePackets(_ change: (inout PcapFile) -> Void = { _ in }) -> PcapFile {
        var file = PcapFile()
        change(&file)
        file.add([1, 2, 3], seconds: 1_700_000_000, fraction: 5)
        file.add([], seconds: 1_700_000_001, fraction: 999_999)
        file.add([9, 8, 7, 6, 5], seconds: 1_700_000_002, fraction: 123_456, original: 1_500)
        return file
    }

    @Test(arguments: [ByteOrder.little, .big], [0xa1b2_c3d4, 0xa1b2_3c4d, 0xa1b2_cd34] as [UInt32])
    func everyVariant(order: ByteOrder, magic: UInt32) {
        let bytes = threePackets {
            $0.order = order
            $0.magic = magic
        }.bytes
        let isRecognised = PcapReader.recognises(bytes.span)
        #expect(isRecognised)
        let outbox = read(bytes)
        #expect(outbox.diagnostics.isEmpty)
        #expect(outbox.frameBytes == [[1, 2, 3], [], [9, 8, 7, 6, 5]])
        let divisor: Int64 = magic == 0xa1b2_3c4d ? 1_000 : 1
        #expect(
            outbox.frameTimes == [
                1_700_000_000_000_000 + 5 / divisor, 1_700_000_001_000_000 + 999_999 / divisor,
                1_700_000_002_000_000 + 123_456 / divisor,
            ])
        DecoderVerifier.verify({ SeenPackets(reader: PcapReader()) }, on: bytes)
        DecoderVerifier.mutate({ SeenPackets(reader: PcapReader()) }, on: bytes, rounds: 200)
    }

    @Test func interfaceAndFrameFields() {
        let outbox = read(threePackets { $0.linkType = 0x5000_0071 }.bytes)
        #expect(
            outbox.events.first
                == .other(.interface(CaptureInterface(index: 0, linkType: 113, snapLength: 65_535))))
        #expect(
            outbox.events.last
                == .frame(
                    number: 3, at: Timestamp(microseconds: 1_700_000_002_123_456), linkType: 113,
                    bytes: [9, 8, 7, 6, 5], originalLength: 1_500, interface: 0))
    }

    @Test func lengthsStoredTheOtherWayRoundBeforeVersion2Point3() {
        var file = PcapFile(minor: 2)
        file.records = [(0, 0, 1_500, 4, [1, 2, 3, 4])]
        #expect(read(file.bytes).frameBytes == [[1, 2, 3, 4]])
    }

    @Test func secondsBeyond2038() {
        var file = PcapFile()
        file.add([1], seconds: .max, fraction: .max)
        #expect(read(file.bytes).frameTimes == [Int64(UInt32.max) * 1_000_000 + Int64(UInt32.max)])
    }

    @Test func lastRecordCutKeepsWhatPrecedesIt() {
        let bytes = threePackets().bytes
        let outbox = read(Array(bytes.dropLast(2)))
        #expect(outbox.frameCount == 2)
        #expect(outbox.diagnostics.map(\.code) == [.pcapTailCut])
        #expect(outbox.diagnostics.first?.units == 19)
        #expect(outbox.diagnostics.first?.locator == .bytes((bytes.count - 21)..<(bytes.count - 2)))
        #expect(outbox.diagnostics.first?.blind == Blind(from: Timestamp(microseconds: 1_700_000_001_999_999)))
    }

    @Test func impossibleLengthStopsAndBlindsTheRest() {
        var file = threePackets()
        file.records[1].captured = 0x7fff_ffff
        let outbox = read(file.bytes)
        #expect(outbox.frameCount == 1)
        #expect(outbox.diagnostics.map(\.code) == [.pcapRecordDamaged])
        #expect(outbox.diagnostics.first?.blind?.to == nil)
        DecoderVerifier.verify({ SeenPackets(reader: PcapReader()) }, on: file.bytes)
    }

    @Test func strangeFilesAreNamed() {
        for bytes in [[], [0xd4, 0xc3], Array("GET / HTTP/1.1\r\nHost: example.test\r\n\r\n".utf8)] as [[UInt8]] {
            let outbox = read(bytes)
            #expect(outbox.diagnostics.map(\.code) == [.pcapHeaderUnreadable])
            #expect(outbox.diagnostics.first?.blind == Blind())
            DecoderVerifier.verify({ SeenPackets(reader: PcapReader()) }, on: bytes)
        }
    }

    @Test func everyCodeIsListedOnce() {
        #expect(Set(PcapDiagnostics.all).count == PcapDiagnostics.all.count)
    }
}
