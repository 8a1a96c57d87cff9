import Model

// Reading what a range holds.
extension JSONScanner {
    /// Whether a key or value is exactly `name`.
    @inlinable @inline(__always)
    public func matches(_ string: JSONString, _ name: StaticString) -> Bool {
        if string.isEscaped { return matchesEscaped(string, name) }
        guard string.count == name.utf8CodeUnitCount else { return false }
        return withBytes(of: string) { bytes in
            for index in 0..<bytes.count where bytes[index] != name.utf8Start[index] { return false }
            return true
        }
    }

    @usableFromInline
    func matchesEscaped(_ string: JSONString, _ name: StaticString) -> Bool {
        let bytes = bytes(of: string)
        return name.withUTF8Buffer { bytes.elementsEqual($0) }
    }

    /// The bytes the string stands for. A lone surrogate becomes U+FFFD; invalid UTF-8 stays as it is.
    @inlinable
    public func bytes(of string: JSONString) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: string.count) { buffer, count in count = write(string, to: buffer) }
    }

    /// The string as text; `repaired` is set when something in it was not Unicode and became U+FFFD.
    @inlinable
    public func text(of string: JSONString, repaired: inout Bool) -> String {
        if string.isEscaped {
            return Self.text(of: bytes(of: string).span, repaired: &repaired)
        }
        return withBytes(of: string) { Self.text(of: $0.span, repaired: &repaired) }
    }

    /// Bytes as text, repaired where they are not UTF-8.
    public static func text(of bytes: Span<UInt8>, repaired: inout Bool) -> String {
        bytes.withUnsafeBufferPointer { buffer in
            if let valid = String(validating: buffer, as: UTF8.self) { return valid }
            repaired = true
            return String(decoding: buffer, as: UTF8.self)
        }
    }

    /// Lends the unescaped bytes for the time of the call, without a copy where nothing is escaped.
    @inlinable @inline(__always)
    public func withText<Result>(of string: JSONString, _ body: (Span<UInt8>) -> Result) -> Result {
        if string.isEscaped { return body(bytes(of: string).span) }
        return withBytes(of: string) { body($0.span) }
    }

    /// Writes the bytes the string stands for to the front of `output`, which has room for `string.count` bytes: no
    /// escape stands for more bytes than it has.
    ///
    /// - Returns: how many bytes were written.
    @inlinable @inline(__always)
    public func write(_ string: JSONString, to output: UnsafeMutableBufferPointer<UInt8>) -> Int {
        withBytes(of: string) { bytes in
            guard bytes.count <= output.count else { return 0 }
            if string.isEscaped { return JSONEscapes.undo(in: bytes, into: output).count }
            return JSONEscapes.copy(bytes[...], to: output, at: 0)
        }
    }
}
