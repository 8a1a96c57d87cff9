/// Bytes of a report under construction. Formats never append to it directly: each context has a writer that owns one
/// and lets captured text in only through its ``EscapeTable``.
struct OutputBytes: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Text that stands in the source code.
    mutating func literal(_ text: StaticString) {
        if text.hasPointerRepresentation {
            bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        } else {
            bytes.append(contentsOf: Array(String(text.unicodeScalar).utf8))
        }
    }

    /// With zeros in front where it has fewer digits than `width`.
    mutating func number(_ value: Int64, width: Int = 1) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = value.magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0 || digits.count - start < width
            if value < 0 {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Captured text as part of an identifier: what may not stand in one becomes a hyphen.
    mutating func name(_ text: String) {
        for byte in text.utf8 { bytes.append(IdentifierText.isName(byte) ? byte : UInt8(ascii: "-")) }
    }

    /// Captured text, made harmless for one context.
    mutating func captured(_ text: String, _ table: EscapeTable) {
        var text = text
        text.withUTF8 { captured($0, table) }
    }

    /// The same of valid UTF-8. Runs of harmless bytes are copied whole.
    mutating func captured(_ input: UnsafeBufferPointer<UInt8>, _ table: EscapeTable) {
        table.isSpecial.withUnsafeBufferPointer { isSpecial in
            var copied = 0
            var index = 0
            while index < input.count {
                guard isSpecial[Int(input[index])], let replacement = table.replacement(in: input, at: index) else {
                    index += 1
                    continue
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: input[copied..<index]))
                bytes.append(contentsOf: replacement.bytes)
                index += replacement.length
                copied = index
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: input[copied...]))
        }
    }

    /// Forgets them, and keeps their storage.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Bytes that another writer of the same context made.
    mutating func append(_ other: OutputBytes) {
        bytes.append(contentsOf: other.bytes)
    }

    /// Text of the shipped page frame, which comes from ReportLibrary and never from a capture.
    mutating func frame(_ text: some Collection<UInt8>) {
        bytes.append(contentsOf: text)
    }
}
