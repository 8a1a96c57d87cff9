/// Where something came from inside its capture. Evidence in a report always ends in one of these.
public enum Locator: Sendable, Hashable {
    /// Captured packets, numbered from 1 as Wireshark numbers them.
    case frames(ClosedRange<Int>)
    /// The index of an entry of a HAR, a flow dump or an archive, from 0.
    case entry(Int)
    /// A line of a text log, from 1.
    case line(Int)
    /// Bytes of the file, from 0, end excluded.
    case bytes(Range<Int>)

    /// The key of the locator in result JSON and in the `locator_kind` column.
    public var kind: String {
        switch self {
        case .frames: "frames"
        case .entry: "entry"
        case .line: "line"
        case .bytes: "bytes"
        }
    }

    /// The value in result JSON and in the `locator` column: `1180-1182`, `57`, `12`, `100-220`.
    public var value: String {
        switch self {
        case .frames(let range):
            range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        case .entry(let index): "\(index)"
        case .line(let number): "\(number)"
        case .bytes(let range): "\(range.lowerBound)-\(range.upperBound)"
        }
    }
}
