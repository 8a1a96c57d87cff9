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

    mutating func number(_ value: Int64) {
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Captured text, made harmless for one context. Runs of harmless bytes are copied whole.
    mutating func captured(_ text: String, _ table: EscapeTable) {
        var text = text
        text.withUTF8 { input in
            table.isSpecial.withUnsafeBufferPointer { isSpecial in
                var copied = 0
                var index = 0
                while index < input.count {
                    guard isSpecial[Int(input[index])] else {
                        index += 1
                        continue
                    }
                    guard let replacement = table.replacement(in: input, at: index) else {
                        index += 1
                        continue
                    }
                    bytes.append(contentsOf: input[copied..<index])
                    bytes.append(contentsOf: replacement.bytes)
                    index += replacement.length
                    copied = index
                }
                bytes.append(contentsOf: input[copied...])
            }
        }
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
