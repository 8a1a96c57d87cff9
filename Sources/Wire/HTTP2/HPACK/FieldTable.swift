/// One field of a table or a decoded section: a line `name: value\n` in some buffer.
struct FieldLine: Sendable, Hashable {
    var start: Int
    var nameCount: Int
    var valueCount: Int
    /// The capture does not hold the name or the value: only the place in the table is known.
    var isUnknown = false

    var name: Range<Int> { start..<(start + nameCount) }
    var value: Range<Int> { (start + nameCount + 2)..<(start + nameCount + 2 + valueCount) }
    var line: Range<Int> { start..<(start + nameCount + valueCount + 3) }

    /// What the entry counts in its table (RFC 7541 section 4.1).
    var size: Int { nameCount + valueCount + 32 }
}

/// A static table: fixed fields behind an index.
struct StaticFieldTable: Sendable {
    let bytes: [UInt8]
    let lines: [FieldLine]

    init(_ fields: [(name: StaticString, value: StaticString)]) {
        var bytes: [UInt8] = []
        var lines: [FieldLine] = []
        for (name, value) in fields {
            lines.append(
                FieldLine(start: bytes.count, nameCount: name.utf8CodeUnitCount, valueCount: value.utf8CodeUnitCount))
            name.withUTF8Buffer { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: [UInt8(ascii: ":"), UInt8(ascii: " ")])
            value.withUTF8Buffer { bytes.append(contentsOf: $0) }
            bytes.append(UInt8(ascii: "\n"))
        }
        self.bytes = bytes
        self.lines = lines
    }
}

/// The dynamic table of one direction (RFC 7541 section 2.3.2, RFC 9204 section 3.2), as far as the capture shows it.
///
/// Entries have absolute indexes from 0 in the order of insertion. A table that was joined late, or lost entries in a
/// gap, knows that it is not whole: what it never saw is *unknown*, never somebody else's entry.
struct FieldTable: Sendable {
    enum Lookup: Sendable, Hashable {
        case entry(FieldLine)
        /// It exists, but was inserted out of sight.
        case unknown
        /// No such entry: the encoder or the decoder is in error.
        case absent
    }

    /// The most that a peer may ask the table to hold.
    static let maximumCapacity = 1 << 20
    /// While it is not known how much the encoder keeps, so much is kept.
    private static let capacityOfUnknownTable = 64 << 10

    /// The lines of all entries, the oldest possibly evicted.
    private(set) var bytes: [UInt8] = []
    private var lines: [FieldLine] = []
    /// Where the oldest live entry is in `lines`.
    private var oldest = 0
    private(set) var insertCount = 0
    private(set) var capacity: Int
    private var size = 0
    /// Every entry that the encoder has is here.
    private(set) var isWhole: Bool

    init(capacity: Int, isWhole: Bool = true) {
        self.capacity = capacity
        self.isWhole = isWhole
    }

    /// Number of entries here.
    var count: Int { lines.count - oldest }

    subscript(absolute index: Int) -> Lookup {
        let age = insertCount - 1 - index
        guard age >= 0 else { return isWhole ? .absent : .unknown }
        guard age < count else { return isWhole ? .absent : .unknown }
        let line = lines[lines.count - 1 - age]
        return line.isUnknown ? .unknown : .entry(line)
    }

    /// An index counted back from the newest entry, which is 0.
    subscript(relative index: Int) -> Lookup {
        let (absolute, overflow) = (insertCount - 1).subtractingReportingOverflow(index)
        guard !overflow, index >= 0 else { return .absent }
        // Before the first insertion seen, indexes are negative, and belong to entries never seen.
        return self[absolute: absolute]
    }

    /// - Returns: whether the size is allowed at all.
    mutating func setCapacity(_ newCapacity: Int) -> Bool {
        guard newCapacity <= Self.maximumCapacity else { return false }
        capacity = newCapacity
        // An emptied table holds nothing that was not seen.
        if newCapacity == 0 { isWhole = true }
        evict(toHold: 0)
        return true
    }

    /// Inserts a line of `source`, with its separators.
    mutating func insert(_ line: FieldLine, from source: [UInt8]) {
        guard line.size <= capacity else {
            // Larger than the table: the encoder has emptied it (RFC 7541 section 4.4), or holds more than is known.
            if isWhole { evict(toHold: line.size) } else { forget() }
            return
        }
        insertCount += 1
        evict(toHold: line.size)
        lines.append(FieldLine(start: bytes.count, nameCount: line.nameCount, valueCount: line.valueCount))
        bytes.append(contentsOf: source[line.line])
        size += line.size
    }

    /// Inserts an entry whose content is not known: the table cannot be whole.
    mutating func insertUnknown() {
        isWhole = false
        insertCount += 1
        lines.append(FieldLine(start: bytes.count, nameCount: 0, valueCount: 0, isUnknown: true))
        size += 32
        evict(toHold: 0)
    }

    /// Entries may have been inserted out of sight: none of those seen has a known place any more.
    mutating func forget() {
        self = FieldTable(capacity: capacity, isWhole: false)
    }

    /// Entries up to `insertCount` were inserted out of sight; those seen keep their absolute index.
    mutating func skip(toInsertCount count: Int) {
        guard count > insertCount else { return }
        isWhole = false
        lines.removeAll()
        bytes.removeAll()
        oldest = 0
        size = 0
        insertCount = count
    }

    private var kept: Int { isWhole ? capacity : max(capacity, Self.capacityOfUnknownTable) }

    private mutating func evict(toHold more: Int) {
        while oldest < lines.count, size > kept - more {
            size -= lines[oldest].size
            oldest += 1
        }
        // Evicted lines are dropped when they are the greater part.
        guard oldest > 64, oldest > lines.count / 2 || oldest == lines.count else { return }
        let start = oldest < lines.count ? lines[oldest].start : bytes.count
        bytes.removeFirst(start)
        lines.removeFirst(oldest)
        oldest = 0
        for index in lines.indices { lines[index].start -= start }
    }
}
