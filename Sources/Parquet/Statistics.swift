/// What readers skip pages and row groups by: how many values are missing, the least and the greatest.
struct Statistics {
    private var missing = 0
    private var least: [UInt8]?
    private var greatest: [UInt8]?

    /// Longer texts are not worth their place in a header.
    private static let longestText = 128

    init(of values: ArraySlice<ParquetValue>, _ kind: ParquetColumn.Kind) {
        missing = values.count { $0 == .null }
        switch kind {
        case .text:
            let texts = values.compactMap { value -> [UInt8]? in
                if case .text(let text) = value { Array(text.utf8) } else { nil }
            }
            // Bytes are compared as unsigned numbers, which is the order of code points.
            least = texts.min { $0.lexicographicallyPrecedes($1) }
            greatest = texts.max { $0.lexicographicallyPrecedes($1) }
            if max(least?.count ?? 0, greatest?.count ?? 0) > Statistics.longestText { (least, greatest) = (nil, nil) }
        case .integer, .timestamp:
            let numbers = values.compactMap { value -> Int64? in
                if case .integer(let number) = value { number } else { nil }
            }
            least = numbers.min().map { PlainEncoding.bytes(of: [.integer($0)]) }
            greatest = numbers.max().map { PlainEncoding.bytes(of: [.integer($0)]) }
        case .boolean:
            if values.contains(.boolean(false)) { least = [0] } else if values.contains(.boolean(true)) { least = [1] }
            if values.contains(.boolean(true)) { greatest = [1] } else if least != nil { greatest = [0] }
        }
    }

    func write(to thrift: inout ThriftWriter) {
        thrift.integer64(3, missing)
        if let least, let greatest {
            thrift.binary(5, greatest)
            thrift.binary(6, least)
        }
    }
}
