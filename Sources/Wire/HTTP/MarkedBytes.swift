import Model

/// Bytes of one direction that wait for the rest of their unit, with the packets that brought them.
///
/// While nothing waits, an incoming array is used where it is; only an unfinished unit is copied.
struct MarkedBytes: Sendable {
    private(set) var storage: [UInt8] = []
    /// Where the next unread byte is in ``storage``.
    private(set) var position = 0
    /// Which mark the bytes before `end` have.
    private var marks: [(end: Int, mark: Mark)] = []

    var count: Int { storage.count - position }
    var isEmpty: Bool { position == storage.count }

    mutating func append(_ bytes: [UInt8], _ mark: Mark) {
        if isEmpty {
            storage = bytes
            position = 0
            marks.removeAll(keepingCapacity: true)
        } else {
            // Not each time: units that leave a byte at a time would have the rest moved as often.
            if position > count {
                storage = Array(storage[position...])
                marks.removeAll { $0.end <= position }
                for index in marks.indices { marks[index].end -= position }
                position = 0
            }
            storage.append(contentsOf: bytes)
        }
        if let last = marks.indices.last, marks[last].mark == mark {
            marks[last].end = storage.count
        } else {
            marks.append((storage.count, mark))
        }
    }

    /// The unread byte `offset` bytes ahead; the caller has compared with ``count``.
    subscript(offset: Int) -> UInt8 { storage[position + offset] }

    /// The next `length` bytes, or all there are; they are read afterwards.
    mutating func take(_ length: Int) -> (bytes: ArraySlice<UInt8>, mark: Mark)? {
        let length = min(length, count)
        guard length > 0, let mark = mark(of: 0..<length) else { return nil }
        let bytes = storage[position..<(position + length)]
        skip(length)
        return (bytes, mark)
    }

    mutating func skip(_ length: Int) {
        position += min(length, count)
        guard isEmpty else { return }
        // The bytes given out keep the storage alive; here it would only be copied.
        storage = []
        position = 0
        marks.removeAll(keepingCapacity: true)
    }

    mutating func removeAll() {
        skip(count)
    }

    /// Everything unread, one piece per mark.
    mutating func drain() -> [(bytes: [UInt8], mark: Mark)] {
        var pieces: [(bytes: [UInt8], mark: Mark)] = []
        var start = position
        for (end, mark) in marks where end > start {
            pieces.append((Array(storage[start..<end]), mark))
            start = end
        }
        removeAll()
        return pieces
    }

    /// From the packet of the first byte of `range` to that of the last; `nil` for an empty or absent range.
    func mark(of range: Range<Int>) -> Mark? {
        guard !range.isEmpty, let first = mark(at: range.lowerBound) else { return nil }
        guard marks.count > 1, let last = mark(at: range.upperBound - 1) else { return first }
        return first.extended(to: last)
    }

    func mark(at offset: Int) -> Mark? {
        // The first whose end is further on; there may be one for each byte.
        let place = marks.partitioningIndex { position + offset < $0.end }
        return place < marks.count ? marks[place].mark : nil
    }
}
