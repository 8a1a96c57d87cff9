/// How much of each URL whoever recorded a run kept, as far as the run shows it.
public struct RecordedURLs: Sendable, Hashable {
    /// Whether the end of a URL was cut off.
    enum Cut: Sendable, Hashable {
        case unlikely
        /// Whoever sent it may have cut it as well: it takes a declared URL that goes on to tell.
        case possible
        case certain
    }

    /// So many URLs of one length, and none that is longer, are no accident.
    private static let fewest = 5
    /// No app cuts what goes to so many hosts.
    private static let fewestHosts = 3

    private let bytes: Int?
    private let isOfRecorder: Bool

    public init() {
        bytes = nil
        isOfRecorder = false
    }

    /// - Parameters:
    ///   - longest: how many bytes the longest URL of the run has.
    ///   - count: how many different ones have as many.
    ///   - hosts: of how many hosts those are.
    public init(longest: Int, count: Int, hosts: Int) {
        bytes = count >= Self.fewest ? longest : nil
        isOfRecorder = hosts >= Self.fewestHosts
    }

    func cut(_ url: URLFields) -> Cut {
        guard url.bytes.count == bytes else { return .unlikely }
        return isOfRecorder ? .certain : .possible
    }
}
