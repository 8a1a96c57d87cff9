/// The byte order mark of UTF-8, which editors on Windows put in front of a text and which is no part of it
/// (RFC 3629 section 6).
public enum ByteOrderMark {
    public static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// How many bytes in front of a text are its mark: three or none.
    @inlinable
    public static func count(_ text: Span<UInt8>) -> Int {
        text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    }
}
