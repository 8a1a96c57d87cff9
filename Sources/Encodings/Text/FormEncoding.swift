import Model

/// `application/x-www-form-urlencoded` (WHATWG URL, section 5.2), for exporters that keep only the decoded parameters.
public enum FormEncoding {
    /// Appends a name or a value in its encoded form.
    public static func append(_ text: Span<UInt8>, to form: inout [UInt8]) {
        for index in 0..<text.count {
            let byte = text[index]
            if byte == UInt8(ascii: " ") {
                form.append(UInt8(ascii: "+"))
            } else {
                PercentCoding.append(CollectionOfOne(byte), to: &form, keeping: isKept)
            }
        }
    }

    private static func isKept(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte) || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }

    /// Whether a media type is that of forms.
    public static func isForm(_ mediaType: Span<UInt8>) -> Bool {
        MediaType.contains(mediaType, "x-www-form-urlencoded")
    }
}
