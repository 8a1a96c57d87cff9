import Foundation
import Model
import Testing

@testable import Wire

/// The samples of RFC 9001 appendix A and RFC 9369 appendix A.
@Suite struct QUICProtectionTests {
    private static let destinationID: [UInt8] = [0x83, 0x94, 0xc8, 0xf0, 0x3e, 0x51, 0x57, 0x08]

    @Test(arguments: [("rfc9001-a2", QUICVersion.v1), ("rfc9369-a2", .v2)])
    func clientInitial(name: String, version: QUICVersion) throws {
        let text = try String(contentsOf: QUICVector.folder.appending(path: name + ".hex"), encoding: .utf8)
        let datagram = TLSVector.hex(text.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(datagram.count == 1_200)
        let opened = try #require(Self.open(datagram, version, .toServer))
        #expect(opened.number == 2)
        #expect(opened.payload.count == 1_162)
        var reader = FieldReader(opened.payload)
        guard case .crypto(0, let bytes) = try QUICFrame.read(&reader) else { throw FieldReader.Short() }
        let hello = try ClientHello(bytes.dropFirst(4))
        #expect(hello.serverName == "example.com")
        #expect(hello.applicationProtocols == ["alpn"])
    }

    @Test func serverInitialOfRFC9001() throws {
        let packet =
            "cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a"
            + "5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf73c3ec2493a1839b3"
            + "dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84"
            + "022f8ef4cdd93795d77d06edbb7aaf2f58891850abbdca3d20398c276456cbc4" + "2158407dd074ee"
        let opened = try #require(Self.open(TLSVector.hex(packet), .v1, .toClient))
        #expect(opened.number == 1)
        #expect(opened.payload.starts(with: [0x02, 0, 0, 0, 0, 0x06, 0, 0x40, 0x5a, 0x02]))
    }

    /// RFC 9001 appendix A.5 and RFC 9369 appendix A.5.
    @Test(arguments: [("4cfe4189655e5cd55c41f69080575d7999c25a5bfb", QUICVersion.v1)])
    func shortHeaderWithChaCha20(packet: String, version: QUICVersion) throws {
        let secret = TLSVector.hex("9ac312a7f877468ebe69422748ad00a15443f18203a07d6060f688f30f21632b")
        let keys = try #require(QUICProtection(secret: secret, suite: CipherSuite(0x1303), version: version))
        let bytes = TLSVector.hex(packet)
        let opened = try #require(
            keys.open(QUICPacketHead.short(bytes, at: 0, destinationID: []), expecting: 654_360_564))
        #expect(opened.number == 654_360_564)
        #expect(opened.payload == [0x01])
    }

    @Test func retryOfRFC9001IsToldFromOtherPackets() throws {
        let bytes = TLSVector.hex(
            "ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba")
        guard case .packet(let packet, let next) = try QUICPacketHead.readLong(bytes, at: 0) else { return }
        #expect(packet.type == .retry)
        #expect(packet.sourceID == TLSVector.hex("f067a5502a4262b5"))
        #expect(next == bytes.count)
    }

    /// RFC 9000 appendix A.3.
    @Test func packetNumbersAreCompletedFromTheOneExpected() {
        #expect(QUICProtection.number(0x9b32, length: 2, expecting: 0xa82f_30eb) == 0xa82f_9b32)
        #expect(QUICProtection.number(0x00, length: 1, expecting: 0xff) == 0x100)
        #expect(QUICProtection.number(0xff, length: 1, expecting: 0x100) == 0xff)
        #expect(QUICProtection.number(0x05, length: 1, expecting: 0) == 5)
    }

    private static func open(
        _ datagram: [UInt8], _ version: QUICVersion, _ direction: Direction
    ) -> QUICProtection.Opened? {
        do {
            guard case .packet(let packet, _) = try QUICPacketHead.readLong(datagram, at: 0) else { return nil }
            return QUICProtection.initial(version, destinationID: destinationID, direction)?
                .open(packet, expecting: 0)
        } catch {
            return nil
        }
    }
}

@Suite struct OrderedBytesTests {
    private let mark = Mark(at: Timestamp(microseconds: 1), frames: 1...1)

    @Test func piecesInAnyOrderOverlappingAndRepeatedGiveEachByteOnce() {
        var ordered = OrderedBytes()
        var text: [UInt8] = []
        for (offset, piece) in [(4, "efgh"), (2, "cdef"), (0, "abc"), (0, "abc"), (6, "ghij"), (10, "k")] {
            ordered.insert(Array(piece.utf8)[...], at: UInt64(offset), isFinal: piece == "k", mark, mostWaiting: 100) {
                if case .bytes(let bytes, _) = $0 { text += bytes }
            }
        }
        #expect(String(decoding: text, as: UTF8.self) == "abcdefghijk")
        #expect(ordered.isComplete)
    }

    @Test func aHoleIsGivenUpWhenTooMuchWaitsBehindIt() {
        var ordered = OrderedBytes()
        var gaps: [UInt64] = []
        var count = 0
        for offset in stride(from: UInt64(10), to: 200, by: 10) {
            ordered.insert([UInt8](repeating: 1, count: 10)[...], at: offset, isFinal: false, mark, mostWaiting: 50) {
                if case .gap(let length, _, _) = $0 { gaps.append(length) } else { count += 10 }
            }
        }
        #expect(gaps == [10])
        #expect(count == 190)
    }

    @Test func offsetsAtTheEndOfTheNumberSpaceDoNotTrap() {
        var ordered = OrderedBytes()
        ordered.insert([1, 2, 3], at: 1 << 62, isFinal: true, mark, mostWaiting: 0) { _ in }
        ordered.insert([1, 2, 3], at: .max, isFinal: true, mark, mostWaiting: 0) { _ in }
        ordered.flush(mark) { _ in }
        #expect(ordered.isComplete)
    }

    @Test func numberRangesKnowTheirHoles() {
        var numbers = NumberRanges()
        for number: UInt64 in [0, 1, 2, 7, 5, 9, 8, 1] { numbers.insert(number) }
        #expect(numbers.ranges == [0...2, 5...5, 7...9])
        #expect(numbers.missing(in: 0...12) == [3...4, 6...6, 10...12])
        #expect(numbers.missing(in: 7...8).isEmpty)
        numbers.insert(6)
        numbers.insert(3)
        #expect(numbers.ranges == [0...3, 5...9])
    }
}
