/// How much of each URL whoever recorded a run kept, as far as the run shows it.
public struct RecordedURLs: Sendable, Hashable {
    /// Whether the end of a URL was cut off.
    enum Cut: Sendable, Hashable {
        case unlikely
        /// Whoever sent it may have cut it as well: it takes a declared URL that goes on to tell.
        case possible
        case certain
    }

    /// The longest URLs of a host.
    public struct Longest: Sendable, Hashable {
        /// In bytes.
        public var length: Int
        /// How many different ones have that length.
        public var count: Int

        public init(length: Int, count: Int) {
            self.length = length
            self.count = count
        }
    }

    /// So many URLs of one length, and none that is longer, are no accident.
    private static let fewest = 5
    /// No app cuts what goes to so many hosts.
    private static let fewestHosts = 3

    /// Where the recorder cut what went to any host.
    private let limit: Int?
    /// Where what goes to a host may have been cut.
    private let limits: [String: Int]

    /// - Parameter longest: of each host, by its name.
    public init(longest: [String: Longest] = [:]) {
        let most = longest.values.map(\.length).max()
        let hosts = longest.filter { $0.value.length == most }
        let count = hosts.values.reduce(0) { $0 + $1.count }
        limit = count >= Self.fewest && hosts.count >= Self.fewestHosts ? most : nil
        limits = longest.filter { $0.value.count >= Self.fewest || $0.value.length == most && count >= Self.fewest }
            .mapValues(\.length)
    }

    func cut(_ url: URLFields, host: String) -> Cut {
        if url.bytes.count == limit { return .certain }
        return url.bytes.count == limits[host] ? .possible : .unlikely
    }
}
