/// How a request was made: as a browser tells in its Fetch Metadata (https://www.w3.org/TR/fetch-metadata/), or a server in the
/// headers that name the device it asks for (VAST 4.3 section 1.1.3). The raw value is the column `made_as`.
public enum RequestManner: String, Sendable, Hashable {
    /// Opened in a window or tab, in the place of what was there.
    case page
    /// Opened inside a page.
    case frame
    case image
    /// For an element that plays video or audio.
    case media
    case script
    /// By a script of the page: fetch(), XMLHttpRequest or sendBeacon().
    case fetch
    /// Fetched ahead of a use that may never come.
    case prefetch
    case other
    /// By a server, in a device's place.
    case server

    /// - Returns: `nil` where the fields do not say.
    public init?(_ headers: HeaderFields) {
        if headers["x-device-ip"] != nil || headers["x-device-user-agent"] != nil {
            self = .server
            return
        }
        // Where a field was written twice, one that says what was opened is believed.
        let (modes, destinations) = (headers.values(of: "sec-fetch-mode"), headers.values(of: "sec-fetch-dest"))
        if modes.isEmpty, destinations.isEmpty { return nil }
        if headers["sec-purpose"]?.lowercased().hasPrefix("prefetch") == true {
            self = .prefetch
        } else if destinations.contains(where: RequestManner.frames.contains) {
            self = .frame
        } else if modes.contains("navigate") {
            self = .page
        } else {
            self =
                switch destinations.first {
                case "image": .image
                case "video", "audio", "track": .media
                case "script": .script
                case "empty", nil: .fetch
                default: .other
                }
        }
    }

    private static let frames: Set<String> = ["iframe", "frame", "fencedframe", "embed", "object"]
}

extension Exchange.Response {
    /// Whether it is video or audio, as its Content-Type says; playlists are not.
    public var isMedia: Bool {
        guard let type = headers["content-type"]?.lowercased() else { return false }
        return (type.hasPrefix("video/") || type.hasPrefix("audio/")) && !type.contains("mpegurl")
    }
}
