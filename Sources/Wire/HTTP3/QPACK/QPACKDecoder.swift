/// Decodes the field sections of one direction of an HTTP/3 connection (RFC 9204), with the dynamic table that the same
/// side's encoder stream fills.
///
/// Sections may arrive before the insertions they need: they are *blocked*, and decoded when the instructions have come.
/// Where instructions are missing, all references to the dynamic table are unknown, for their indexes are absolute.
struct QPACKDecoder: Sendable {
    /// What became of a section.
    enum Outcome: Sendable {
        case decoded(FieldSection)
        /// It waits for this many insertions, or for the peer's SETTINGS.
        case blocked
    }

    private(set) var table = FieldTable(capacity: 0)
    /// The table size that the receiver of the sections allows, from its SETTINGS; `nil` while not seen.
    private(set) var maximumCapacity: Int?
    /// Instructions, or the SETTINGS, are missing: the dynamic table is unknown from here on.
    private(set) var isLost = false

    private let fixed = StaticFieldTable.qpack
    private let huffman = HuffmanCode.shared
    private let sectionLimit: Int
    /// The beginning of an instruction whose rest is still to come.
    private var instruction: [UInt8] = []

    init(sectionLimit: Int = 1 << 20) {
        self.sectionLimit = sectionLimit
    }

    mutating func setMaximumCapacity(_ capacity: Int) {
        maximumCapacity = capacity
    }

    mutating func lose() {
        isLost = true
        instruction = []
    }

    // MARK: Encoder stream

    /// Follows the instructions of the encoder stream (section 4.3).
    ///
    /// - Returns: why they cannot be followed; the table is lost then.
    mutating func instruct(_ bytes: [UInt8]) -> FieldCompressionFailure? {
        guard !isLost else { return nil }
        instruction.append(contentsOf: bytes)
        let all = instruction
        let span = all.span
        var position = 0
        do throws(FieldCompressionFailure) {
            while position < span.count {
                var end = position
                do throws(FieldCompressionFailure) {
                    try execute(span, &end)
                } catch .truncated {
                    guard span.count - position <= Self.maximumInstruction else { throw .integer }
                    break
                }
                position = end
            }
        } catch {
            lose()
            return error
        }
        instruction = Array(all[position...])
        return nil
    }

    private static let maximumInstruction = 1 << 20

    private mutating func execute(_ bytes: Span<UInt8>, _ position: inout Int) throws(FieldCompressionFailure) {
        let first = bytes[position]
        if first & 0x80 != 0 {
            let isStatic = first & 0x40 != 0
            let index = try FieldPrimitives.integer(bytes, &position, prefix: 6)
            let name = isStatic ? try fixedName(index) : try name(table[relative: index], index)
            try insert(name, isStatic ? fixed.bytes : table.bytes, bytes, &position)
        } else if first & 0x40 != 0 {
            try insert(.literal(prefix: 5), [], bytes, &position)
        } else if first & 0x20 != 0 {
            let capacity = try FieldPrimitives.integer(bytes, &position, prefix: 5)
            guard table.setCapacity(capacity) else { throw .capacity(capacity) }
        } else {
            let index = try FieldPrimitives.integer(bytes, &position, prefix: 5)
            guard case .entry(let line) = table[relative: index] else { throw .index(index) }
            try insert(line, table.bytes)
        }
    }

    private mutating func insert(
        _ name: FieldSection.LiteralName, _ source: [UInt8], _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(FieldCompressionFailure) {
        var scratch = FieldSection(limit: .max)
        let line = try scratch.addLiteral(name, table: source, bytes, &position, huffman: huffman)
        try insert(line, scratch.bytes)
    }

    private mutating func insert(_ line: FieldLine, _ source: [UInt8]) throws(FieldCompressionFailure) {
        guard line.size <= table.capacity else { throw .capacity(line.size) }
        table.insert(line, from: source)
    }

    // MARK: Field sections

    /// Decodes a section (section 4.5), if what it refers to has arrived.
    ///
    /// - Parameter isFinal: decodes it in any case; what has not arrived is unknown.
    func decode(_ block: [UInt8], isFinal: Bool = false) -> Outcome {
        var section = FieldSection(limit: sectionLimit)
        let span = block.span
        var position = 0
        do throws(FieldCompressionFailure) {
            let encoded = try FieldPrimitives.integer(span, &position, prefix: 8)
            guard position < span.count else { throw .truncated }
            let isNegative = span[position] & 0x80 != 0
            let delta = try FieldPrimitives.integer(span, &position, prefix: 7)
            var base: Int?
            if encoded > 0, !isLost {
                let required = try requiredInsertCount(encoded)
                if let required, required <= table.insertCount {
                    let found = isNegative ? required - delta - 1 : required + delta
                    guard found >= 0 else { throw .index(found) }
                    base = found
                } else if !isFinal {
                    return .blocked
                }
            } else if encoded == 0 {
                base = 0
            }
            while position < span.count {
                try decodeLine(span, &position, base: base, into: &section)
            }
        } catch {
            section.failure = error
        }
        return .decoded(section)
    }

    /// Section 4.5.1.1; `nil` while the SETTINGS that scale it are missing.
    private func requiredInsertCount(_ encoded: Int) throws(FieldCompressionFailure) -> Int? {
        guard let maximumCapacity else { return nil }
        let maximumEntries = maximumCapacity / 32
        let fullRange = 2 * maximumEntries
        guard fullRange > 0, encoded <= fullRange else { throw .index(encoded) }
        let maximumValue = table.insertCount + maximumEntries
        var required = maximumValue / fullRange * fullRange + encoded - 1
        if required > maximumValue {
            guard required > fullRange else { throw .index(encoded) }
            required -= fullRange
        }
        guard required > 0 else { throw .index(0) }
        return required
    }

    private func decodeLine(
        _ bytes: Span<UInt8>, _ position: inout Int, base: Int?, into section: inout FieldSection
    ) throws(FieldCompressionFailure) {
        let first = bytes[position]
        if first & 0x80 != 0 {
            // Indexed field line.
            let index = try FieldPrimitives.integer(bytes, &position, prefix: 6)
            if first & 0x40 != 0 {
                guard index < fixed.lines.count else { throw .index(index) }
                section.add(fixed.lines[index], from: fixed.bytes)
            } else {
                try add(lookUp(base.map { $0 - 1 - index }), index, to: &section)
            }
        } else if first & 0x40 != 0 {
            // Literal with name reference.
            let index = try FieldPrimitives.integer(bytes, &position, prefix: 4)
            let isStatic = first & 0x10 != 0
            let name = isStatic ? try fixedName(index) : try name(lookUp(base.map { $0 - 1 - index }), index)
            try addLiteral(name, isStatic ? fixed.bytes : table.bytes, bytes, &position, to: &section)
        } else if first & 0x20 != 0 {
            // Literal with literal name.
            try addLiteral(.literal(prefix: 3), [], bytes, &position, to: &section)
        } else if first & 0x10 != 0 {
            // Indexed with post-base index.
            let index = try FieldPrimitives.integer(bytes, &position, prefix: 4)
            try add(lookUp(base.map { $0 + index }), index, to: &section)
        } else {
            // Literal with post-base name reference.
            let index = try FieldPrimitives.integer(bytes, &position, prefix: 3)
            let name = try name(lookUp(base.map { $0 + index }), index)
            try addLiteral(name, table.bytes, bytes, &position, to: &section)
        }
    }

    private func addLiteral(
        _ name: FieldSection.LiteralName, _ source: [UInt8], _ bytes: Span<UInt8>, _ position: inout Int,
        to section: inout FieldSection
    ) throws(FieldCompressionFailure) {
        _ = try section.addLiteral(name, table: source, bytes, &position, huffman: huffman)
        if name == .unknown { section.removeLast(isUnknown: true) }
        if section.exceedsLimit { section.removeLast(isUnknown: false) }
    }

    private func lookUp(_ absolute: Int?) -> FieldTable.Lookup {
        absolute.map { table[absolute: $0] } ?? .unknown
    }

    private func add(
        _ found: FieldTable.Lookup, _ index: Int, to section: inout FieldSection
    ) throws(FieldCompressionFailure) {
        switch found {
        case .entry(let line): section.add(line, from: table.bytes)
        case .unknown: section.addUnknown()
        case .absent: throw .index(index)
        }
    }

    private func name(
        _ found: FieldTable.Lookup, _ index: Int
    ) throws(FieldCompressionFailure) -> FieldSection.LiteralName {
        switch found {
        case .entry(let line): .entry(line.name)
        case .unknown: .unknown
        case .absent: throw .index(index)
        }
    }

    private func fixedName(_ index: Int) throws(FieldCompressionFailure) -> FieldSection.LiteralName {
        guard index < fixed.lines.count else { throw .index(index) }
        return .entry(fixed.lines[index].name)
    }
}
