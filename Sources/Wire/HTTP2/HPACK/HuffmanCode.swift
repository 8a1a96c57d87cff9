/// The Huffman code of HPACK and QPACK (RFC 7541 appendix B).
///
/// The code is canonical: it follows from the code lengths alone. Codes of up to nine bits, which are nearly all in
/// practice, are found with one look-up, two of them with one where they are short together; longer ones by comparing with
/// the last code of each length.
struct HuffmanCode: Sendable {
    /// Building takes microseconds; every decoder holds the one value.
    static let shared = HuffmanCode()

    /// For each nine bits, the symbol in the low byte and its length in the high byte; 0 for longer codes.
    private let short: [UInt16]
    /// For each ``pairBits`` bits, the one or two symbols that they begin with.
    private let pairs: [Pair]
    /// Per length, one past its last code, aligned to the left of 32 bits.
    private let limits: [UInt64]
    /// Per length, what added to a code gives the symbol's place in `symbols`.
    private let offsets: [Int]
    private let symbols: [UInt16]

    private struct Pair {
        var first: UInt8 = 0
        var second: UInt8 = 0
        var count: UInt8 = 0
        /// Bits of both codes; 0 where the first is a longer code.
        var length: UInt8 = 0
    }

    private static let pairBits = 12

    private init() {
        let order = (0..<Self.lengths.count).sorted { left, right in
            (Self.lengths[left], left) < (Self.lengths[right], right)
        }
        var short = [UInt16](repeating: 0, count: 512)
        var limits = [UInt64](repeating: 0, count: 31)
        var offsets = [Int](repeating: 0, count: 31)
        var code: UInt64 = 0
        var length = 0
        for (place, symbol) in order.enumerated() {
            let next = Int(Self.lengths[symbol])
            code <<= UInt64(next - length)
            if next != length { offsets[next] = place - Int(code) }
            length = next
            if length <= 9 {
                let first = Int(code) << (9 - length)
                for index in first..<(first + 1 << (9 - length)) { short[index] = UInt16(length << 8 | symbol) }
            }
            code += 1
            limits[length] = code << UInt64(32 - length)
        }
        // Lengths without codes take over the limit of the shorter ones, so that the search passes them.
        for length in 1...30 where limits[length] == 0 { limits[length] = limits[length - 1] }
        pairs = Self.pairs(short)
        self.short = short
        self.limits = limits
        self.offsets = offsets
        symbols = order.map(UInt16.init)
    }

    private static func pairs(_ short: [UInt16]) -> [Pair] {
        (0..<(1 << pairBits)).map { bits in
            let first = short[bits >> (pairBits - 9)]
            let length = Int(first >> 8)
            guard length > 0 else { return Pair() }
            var pair = Pair(first: UInt8(truncatingIfNeeded: first), count: 1, length: UInt8(length))
            let second = short[(bits << length) >> (pairBits - 9) & 511]
            if second >> 8 > 0, length + Int(second >> 8) <= pairBits {
                pair.second = UInt8(truncatingIfNeeded: second)
                pair.count = 2
                pair.length += UInt8(second >> 8)
            }
            return pair
        }
    }

    /// Appends the text that `coded` stands for.
    func decode(
        _ coded: Span<UInt8>, _ range: Range<Int>, into text: inout [UInt8]
    ) throws(FieldCompressionFailure) {
        let start = text.count
        // The shortest code has five bits; a pair is always written as two.
        text.append(contentsOf: repeatElement(0, count: range.count * 8 / 5 + 2))
        let written: Int
        do throws(FieldCompressionFailure) {
            var room = text.mutableSpan
            written = try decode(coded, range, into: &room, from: start)
        } catch {
            text.removeLast(text.count - start)
            throw error
        }
        text.removeLast(text.count - start - written)
    }

    /// - Returns: the number of bytes written from `start` on.
    private func decode(
        _ coded: Span<UInt8>, _ range: Range<Int>, into text: inout MutableSpan<UInt8>, from start: Int
    ) throws(FieldCompressionFailure) -> Int {
        // Unread bits stand at the left of `bits`; those behind the first `count` are zeros, or the ones to come.
        var bits: UInt64 = 0
        var count = 0
        var next = range.lowerBound
        var place = start
        while true {
            while next + 8 <= range.upperBound {
                let word = coded.bytes.unsafeLoadUnaligned(fromByteOffset: next, as: UInt64.self)
                bits |= UInt64(bigEndian: word) >> UInt64(count)
                next += (63 - count) >> 3
                count |= 56
                guard decodePairs(&bits, &count, into: &text, &place) else { break }
            }
            while count <= 56, next < range.upperBound {
                bits |= UInt64(coded[next]) << UInt64(56 - count)
                count += 8
                next += 1
            }
            let entry = short[Int(truncatingIfNeeded: bits >> 55)]
            var (symbol, length) = (entry & 0xff, Int(entry >> 8))
            if length == 0 {
                guard let long = longCode(bits) else { throw .huffman }
                (symbol, length) = long
            }
            guard length <= count else { break }
            guard symbol < 256 else { throw .huffman }
            text[place] = UInt8(truncatingIfNeeded: symbol)
            place += 1
            bits <<= UInt64(length)
            count -= length
        }
        // What is left must be the most significant bits of the end-of-string symbol: fewer than eight ones.
        guard count < 8, count == 0 || bits >> UInt64(64 - count) == (1 << UInt64(count)) - 1 else { throw .huffman }
        return place - start
    }

    /// As many look-ups as 56 bits hold for sure.
    ///
    /// - Returns: whether all codes were short.
    @inline(__always)
    private func decodePairs(
        _ bits: inout UInt64, _ count: inout Int, into text: inout MutableSpan<UInt8>, _ place: inout Int
    ) -> Bool {
        let pairs = self.pairs.span
        for _ in 0..<(56 / Self.pairBits) {
            let pair = pairs[Int(truncatingIfNeeded: bits >> UInt64(64 - Self.pairBits))]
            guard pair.length > 0 else { return false }
            text[place] = pair.first
            text[place + 1] = pair.second
            place += Int(pair.count)
            bits <<= UInt64(pair.length)
            count -= Int(pair.length)
        }
        return true
    }

    /// The symbol of the code of ten bits or more at the left of `bits`, and its length.
    private func longCode(_ bits: UInt64) -> (symbol: UInt16, length: Int)? {
        let lead = bits >> 32
        var length = 10
        while length < 30, lead >= limits[length] { length += 1 }
        let place = offsets[length] + Int(truncatingIfNeeded: lead >> UInt64(32 - length))
        guard symbols.indices.contains(place) else { return nil }
        return (symbols[place], length)
    }

    /// Code lengths of the symbols 0 to 255 and of end-of-string.
    private static let lengths: [UInt8] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28,
        28, 28, 28, 28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7,
        7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21,
        23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24,
        21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
    ]
}
