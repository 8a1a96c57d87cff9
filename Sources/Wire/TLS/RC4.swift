/// The key stream of RC4, which suites up to TLS 1.2 use over all records of a direction (RFC 6229 has its vectors).
///
/// No client should offer it any more (RFC 7465); old devices do.
struct RC4: Sendable {
    private var state: [UInt8]
    private var first: UInt8 = 0
    private var second: UInt8 = 0

    /// - Parameter key: 1 to 256 bytes; an empty key gives a stream that fits no record.
    init(key: [UInt8]) {
        state = (0...255).map { UInt8($0) }
        guard !key.isEmpty else { return }
        var other: UInt8 = 0
        for index in 0..<256 {
            other = other &+ state[index] &+ key[index % key.count]
            state.swapAt(index, Int(other))
        }
    }

    /// The bytes with the next part of the stream folded in.
    mutating func apply(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { $0 ^ next() }
    }

    /// Steps over the part of the stream that a record of so many bytes used.
    mutating func skip(_ count: Int) {
        for _ in 0..<count { _ = next() }
    }

    private mutating func next() -> UInt8 {
        first &+= 1
        second &+= state[Int(first)]
        state.swapAt(Int(first), Int(second))
        return state[Int(state[Int(first)] &+ state[Int(second)])]
    }
}
