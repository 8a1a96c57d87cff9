import Model

// Reading what a range holds: unescaping happens here and only here.
extension JSONScanner {
    /// Whether a key or value is exactly `name`.
    @inline(__always)
    func matches(_ string: JSONString, _ name: StaticString) -> Bool {
        if string.isEscaped { return matchesEscaped(string, name) }
        guard string.count == name.utf8CodeUnitCount else { return false }
        return withBytes(of: string) { bytes in
            for index in 0..<bytes.count where bytes[index] != name.utf8Start[index] { return false }
            return true
        }
    }

    private func matchesEscaped(_ string: JSONString, _ name: StaticString) -> Bool {
        let bytes = bytes(of: string)
        return name.withUTF8Buffer { bytes.elementsEqual($0) }
    }

    /// The bytes the string stands for. A lone surrogate becomes U+FFFD; invalid UTF-8 stays as it is.
    func bytes(of string: JSONString) -> [UInt8] {
        var bytes: [UInt8] = []
        append(string, to: &bytes)
        return bytes
    }

    /// The string as text; `repaired` is set when something in it was not Unicode and became U+FFFD.
    func text(of string: JSONString, repaired: inout Bool) -> String {
        if string.isEscaped {
            return Self.text(of: bytes(of: string).span, repaired: &repaired)
        }
        return withBytes(of: string) { Self.text(of: $0.span, repaired: &repaired) }
    }

    /// Bytes as text, repaired where they are not UTF-8.
    static func text(of bytes: Span<UInt8>, repaired: inout Bool) -> String {
        bytes.withUnsafeBufferPointer { buffer in
            if let valid = String(validating: buffer, as: UTF8.self) { return valid }
            repaired = true
            return String(decoding: buffer, as: UTF8.self)
        }
    }

    /// Lends the unescaped bytes for the time of the call, without a copy where nothing is escaped.
    @inline(__always)
    func withText<Result>(of string: JSONString, _ body: (Span<UInt8>) -> Result) -> Result {
        if string.isEscaped { return body(bytes(of: string).span) }
        return withBytes(of: string) { body($0.span) }
    }

    /// Appends the bytes the string stands for.
    @inline(__always)
    func append(_ string: JSONString, to output: inout [UInt8]) {
        withBytes(of: string) { bytes in
            if string.isEscaped {
                Self.unescape(bytes, into: &output)
            } else {
                output.append(contentsOf: bytes)
            }
        }
    }

    /// RFC 8259 section 7. An unknown escape keeps its backslash: some exporters write paths unescaped.
    private static func unescape(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count)
        var index = 0
        while index < bytes.count {
            guard let slash = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) else {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index...]))
                return
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<slash]))
            guard slash + 1 < bytes.count else {
                output.append(UInt8(ascii: "\\"))
                return
            }
            index = slash + 2
            switch bytes[slash + 1] {
            case UInt8(ascii: "\""): output.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\"): output.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "/"): output.append(UInt8(ascii: "/"))
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"): index = unicode(bytes, at: index, into: &output)
            default: output.append(contentsOf: [UInt8(ascii: "\\"), bytes[slash + 1]])
            }
        }
    }

    /// The four digits at `index`, with the low surrogate that follows a high one; returns where reading goes on.
    private static func unicode(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, into output: inout [UInt8]
    ) -> Int {
        guard let unit = hexUnit(bytes, at: index) else {
            output.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
            return index
        }
        var next = index + 4
        var scalar = Unicode.Scalar(unit)
        if unit >= 0xD800, unit < 0xDC00, next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
            bytes[next + 1] == UInt8(ascii: "u"), let low = hexUnit(bytes, at: next + 2), low >= 0xDC00, low < 0xE000
        {
            scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            next += 6
        }
        output.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
        return next
    }

    private static func hexUnit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
        guard bytes.count - index >= 4 else { return nil }
        var unit: UInt32 = 0
        for offset in 0..<4 {
            guard let digit = ASCII.hexValue(bytes[index + offset]) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
