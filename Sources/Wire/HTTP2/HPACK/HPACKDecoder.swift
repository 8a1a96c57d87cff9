/// Decodes the header blocks of one direction of an HTTP/2 connection (RFC 7541).
///
/// Fields that refer to entries the capture never showed are left out and counted, and entries made from them are
/// unknown in turn: on a connection joined late nothing is ever taken for something else.
struct HPACKDecoder: Sendable {
    private(set) var table: FieldTable
    private let fixed = StaticFieldTable.hpack
    private let huffman = HuffmanCode.shared
    /// Bytes of one decoded section; further fields are only followed for the table's sake.
    private let sectionLimit: Int

    /// - Parameter isWhole: the connection is seen from its first byte.
    init(isWhole: Bool = true, sectionLimit: Int = 1 << 20) {
        table = FieldTable(capacity: 4_096, isWhole: isWhole)
        self.sectionLimit = sectionLimit
    }

    /// Header blocks were missed.
    mutating func forget() {
        table.forget()
    }

    /// Decodes one whole block. After a failure the table cannot be trusted and is forgotten.
    mutating func decode(_ block: [UInt8]) -> FieldSection {
        var section = FieldSection(limit: sectionLimit)
        let span = block.span
        var position = 0
        do throws(FieldCompressionFailure) {
            while position < span.count {
                try decodeField(span, &position, into: &section)
            }
        } catch {
            section.failure = error
            table.forget()
        }
        return section
    }

    private mutating func decodeField(
        _ bytes: Span<UInt8>, _ position: inout Int, into section: inout FieldSection
    ) throws(FieldCompressionFailure) {
        let first = bytes[position]
        if first & 0x80 != 0 {
            // Indexed field (section 6.1).
            let index = try FieldPrimitives.integer(bytes, &position, prefix: 7)
            guard index > 0 else { throw .index(0) }
            if index <= fixed.lines.count {
                section.add(fixed.lines[index - 1], from: fixed.bytes)
                return
            }
            switch table[relative: index - fixed.lines.count - 1] {
            case .entry(let line): section.add(line, from: table.bytes)
            case .unknown: section.addUnknown()
            case .absent: throw .index(index)
            }
        } else if first & 0x40 != 0 {
            try decodeLiteral(bytes, &position, prefix: 6, isInserted: true, into: &section)
        } else if first & 0x20 != 0 {
            // Dynamic table size update (section 6.3).
            let size = try FieldPrimitives.integer(bytes, &position, prefix: 5)
            guard table.setCapacity(size) else { throw .capacity(size) }
        } else {
            try decodeLiteral(bytes, &position, prefix: 4, isInserted: false, into: &section)
        }
    }

    /// A literal field, its name literal or that of an entry (section 6.2).
    private mutating func decodeLiteral(
        _ bytes: Span<UInt8>, _ position: inout Int, prefix: Int, isInserted: Bool, into section: inout FieldSection
    ) throws(FieldCompressionFailure) {
        let index = try FieldPrimitives.integer(bytes, &position, prefix: prefix)
        var name = FieldSection.LiteralName.literal(prefix: 7)
        if index > fixed.lines.count {
            switch table[relative: index - fixed.lines.count - 1] {
            case .entry(let line): name = .entry(line.name)
            case .unknown: name = .unknown
            case .absent: throw .index(index)
            }
        } else if index > 0 {
            name = .entry(fixed.lines[index - 1].name)
        }
        let line = try section.addLiteral(
            name, table: index > fixed.lines.count ? table.bytes : fixed.bytes, bytes, &position, huffman: huffman)
        if name == .unknown {
            if isInserted { table.insertUnknown() }
            section.removeLast(isUnknown: true)
        } else {
            if isInserted { table.insert(line, from: section.bytes) }
            if section.exceedsLimit { section.removeLast(isUnknown: false) }
        }
    }
}
