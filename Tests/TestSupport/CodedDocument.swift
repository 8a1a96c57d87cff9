/// The same short document in every coding, made by Python's `zlib`, `brotli` and `zstandard`.
public enum CodedDocument {
    public static let text = #"<VAST version="4.2"><Ad id="1"/></VAST>"# + String(repeating: " ", count: 40)
    public static let gzip = bytes(
        hex: """
            1f8b0800000000000203b309730c0e51284b2d2acecccfb35532d13352b2b3714c51c84cb1553254d2b7b3d10729b053201200008fa4
            30904f000000
            """)
    public static let zlib = bytes(
        hex: """
            789cb309730c0e51284b2d2acecccfb35532d13352b2b3714c51c84cb1553254d2b7b3d10729b05320120000fa3e0fc8
            """)
    public static let rawDeflate = bytes(
        hex: """
            b309730c0e51284b2d2acecccfb35532d13352b2b3714c51c84cb1553254d2b7b3d10729b05320120000
            """)
    public static let brotli = bytes(
        hex: """
            1b4e00f82d0ecc738fdc86d209e5c34fb39dd42f3c3e412a86a665a6acc824880f5589b8b42cb7e8628d7600865b8e21db3d1df93a20
            f108
            """)
    public static let zstd = bytes(
        hex: """
            28b52ffd204f75010044023c564153542076657273696f6e3d22342e32223e3c41642069643d2231222f3e3c2f3e20020070854556f5
            04
            """)
    public static let gzipThenBrotli = bytes(
        hex: """
            8b1d801f8b0800000000000203b309730c0e51284b2d2acecccfb35532d13352b2b3714c51c84cb1553254d2b7b3d10729b053201200
            008fa430904f00000003
            """)
    public static let gzipTwoMembers = bytes(
        hex: """
            1f8b0800000000000203b309730c0e51284b2d2acecccfb35532d13352b2030078ff992e140000001f8b0800000000000203b3714c51
            c84cb1553254d2b7b3d10f730c0eb153201200001a1b37ce3b000000
            """)
    /// 64 MiB of spaces.
    public static let brotliBomb = bytes(
        hex: """
            cbffff3f002440e2b14072effff8ffff078004401c1680eefd1fffffff00900088c302d0bdffe3ffff1f001200715800baf77ffcffff
            034002200e0b40f7fe8fffff7f004800c46101e8defff1ffff0f000980382c00ddfb3ffeffff012001108705a07bff37
            """)

    private static func bytes(hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
