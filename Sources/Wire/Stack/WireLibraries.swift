import CBrotli
import CPcap
import CZstd

/// The system's libraries that read bodies and filter packets, by the versions that are loaded.
public enum WireLibraries {
    public static var versions: [(name: String, version: String)] {
        let brotli = BrotliDecoderVersion()
        // "libpcap version 1.10.3 (with TPACKET_V3)"
        let words = String(cString: pcap_lib_version()).split(separator: " ")
        let pcap = words.firstIndex(of: "version").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        return [
            ("brotli", "\(brotli >> 24).\(brotli >> 12 & 0xFFF).\(brotli & 0xFFF)"),
            ("zstd", String(cString: ZSTD_versionString())),
            ("libpcap", pcap.map(String.init) ?? words.joined(separator: " ")),
        ]
    }
}
