import Cryptography
import Encodings
import Interpret
import Store
import Wire

/// What this build is made of and can read.
public enum Doctor {
    /// The system's libraries that can change a result, by the versions that are loaded.
    public static var libraries: [(name: String, version: String)] {
        [
            ("sqlite", Database.libraryVersion), ("libxml2", XMLLibrary.version),
            ("libcrypto", CryptographyLibrary.version),
        ] + CompressionLibraries.versions + [("libpcap", PacketFilter.libraryVersion)]
    }

    /// Formats with what they are recognised by.
    public static let formats: [(name: String, recognisedBy: String)] = [
        ("HAR 1.1, 1.2", "a JSON object with log.entries"),
        ("pcap", "its magic number, either byte order, micro- or nanoseconds"),
        ("pcapng", "a section header block"),
        ("mitmproxy flow dump, format versions 0.10 to 21", "a tnetstring dictionary"),
        ("call log: JSON Lines, alone or in a system log", "objects with v and kind, or lines with the mark NLSLOG"),
        ("Charles session exported as JSON (.chlsj)", "JSON with the keys of a transaction"),
        ("Charles session exported as XML (.chlsx, .xml)", "XML with the element charles-session"),
        ("Proxyman log (.proxymanlogv2)", "a ZIP whose first member is named request_<number>_<id>"),
        ("Chrome net log (--log-net-log)", "a JSON object with constants that name event types"),
        ("Fiddler archive (.saz)", "a ZIP with raw/1_c.txt"),
        ("access log, NCSA common or combined", "a time in brackets and a request in quotes"),
        ("access log, JSON lines (nginx)", "a JSON object on each line with a request and a status"),
        ("access log, W3C extended (CloudFront, IIS)", "a line that begins with #Fields:"),
        ("MediaTailor ad decision server log", "JSON lines with eventType and eventTimestamp"),
        ("TLS key log", "lines of the NSS key log format"),
        ("gzip, zlib, zstd", "its first bytes; what is inside is recognised again"),
        ("BeaconProof database", "SQLite format 3, made by beaconproof"),
    ]
}
