/// Why a file cannot be read at all as the format it was taken for: said once, with the place and the remedy.
public struct ReadFailure: Error, Sendable, Hashable {
    /// What the format demands at this place.
    public var expected: String
    /// What is there instead.
    public var found: String
    /// The byte of the input where it is, from 0.
    public var offset: Int
    /// What the person can do, one sentence.
    public var remedy: String

    public init(expected: String, found: String, at offset: Int, remedy: String) {
        self.expected = expected
        self.found = found
        self.offset = offset
        self.remedy = remedy
    }

    public var message: String {
        "expected \(expected), found \(found) at byte \(offset); \(remedy)"
    }
}
