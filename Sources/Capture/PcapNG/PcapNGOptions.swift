import Model

/// Walks a list of options (code, length, value padded to 4 bytes) until its end mark or the end of its room.
struct PcapNGOptions {
    static let comment: UInt16 = 1

    private(set) var rest: Range<Int>
    private let order: ByteOrder

    init(_ range: Range<Int>, _ order: ByteOrder) {
        rest = range
        self.order = order
    }

    /// The next option; `nil` at the end mark, and where a length leaves the list.
    mutating func next(_ window: borrowing Span<UInt8>) -> (code: UInt16, value: Range<Int>)? {
        guard rest.count >= 4, let code = window.uint16(at: rest.lowerBound, order),
            let length = window.uint16(at: rest.lowerBound + 2, order)
        else { return nil }
        let start = rest.lowerBound + 4
        guard Int(length) <= rest.upperBound - start else {
            rest = rest.upperBound..<rest.upperBound
            return nil
        }
        let next = min(rest.upperBound, start + (Int(length) + 3) / 4 * 4)
        rest = next..<rest.upperBound
        guard code != 0 else { return nil }
        return (code, start..<(start + Int(length)))
    }

    static func text(_ window: borrowing Span<UInt8>, _ range: Range<Int>) -> String {
        let bytes = window.copy(range)
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// How an interface counts time: `if_tsresol` and `if_tsoffset`.
struct PcapNGClock: Sendable, Hashable {
    /// A power of ten or, with the top bit set, of two: units are `10^-n` or `2^-n` seconds.
    var resolution: UInt8 = 6
    /// Seconds to add.
    var offsetSeconds: Int64 = 0

    /// The time that a count of units means; saturating, since any count may be captured.
    func timestamp(_ units: UInt64) -> Timestamp {
        let microseconds: Int64
        if resolution == 6 {
            microseconds = Int64(clamping: units)
        } else if resolution & 0x80 != 0 {
            // At most 64 + 20 bits; a shift of 128 or more gives 0.
            microseconds = Int64(clamping: (UInt128(units) * 1_000_000) >> UInt128(resolution & 0x7f))
        } else if resolution < 6 {
            microseconds = Int64(clamping: UInt128(units) * UInt128(Self.powerOfTen(6 - resolution)))
        } else {
            microseconds = resolution > 25 ? 0 : Int64(clamping: units / Self.powerOfTen(resolution - 6))
        }
        guard offsetSeconds != 0 else { return Timestamp(microseconds: microseconds) }
        let (offset, overflow) = offsetSeconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return Timestamp(microseconds: offsetSeconds < 0 ? .min : .max) }
        return Timestamp(microseconds: microseconds).advanced(byMicroseconds: offset)
    }

    /// `10^exponent` for exponents up to 19, the largest that fits.
    private static func powerOfTen(_ exponent: UInt8) -> UInt64 {
        (0..<min(exponent, 19)).reduce(UInt64(1)) { power, _ in power * 10 }
    }
}
