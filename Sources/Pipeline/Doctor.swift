import Capture
import Cryptography
import Encodings
import Interpret
import Store
import Wire

/// What this build is made of and can read.
package enum Doctor {
    /// The version of BeaconProof.
    package static let version = "0.1.0"

    /// The system's libraries that can change a result, by the versions that are loaded.
    package static var libraries: [(name: String, version: String)] {
        [
            ("sqlite", Database.libraryVersion), ("libxml2", XMLLibrary.version),
            ("libcrypto", CryptographyLibrary.version),
        ] + CompressionLibraries.versions + [("libpcap", PacketFilter.libraryVersion)]
    }

    /// Formats with what they are recognised by.
    package static let formats: [Format] = captures + SavedFormat.all.map { ($0.title, $0.recognisedBy) } + others

    /// The name of a format, and what it is recognised by.
    package typealias Format = (name: String, recognisedBy: String)

    private static let captures: [Format] = [
        ("HAR 1.1, 1.2", "a JSON object with log.entries"),
        ("pcap", "its magic number, either byte order, micro- or nanoseconds"),
        ("pcapng", "a section header block"),
    ]

    private static let others: [Format] = [
        ("call log: JSON Lines, alone or in a system log", "objects with v and kind, or lines with the mark NLSLOG"),
        ("TLS key log", "lines of the NSS key log format"),
        ("gzip, zlib, zstd", "its first bytes; what is inside is recognised again"),
        ("BeaconProof database", "SQLite format 3, made by beaconproof"),
    ]
}
