import CPcap
import Capture
import Foundation
import Model
import TestSupport
import Testing

/// Every capture at hand read by libpcap and by our readers: equal frame counts, times and lengths.
@Suite(.enabled(if: SharedMaterial.isPresent, "the shared captures are not here"))
struct LibpcapOracleTests {
    private static let captures =
        SharedMaterial.files(in: "captures/pcap") { $0.hasSuffix(".pcap") || $0.hasSuffix(".cap") }
        + SharedMaterial.files(in: "recordings") { $0.hasSuffix(".pcapng") }

    private struct Packet: Hashable {
        var microseconds: Int64
        var captured: Int
        var original: Int
    }

    @Test(arguments: captures) func sameAsLibpcap(file: URL) throws {
        let bytes = try [UInt8](Data(contentsOf: file))
        let expected = try #require(libpcap(file.path))
        let outbox =
            PcapNGReader.recognises(bytes.span)
            ? SeenPackets.read(PcapNGReader(), bytes) : SeenPackets.read(PcapReader(), bytes)
        let found = outbox.events.compactMap { event -> Packet? in
            guard case .frame(_, let at, _, let bytes, let original, _) = event else { return nil }
            return Packet(microseconds: at.microseconds, captured: bytes.count, original: original)
        }
        #expect(found.count == expected.count)
        #expect(found == expected)
        #expect(outbox.diagnostics.allSatisfy { $0.code.severity == .info })
    }

    private func libpcap(_ path: String) -> [Packet]? {
        var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard let handle = pcap_open_offline(path, &message) else { return nil }
        defer { pcap_close(handle) }
        var packets: [Packet] = []
        var header: UnsafeMutablePointer<pcap_pkthdr>?
        var data: UnsafePointer<UInt8>?
        while pcap_next_ex(handle, &header, &data) == 1, let packet = header?.pointee {
            packets.append(
                Packet(
                    microseconds: Int64(packet.ts.tv_sec) * 1_000_000 + Int64(packet.ts.tv_usec),
                    captured: Int(packet.caplen), original: Int(packet.len)))
        }
        return packets
    }
}
