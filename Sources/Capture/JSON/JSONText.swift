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
        [UInt8](unsafeUninitializedCapacity: string.count) { buffer, count in count = write(string, to: buffer) }
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

    /// Writes the bytes the string stands for to the front of `output`, which has room for `string.count` bytes: no
    /// escape stands for more bytes than it has.
    ///
    /// - Returns: how many bytes were written.
    @inline(__always)
    func write(_ string: JSONString, to output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        withBytes(of: string) { bytes in
            guard bytes.count <= output.count else { return 0 }
            if string.isEscaped { return Self.unescape(bytes, into: output) }
            return Self.copy(bytes[...], to: output, at: 0)
        }
    }

    @inline(__always)
    private static func copy(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, to output: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) -> Int {
        guard let source = UnsafeBufferPointer(rebasing: bytes).baseAddress, let target = output.baseAddress,
            place >= 0, place <= output.count, bytes.count <= output.count - place
        else { return 0 }
        let count = bytes.count
        if count >= 8, count <= 32 {
            // Most names and values: overlapping words cost less than a call.
            copyWords(from: UnsafeRawPointer(source), to: UnsafeMutableRawPointer(target + place), count: count)
        } else {
            (target + place).update(from: source, count: count)
        }
        return count
    }

    /// Copies 8 to 32 bytes, from both ends towards the middle.
    @inline(__always)
    private static func copyWords(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        copyWord(source, target, 0)
        if count > 16 {
            copyWord(source, target, 8)
            copyWord(source, target, count - 16)
        }
        copyWord(source, target, count - 8)
    }

    @inline(__always)
    private static func copyWord(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ offset: Int) {
        target.storeBytes(
            of: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset, as: UInt64.self)
    }

    /// RFC 8259 section 7. An unknown escape keeps its backslash: some exporters write paths unescaped.
    private static func unescape(
        _ bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var index = 0
        var count = 0
        while index < bytes.count {
            let slash = backslash(in: bytes, from: index)
            count += copy(bytes[index..<slash], to: output, at: count)
            guard slash + 1 < bytes.count else { return count + copy(bytes[slash...], to: output, at: count) }
            index = slash + 2
            let escape = bytes[slash + 1]
            if escape == UInt8(ascii: "u") {
                let (scalar, next) = unicode(bytes, at: index)
                guard let scalar else {
                    count += copy(bytes[slash..<index], to: output, at: count)
                    continue
                }
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    output[count] = byte
                    count += 1
                }
                index = next
            } else if let byte = simpleEscape(escape) {
                output[count] = byte
                count += 1
            } else {
                count += copy(bytes[slash..<index], to: output, at: count)
            }
        }
        return count
    }

    @inline(__always)
    private static func simpleEscape(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: nil
        }
    }

    /// The first backslash at or after `index`, or the end.
    @inline(__always)
    private static func backslash(in bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
        var index = index
        let raw = UnsafeRawBufferPointer(bytes)
        while raw.count - index >= 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = SWAR.zeroBytes(word ^ SWAR.backslashes)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < raw.count, raw[index] != UInt8(ascii: "\\") { index += 1 }
        return index
    }

    /// The scalar of the four digits at `index`, with the low surrogate that follows a high one, and where reading goes
    /// on; a lone surrogate is U+FFFD; `nil` when there are no four digits.
    private static func unicode(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (scalar: Unicode.Scalar?, next: Int) {
        guard let unit = hexUnit(bytes, at: index) else { return (nil, index) }
        let next = index + 4
        if unit >= 0xD800, unit < 0xDC00, next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
            bytes[next + 1] == UInt8(ascii: "u"), let low = hexUnit(bytes, at: next + 2), low >= 0xDC00, low < 0xE000
        {
            return (Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)), next + 6)
        }
        return (Unicode.Scalar(unit) ?? "\u{FFFD}", next)
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
