import CBrotli
import CZlib
import CZstd

/// The system's libraries that expand what is compressed, by the versions that are loaded.
public enum CompressionLibraries {
    public static var versions: [(name: String, version: String)] {
        let brotli = BrotliDecoderVersion()
        return [
            ("zlib", String(cString: zlibVersion())),
            ("brotli", "\(brotli >> 24).\(brotli >> 12 & 0xFFF).\(brotli & 0xFFF)"),
            ("zstd", String(cString: ZSTD_versionString())),
        ]
    }
}
