/// A binary property list (`bplist00`): a table of objects that name one another, read with limits on depth and number, so
/// that a list that contains itself ends.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    private let table: Int
    /// How many more objects are read.
    private var budget = 100_000

    init(_ bytes: [UInt8]) throws(PropertyValue.Fault) {
        self.bytes = bytes
        guard bytes.count >= 40 else { throw .init(message: "cut off") }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8), top < count, table <= trailer,
            count <= (trailer - table) / offsetSize
        else { throw .init(message: "its trailer points outside of it") }
        self.count = count
        self.top = top
        self.table = table
    }

    mutating func value() throws(PropertyValue.Fault) -> PropertyValue {
        try object(top, level: 0)
    }

    private mutating func object(_ number: Int, level: Int) throws(PropertyValue.Fault) -> PropertyValue {
        budget -= 1
        guard budget > 0, level < PropertyValue.mostLevels else { throw .init(message: "too deep or too many objects") }
        guard number < count, let place = Self.number(bytes, table + number * offsetSize, offsetSize), place < table
        else { throw .init(message: "object \(number) lies outside of it") }
        let mark = bytes[place]
        let low = Int(mark & 0x0F)
        switch mark >> 4 {
        case 0x0: return .scalar(mark == 0x09 ? "1" : mark == 0x08 ? "0" : "")
        case 0x1:
            guard low <= 3, let value = Self.number(bytes, place + 1, 1 << low) else {
                throw .init(message: "a number that is cut")
            }
            return .scalar(String(value))
        case 0x5, 0x6:
            let (length, start) = try size(low, at: place)
            let width = mark >> 4 == 0x5 ? 1 : 2
            guard length <= (table - start) / width else { throw .init(message: "a text that is cut") }
            let raw = bytes[start..<(start + length * width)]
            return .scalar(width == 1 ? String(decoding: raw, as: UTF8.self) : Self.utf16(Array(raw)))
        case 0xA, 0xC:
            let (length, start) = try size(low, at: place)
            var items: [PropertyValue] = []
            for index in 0..<length {
                items.append(try object(try reference(start, index), level: level + 1))
            }
            return .array(items)
        case 0xD:
            let (length, start) = try size(low, at: place)
            var map: [String: PropertyValue] = [:]
            for index in 0..<length {
                guard let key = try object(try reference(start, index), level: level + 1).text else { continue }
                map[key] = try object(try reference(start, length + index), level: level + 1)
            }
            return .dictionary(map)
        default:
            // Dates, data and real numbers: no rule asks for one.
            return .scalar("")
        }
    }

    /// The length of an object and where its content begins; lengths of 15 and more follow as a number.
    private func size(_ low: Int, at place: Int) throws(PropertyValue.Fault) -> (length: Int, start: Int) {
        guard low == 0x0F else { return (low, place + 1) }
        guard place + 1 < table, bytes[place + 1] >> 4 == 1 else { throw .init(message: "a length that is no number") }
        let width = 1 << Int(bytes[place + 1] & 0x0F)
        guard width <= 8, let length = Self.number(bytes, place + 2, width), length <= bytes.count else {
            throw .init(message: "a length beyond its end")
        }
        return (length, place + 2 + width)
    }

    private func reference(_ start: Int, _ index: Int) throws(PropertyValue.Fault) -> Int {
        guard let number = Self.number(bytes, start + index * referenceSize, referenceSize) else {
            throw .init(message: "a reference beyond its end")
        }
        return number
    }

    /// A big-endian number; `nil` beyond the end, or where it is none that an index can be.
    private static func number(_ bytes: [UInt8], _ start: Int, _ width: Int) -> Int? {
        guard start >= 0, width <= 8, start <= bytes.count - width else { return nil }
        var value: UInt64 = 0
        for byte in bytes[start..<(start + width)] { value = value << 8 | UInt64(byte) }
        return Int(exactly: value)
    }

    private static func utf16(_ raw: [UInt8]) -> String {
        let units = stride(from: 0, to: raw.count - 1, by: 2).map { UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }
}
