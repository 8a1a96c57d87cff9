/// A value in a compiled rule pack. Values stand one behind the other in the order in which they are read, without names:
/// reading the rules of one run as JSON took longer than running them.
///
/// The text is for machines, and still one that a person can look at and compare.
package protocol Packed {
    init(from pack: inout PackReader) throws(PackFailure)
    func write(to pack: inout PackWriter)
}

/// A pack that ends too early, or has something else where a value should be.
package struct PackFailure: Error, Sendable, Hashable {
    /// In bytes.
    package var place: Int
}

/// Writes values.
package struct PackWriter {
    package private(set) var text = ""

    package init() {}

    /// Adds a value at the end.
    package mutating func put(_ value: some Packed) { value.write(to: &self) }

    fileprivate mutating func put(line: some StringProtocol) {
        text += line
        text += "\n"
    }
}

/// Reads them.
package struct PackReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    package var isAtEnd: Bool { place == bytes.endIndex }

    /// The value that was put down next, which must be of the type asked for.
    package mutating func next<Value: Packed>(_ type: Value.Type = Value.self) throws(PackFailure) -> Value {
        try Value(from: &self)
    }

    /// A number, which a byte ends.
    fileprivate mutating func number(endedBy end: UInt8) throws(PackFailure) -> Int {
        var value = 0
        let start = place
        while place < bytes.endIndex, bytes[place] != end {
            let digit = Int(bytes[place]) - 0x30
            guard (0...9).contains(digit), value < 1 << 40 else { throw PackFailure(place: place) }
            value = value * 10 + digit
            place += 1
        }
        guard place > start, place < bytes.endIndex else { throw PackFailure(place: place) }
        place += 1
        return value
    }

    /// So many bytes and the end of a line.
    package mutating func bytes(_ count: Int) throws(PackFailure) -> ArraySlice<UInt8> {
        guard count >= 0, count < bytes.endIndex - place, bytes[place + count] == UInt8(ascii: "\n") else {
            throw PackFailure(place: place)
        }
        defer { place += count + 1 }
        return bytes[place..<place + count]
    }

    fileprivate mutating func take(_ byte: UInt8) -> Bool {
        guard place < bytes.endIndex, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    fileprivate var failure: PackFailure { PackFailure(place: place) }
}

// MARK: - What values are made of

/// `5:title`
extension String: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        let count = try pack.number(endedBy: UInt8(ascii: ":"))
        self = String(decoding: try pack.bytes(count), as: UTF8.self)
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) { pack.put(line: "\(utf8.count):\(self)") }
}

extension Int: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self = try pack.number(endedBy: UInt8(ascii: "\n"))
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) { pack.put(line: String(self)) }
}

extension Bool: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) { self = try pack.next(Int.self) != 0 }
    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) { pack.put(self ? 1 : 0) }
}

/// `-` for nothing.
extension Optional: Packed where Wrapped: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        if pack.take(UInt8(ascii: "-")) {
            _ = try pack.bytes(0)
            self = nil
        } else {
            self = try pack.next(Wrapped.self)
        }
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        if let self { pack.put(self) } else { pack.put(line: "-") }
    }
}

extension Array: Packed where Element: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self = []
        for _ in 0..<(try pack.next(Int.self)) { append(try pack.next()) }
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(count)
        for element in self { pack.put(element) }
    }
}

extension Dictionary: Packed where Key == String, Value: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self = [:]
        for _ in 0..<(try pack.next(Int.self)) {
            let key: String = try pack.next()
            self[key] = try pack.next(Value.self)
        }
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(count)
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            pack.put(key)
            pack.put(value)
        }
    }
}

extension PackReader {
    /// A word of an enumeration.
    package mutating func word<Word: RawRepresentable<String>>(
        _ type: Word.Type = Word.self
    ) throws(PackFailure) -> Word {
        guard let word = Word(rawValue: try next()) else { throw failure }
        return word
    }

    /// The same where there may be none.
    package mutating func optionalWord<Word: RawRepresentable<String>>(
        _ type: Word.Type = Word.self
    ) throws(PackFailure) -> Word? {
        guard let text = try next(String?.self) else { return nil }
        guard let word = Word(rawValue: text) else { throw failure }
        return word
    }
}
