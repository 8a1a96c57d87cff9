import Model

/// The value of a `Content-Type` field, looked at without a copy; letters in either case.
enum MediaType {
    static func begins(_ type: Span<UInt8>, _ mark: StaticString) -> Bool {
        matches(type, at: 0, mark)
    }

    static func contains(_ type: Span<UInt8>, _ mark: StaticString) -> Bool {
        let last = type.count - mark.utf8CodeUnitCount
        guard last >= 0 else { return false }
        for start in 0...last where matches(type, at: start, mark) { return true }
        return false
    }

    private static func matches(_ type: Span<UInt8>, at start: Int, _ mark: StaticString) -> Bool {
        guard type.count - start >= mark.utf8CodeUnitCount else { return false }
        for offset in 0..<mark.utf8CodeUnitCount
        where ASCII.lowercased(type[start + offset]) != mark.utf8Start[offset] {
            return false
        }
        return true
    }
}
