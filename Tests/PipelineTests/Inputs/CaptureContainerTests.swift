import Capture
import Foundation
import Model
import TestSupport
import Testing

@testable import Pipeline

/// The same packets in other files are judged alike.
@Suite(.enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"))
struct CaptureContainerTests {
    enum Container: CaseIterable {
        case pcap, embeddedSecrets, gzip, zstd, gzippedPcap
    }

    /// HTTP/1.1, HTTP/2 and HTTP/3, a fault, and connections without keys.
    static let recordings = [
        "clean.h2tls12", "clean.h2tls13-nokeys", "clean.h3", "dup_impression.h2tls13", "missing_q3.h1tls",
    ]

    @Test(arguments: recordings) func sameVerdict(recording: String) throws {
        let folder = try #require(SharedMaterial.folder).appending(path: "recordings/\(recording)")
        let plain = try [UInt8](Data(contentsOf: folder.appending(path: "capture.pcapng")))
        let keys = folder.appending(path: "sslkeys.log")
        let secrets = try [UInt8](Data(contentsOf: keys))
        let scratch = try TemporaryFolder()
        var request = Certify.Request(
            inputs: [folder.appending(path: "capture.pcapng").path], toolVersion: "0")
        request.keyLogs = [keys.path]
        let rules = ShippedRules()
        let expected = try HARExportTests.Judged(Certify(request, rules: rules).certify())
        #expect(!expected.exchanges.isEmpty)
        for container in Container.allCases {
            let bytes: [UInt8] =
                switch container {
                case .pcap: try pcap(plain)
                case .embeddedSecrets: try embed(secrets, in: plain)
                case .gzip: Packed.bytes(plain, as: .gzip)
                case .zstd: Packed.bytes(plain, as: .zstd)
                case .gzippedPcap: Packed.bytes(try pcap(plain), as: .gzip)
                }
            request.inputs = [try scratch.write(bytes, to: "\(container)")]
            request.keyLogs = container == .embeddedSecrets ? [] : [keys.path]
            #expect(try HARExportTests.Judged(Certify(request, rules: rules).certify()) == expected, "\(container)")
        }
    }

    /// The frames as a classic capture file with times in microseconds.
    private func pcap(_ capture: [UInt8]) throws -> [UInt8] {
        var reader = PcapNGReader()
        var outbox = Outbox<PacketEvent>()
        _ = reader.decode(capture.span, isFinal: true, into: &outbox)
        let frames = outbox.events.compactMap { event -> Frame? in
            guard case .frame(let frame) = event else { return nil }
            return frame
        }
        let linkType = try #require(frames.first).linkType
        var file = little(0xa1b2_c3d4) + [2, 0, 4, 0] + little(0) + little(0) + little(1 << 18) + little(linkType)
        for frame in frames {
            try #require(frame.linkType == linkType)
            let (seconds, rest) = Int(frame.at.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
            file += little(seconds) + little(rest) + little(frame.bytes.count) + little(frame.originalLength)
            file += capture[frame.bytes]
        }
        return file
    }

    /// A Decryption Secrets Block with a TLS key log behind the section header.
    private func embed(_ secrets: [UInt8], in capture: [UInt8]) throws -> [UInt8] {
        try #require(Array(capture[8..<12]) == little(0x1a2b_3c4d))
        let header = Int(capture[4]) | Int(capture[5]) << 8
        let padded = secrets + [UInt8](repeating: 0, count: -secrets.count & 3)
        let length = little(20 + padded.count)
        let block = little(10) + length + little(0x544c_534b) + little(secrets.count) + padded + length
        return Array(capture[..<header]) + block + Array(capture[header...])
    }

    private func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
