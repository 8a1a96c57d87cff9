/// Thrift's compact protocol, as far as Parquet needs it to write: structures, lists, integers, texts and flags.
struct ThriftWriter {
    private(set) var bytes: [UInt8] = []
    private var lastField = 0

    /// Numbers of the types on the wire.
    private enum Kind {
        static let isTrue: UInt8 = 1
        static let isFalse: UInt8 = 2
        static let integer16: UInt8 = 4
        static let integer32: UInt8 = 5
        static let integer64: UInt8 = 6
        static let binary: UInt8 = 8
        static let list: UInt8 = 9
        static let structure: UInt8 = 12
    }

    /// A structure that is no field: the whole, or an element of a list. Fields must be written in rising order.
    mutating func structure(_ body: (inout ThriftWriter) -> Void) {
        let outer = lastField
        lastField = 0
        body(&self)
        bytes.append(0)
        lastField = outer
    }

    mutating func structure(_ field: Int, _ body: (inout ThriftWriter) -> Void) {
        header(field, Kind.structure)
        structure(body)
    }

    /// A list of structures, which `body` writes.
    mutating func list(_ field: Int, count: Int, _ body: (inout ThriftWriter) -> Void) {
        header(field, Kind.list)
        listHeader(count, Kind.structure)
        body(&self)
    }

    mutating func integers32(_ field: Int, _ values: [Int]) {
        header(field, Kind.list)
        listHeader(values.count, Kind.integer32)
        for value in values { zigzag(value) }
    }

    mutating func texts(_ field: Int, _ values: [String]) {
        header(field, Kind.list)
        listHeader(values.count, Kind.binary)
        for value in values { content(Array(value.utf8)) }
    }

    mutating func flag(_ field: Int, _ value: Bool) {
        header(field, value ? Kind.isTrue : Kind.isFalse)
    }

    mutating func integer16(_ field: Int, _ value: Int) {
        header(field, Kind.integer16)
        zigzag(Int(Int16(clamping: value)))
    }

    mutating func integer32(_ field: Int, _ value: Int) {
        header(field, Kind.integer32)
        zigzag(Int(Int32(clamping: value)))
    }

    mutating func integer64(_ field: Int, _ value: Int) {
        header(field, Kind.integer64)
        zigzag(value)
    }

    mutating func text(_ field: Int, _ value: String) {
        binary(field, Array(value.utf8))
    }

    mutating func binary(_ field: Int, _ value: [UInt8]) {
        header(field, Kind.binary)
        content(value)
    }

    /// The distance from the field before, where it is small.
    private mutating func header(_ field: Int, _ kind: UInt8) {
        let distance = field - lastField
        if (1...15).contains(distance) {
            bytes.append(UInt8(distance) << 4 | kind)
        } else {
            bytes.append(kind)
            zigzag(field)
        }
        lastField = field
    }

    private mutating func listHeader(_ count: Int, _ kind: UInt8) {
        if count < 15 {
            bytes.append(UInt8(count) << 4 | kind)
        } else {
            bytes.append(0xF0 | kind)
            ThriftWriter.append(variable: UInt64(count), to: &bytes)
        }
    }

    private mutating func content(_ value: [UInt8]) {
        ThriftWriter.append(variable: UInt64(value.count), to: &bytes)
        bytes += value
    }

    /// Small numbers of either sign take few bytes.
    private mutating func zigzag(_ value: Int) {
        ThriftWriter.append(variable: UInt64(bitPattern: Int64(value) << 1 ^ Int64(value) >> 63), to: &bytes)
    }

    /// Seven bits a byte, the lowest first.
    static func append(variable value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    static func littleEndian(_ value: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
