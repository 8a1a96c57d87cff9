import Model

/// Values that are identifiers, or are none, wherever they stand alone.
struct KnownValues: Sendable {
    private var kinds: [[UInt8]: IdentifierKind] = [:]
    /// The lengths of the values that begin with eight bytes, longest first.
    private var lengths: [UInt64: [Int]] = [:]
    private let open: Set<String>

    /// - Parameter open: what is nobody's though it looks it: ids of ads, addresses of servers.
    init(open: [String] = []) {
        self.open = Set(open.map { $0.lowercased() })
    }

    /// Whether a value that is known by its form alone stays.
    func isOpen(_ value: String) -> Bool {
        open.contains(value.lowercased())
    }

    /// Short values and plain words are not looked for outside their own fields: they would hit innocent text.
    mutating func learn(_ value: String, _ kind: IdentifierKind) {
        let bytes = value.utf8.map(ASCII.lowercased)
        guard (8...512).contains(bytes.count), let first = bytes.first, KnownValues.isStart(first),
            bytes.contains(where: { ASCII.isDigit($0) || $0 == UInt8(ascii: "@") }),
            bytes.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") })
        else { return }
        add(bytes, kind)
        // Without dashes as well, and with those that were left out.
        if IdentifierShapes.isUUID(value) {
            add(bytes.filter { $0 != UInt8(ascii: "-") }, kind)
        } else if bytes.count == 32, IdentifierShapes.isHex(value) {
            var dashed = bytes
            for index in [20, 16, 12, 8] { dashed.insert(UInt8(ascii: "-"), at: index) }
            add(dashed, kind)
        }
    }

    func kind(of value: String) -> IdentifierKind? {
        kinds[value.utf8.map(ASCII.lowercased)]
    }

    /// The longest known value that begins at `start` and ends where no letter or digit follows.
    func match(_ bytes: [UInt8], at start: Int) -> IdentifierShapes.Match? {
        guard !kinds.isEmpty, bytes.count - start >= 8, let lengths = lengths[KnownValues.prefix(bytes[start...])]
        else { return nil }
        for length in lengths where length <= bytes.count - start {
            let end = start + length
            guard end == bytes.count || !ASCII.isLetterOrDigit(bytes[end]) else { continue }
            if let kind = kinds[bytes[start..<end].map(ASCII.lowercased)] {
                return IdentifierShapes.Match(end: end, kind: kind)
            }
        }
        return nil
    }

    private mutating func add(_ bytes: [UInt8], _ kind: IdentifierKind) {
        guard kinds[bytes] == nil else { return }
        kinds[bytes] = kind
        let prefix = KnownValues.prefix(bytes[...])
        if lengths[prefix]?.contains(bytes.count) != true {
            lengths[prefix, default: []].append(bytes.count)
            lengths[prefix]?.sort(by: >)
        }
    }

    private static func isStart(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte) || byte == UInt8(ascii: "+")
    }

    private static func prefix(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var prefix: UInt64 = 0
        for index in bytes.startIndex..<min(bytes.startIndex + 8, bytes.endIndex) {
            prefix = prefix << 8 | UInt64(ASCII.lowercased(bytes[index]))
        }
        return prefix
    }
}
