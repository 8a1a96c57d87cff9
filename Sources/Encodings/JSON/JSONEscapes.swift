import Model

/// The escapes of JSON strings (RFC 8259 section 7): undone here and nowhere else.
@usableFromInline
enum JSONEscapes {
    /// What a string stands for, and where in it the first unknown escape begins. A lone surrogate becomes U+FFFD.
    static func undo(in bytes: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], unknown: Int?) {
        var unknown: Int?
        let plain = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            (count, unknown) = undo(in: bytes, into: buffer)
        }
        return (plain, unknown)
    }

    @inlinable @inline(__always)
    static func copy(
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
    @inlinable @inline(__always)
    static func copyWords(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        copyWord(source, target, 0)
        if count > 16 {
            copyWord(source, target, 8)
            copyWord(source, target, count - 16)
        }
        copyWord(source, target, count - 8)
    }

    @inlinable @inline(__always)
    static func copyWord(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ offset: Int) {
        target.storeBytes(
            of: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset, as: UInt64.self)
    }

    /// Writes what a string stands for to the front of `output`, which has room for as many bytes as it has.
    ///
    /// An unknown escape keeps its backslash: some exporters write paths unescaped.
    /// - Returns: how many bytes were written, and where the first unknown escape begins.
    @usableFromInline
    static func undo(
        in bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, unknown: Int?) {
        var index = 0
        var count = 0
        var unknown: Int?
        while index < bytes.count {
            let slash = backslash(in: bytes, from: index)
            count += copy(bytes[index..<slash], to: output, at: count)
            guard slash + 1 < bytes.count else {
                if slash < bytes.count { unknown = unknown ?? slash }
                return (count + copy(bytes[slash...], to: output, at: count), unknown)
            }
            index = slash + 2
            let escape = bytes[slash + 1]
            if escape == UInt8(ascii: "u"), let (scalar, next) = unicode(bytes, at: index) {
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    output[count] = byte
                    count += 1
                }
                index = next
            } else if let byte = simpleEscape(escape) {
                output[count] = byte
                count += 1
            } else {
                unknown = unknown ?? slash
                count += copy(bytes[slash..<index], to: output, at: count)
            }
        }
        return (count, unknown)
    }

    @inline(__always)
    static func simpleEscape(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        // JavaScript's, which JSON does not have and scripts write.
        case UInt8(ascii: "'"): byte
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
    static func backslash(in bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
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
    static func unicode(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (scalar: Unicode.Scalar, next: Int)? {
        guard let unit = hexUnit(bytes, at: index) else { return nil }
        let next = index + 4
        if unit >= 0xD800, unit < 0xDC00, next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
            bytes[next + 1] == UInt8(ascii: "u"), let low = hexUnit(bytes, at: next + 2), low >= 0xDC00, low < 0xE000,
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
            return (scalar, next + 6)
        }
        return (Unicode.Scalar(unit) ?? "\u{FFFD}", next)
    }

    static func hexUnit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
        guard bytes.count - index >= 4 else { return nil }
        var unit: UInt32 = 0
        for offset in 0..<4 {
            guard let digit = ASCII.hexValue(bytes[index + offset]) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
