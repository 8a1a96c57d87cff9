/// PLAIN: values one after another, numbers little-endian, texts behind their length, Booleans by bits.
enum PlainEncoding {
    static func bytes(of values: some Sequence<ParquetValue>) -> [UInt8] {
        var bytes: [UInt8] = []
        var bits = 0
        for value in values {
            switch value {
            case .null: break
            case .text(let text): append(text, to: &bytes)
            case .integer(let number): append(number, to: &bytes)
            case .boolean(let flag):
                if bits % 8 == 0 { bytes.append(0) }
                if flag { bytes[bytes.count - 1] |= 1 << UInt8(bits % 8) }
                bits += 1
            }
        }
        return bytes
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes += ThriftWriter.littleEndian(UInt32(clamping: text.utf8.count))
        bytes += text.utf8
    }

    static func append(_ number: Int64, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift))) }
    }
}

/// The hybrid of run lengths and bit packing: runs of eight or more equal values by their length, others in groups of
/// eight by their bits.
enum HybridEncoding {
    static func bytes(of values: [UInt32], width: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var literals: [UInt32] = []
        var index = 0
        while index < values.count {
            var end = index + 1
            while end < values.count, values[end] == values[index] { end += 1 }
            // Groups of literals must be full before a run can begin.
            let filling = min(end - index, (8 - literals.count % 8) % 8)
            literals += repeatElement(values[index], count: filling)
            index += filling
            let run = end - index
            if run >= 8 {
                pack(&literals, width, into: &bytes)
                ThriftWriter.append(variable: UInt64(run) << 1, to: &bytes)
                for byte in 0..<((width + 7) / 8) {
                    bytes.append(UInt8(truncatingIfNeeded: values[index] >> UInt32(8 * byte)))
                }
            } else {
                literals += repeatElement(index < values.count ? values[index] : 0, count: run)
            }
            index = end
        }
        pack(&literals, width, into: &bytes)
        return bytes
    }

    /// The last group is filled up with zeros, which readers do not count.
    private static func pack(_ literals: inout [UInt32], _ width: Int, into bytes: inout [UInt8]) {
        guard !literals.isEmpty else { return }
        while literals.count % 8 != 0 { literals.append(0) }
        ThriftWriter.append(variable: UInt64(literals.count / 8) << 1 | 1, to: &bytes)
        var pending: UInt64 = 0
        var bits = 0
        for value in literals {
            pending |= UInt64(value) << UInt64(bits)
            bits += width
            while bits >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                bits -= 8
            }
        }
        literals.removeAll()
    }
}

/// The different texts of a column in the order of their first use, where that saves space.
struct TextDictionary {
    private(set) var texts: [String] = []
    private var places: [String: UInt32] = [:]

    /// - Returns: `nil` when the texts hardly repeat.
    init?(of values: [ParquetValue]) {
        var total = 0
        var size = 0
        for case .text(let text) in values {
            total += 1
            // Equal means equal in bytes: Swift compares texts by their canonical form.
            guard places[text].map({ !texts[Int($0)].utf8.elementsEqual(text.utf8) }) ?? true else { continue }
            guard places[text] == nil else { return nil }
            places[text] = UInt32(texts.count)
            texts.append(text)
            size += text.utf8.count
            guard size <= 1 << 20 else { return nil }
        }
        guard !texts.isEmpty, texts.count * 2 <= total || texts.count == 1 else { return nil }
    }

    var page: [UInt8] {
        var bytes: [UInt8] = []
        for text in texts { PlainEncoding.append(text, to: &bytes) }
        return bytes
    }

    /// The width in bits, then the places of the values in the dictionary.
    func indices(of page: ArraySlice<ParquetValue>) -> [UInt8] {
        var indices: [UInt32] = []
        for case .text(let text) in page { indices.append(places[text] ?? 0) }
        let width = texts.count <= 1 ? 1 : UInt32.bitWidth - UInt32(texts.count - 1).leadingZeroBitCount
        return [UInt8(width)] + HybridEncoding.bytes(of: indices, width: width)
    }
}
