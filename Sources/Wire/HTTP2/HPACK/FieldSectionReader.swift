import Model

/// Why a compressed field section, or an instruction of its encoder, cannot be read.
enum FieldCompressionFailure: Error, Sendable, Hashable {
    /// It ends inside a field.
    case truncated
    /// An integer exceeds any meaningful size.
    case integer
    /// The bits of a string are no Huffman code, or end in bad padding.
    case huffman
    /// An index names no entry.
    case index(Int)
    /// The table is asked to hold more than the limit.
    case capacity(Int)

    var text: String {
        switch self {
        case .truncated: "the field section ends inside a field"
        case .integer: "an integer is too large"
        case .huffman: "a string is not valid Huffman code"
        case .index(let index): "index \(index) names no entry"
        case .capacity(let size): "a table of \(size) bytes is too large"
        }
    }
}

/// The two primitives of HPACK and QPACK: integers with a prefix (RFC 7541 section 5.1) and strings (section 5.2).
enum FieldPrimitives {
    /// Reads the integer whose first byte is at `position`, of which the low `prefix` bits belong to it.
    @inline(__always)
    static func integer(
        _ bytes: Span<UInt8>, _ position: inout Int, prefix: Int
    ) throws(FieldCompressionFailure) -> Int {
        guard position < bytes.count else { throw .truncated }
        let mask = UInt8(truncatingIfNeeded: (1 << prefix) - 1)
        let first = bytes[position] & mask
        position += 1
        guard first == mask else { return Int(first) }
        var value = Int(mask)
        var shift = 0
        while true {
            guard position < bytes.count else { throw .truncated }
            // Nine groups of seven bits would leave the range of Int on every platform; four are enough for any length.
            guard shift <= 28 else { throw .integer }
            let byte = bytes[position]
            position += 1
            value += Int(byte & 0x7f) << shift
            shift += 7
            if byte & 0x80 == 0 { return value }
        }
    }

    /// Appends the string at `position`; the bit above its `prefix` bits of length says whether it is Huffman coded.
    static func string(
        _ bytes: Span<UInt8>, _ position: inout Int, prefix: Int = 7, huffman: HuffmanCode, into text: inout [UInt8]
    ) throws(FieldCompressionFailure) {
        guard position < bytes.count else { throw .truncated }
        let isCoded = bytes[position] & UInt8(truncatingIfNeeded: 1 << prefix) != 0
        let length = try integer(bytes, &position, prefix: prefix)
        guard length <= bytes.count - position else { throw .truncated }
        let start = text.count
        if isCoded {
            try huffman.decode(bytes, position..<(position + length), into: &text)
        } else {
            bytes.extracting(position..<(position + length)).withUnsafeBufferPointer { text.append(contentsOf: $0) }
        }
        position += length
        // A line feed, which no valid field has, would end the line it is stored in.
        var index = start
        while let lineFeed = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: text.span, from: index) {
            text[lineFeed] = UInt8(ascii: " ")
            index = lineFeed + 1
        }
    }
}

/// The fields of one decoded section, as lines of one buffer.
struct FieldSection: Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var lines: [FieldLine] = []
    /// Fields left out because their name or value is unknown.
    private(set) var unknownFields = 0
    /// Fields left out because the section is larger than the limit.
    private(set) var excessFields = 0
    var failure: FieldCompressionFailure?

    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        bytes.reserveCapacity(1_024)
        lines.reserveCapacity(16)
    }

    /// Adds a field as it stands in a table.
    mutating func add(_ line: FieldLine, from table: [UInt8]) {
        guard bytes.count <= limit else { return excessFields += 1 }
        lines.append(FieldLine(start: bytes.count, nameCount: line.nameCount, valueCount: line.valueCount))
        bytes.append(contentsOf: table[line.line])
    }

    mutating func addUnknown() {
        unknownFields += 1
    }

    /// Where the name of a literal field comes from.
    enum LiteralName: Sendable, Hashable {
        /// A range of the table given with it.
        case entry(Range<Int>)
        /// The bytes themselves, behind a length of so many prefix bits.
        case literal(prefix: Int)
        case unknown
    }

    /// Adds a literal field: its name from `table` or from the bytes, its value from the bytes.
    ///
    /// - Returns: its line in ``bytes``, for insertion into a table.
    mutating func addLiteral(
        _ name: LiteralName, table: [UInt8], _ coded: Span<UInt8>, _ position: inout Int, huffman: HuffmanCode
    ) throws(FieldCompressionFailure) -> FieldLine {
        let start = bytes.count
        switch name {
        case .entry(let range): bytes.append(contentsOf: table[range])
        case .literal(let prefix):
            try FieldPrimitives.string(coded, &position, prefix: prefix, huffman: huffman, into: &bytes)
        case .unknown: break
        }
        let nameCount = bytes.count - start
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        let valueStart = bytes.count
        try FieldPrimitives.string(coded, &position, huffman: huffman, into: &bytes)
        let line = FieldLine(start: start, nameCount: nameCount, valueCount: bytes.count - valueStart)
        bytes.append(UInt8(ascii: "\n"))
        lines.append(line)
        return line
    }

    /// Takes back the field just added: its name is unknown, or there are too many.
    mutating func removeLast(isUnknown: Bool) {
        guard let line = lines.popLast() else { return }
        bytes.removeLast(bytes.count - line.start)
        if isUnknown { unknownFields += 1 } else { excessFields += 1 }
    }

    var exceedsLimit: Bool { bytes.count > limit }

    /// Whether a field of it has this name.
    @inline(__always)
    func names(_ line: FieldLine, _ name: StaticString) -> Bool {
        guard line.nameCount == name.utf8CodeUnitCount else { return false }
        let bytes = bytes.span
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        for offset in name.indices where bytes[line.start + offset] != name[offset] { return false }
        return true
    }
}
