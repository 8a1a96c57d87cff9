import Model

/// The segments that playlists below pods list, until one of each playlist is asked for.
struct PodSegments: Sendable {
    struct Playlist: Sendable, Hashable {
        var beacon: ID<Beacon>
        /// How many it has so far.
        var parameters: Int
    }

    /// Of one playlist; a pod of an hour has fewer.
    private static let mostOfPlaylist = 1_024
    /// Of all; older playlists are forgotten beyond it.
    private static let most = 65_536

    private var playlists: [String: [Playlist]] = [:]
    private var waiting: Set<ID<Beacon>> = []
    private var count = 0

    mutating func add(_ urls: some Sequence<String>, of playlist: Playlist) {
        if count > Self.most { self = PodSegments() }
        for url in urls.prefix(Self.mostOfPlaylist) {
            playlists[url, default: []].append(playlist)
            waiting.insert(playlist.beacon)
            count += 1
        }
    }

    /// The playlists of which this is the first segment that is asked for.
    mutating func fetched(_ url: @autoclosure () -> String) -> [Playlist] {
        guard !waiting.isEmpty, let found = playlists.removeValue(forKey: url()) else { return [] }
        count -= found.count
        return found.filter { waiting.remove($0.beacon) != nil }
    }
}
