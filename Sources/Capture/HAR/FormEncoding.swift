import Model

/// `application/x-www-form-urlencoded` (WHATWG URL, section 5.2), for exporters that keep only the decoded parameters.
enum FormEncoding {
    static func append(_ text: Span<UInt8>, to form: inout [UInt8]) {
        for index in 0..<text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                form.append(byte)
            case UInt8(ascii: " "):
                form.append(UInt8(ascii: "+"))
            default:
                form.append(UInt8(ascii: "%"))
                form.append(hexDigit(byte >> 4))
                form.append(hexDigit(byte & 15))
            }
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
