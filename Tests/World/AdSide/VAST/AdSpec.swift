/// One ad as its servers have it: the innermost document and the wrappers around it.
struct AdSpec: Sendable {
    var id: String
    var length: Microseconds
    var skipAfter: Microseconds?
    /// Place in the pod, from 1; nil where the ad stands alone.
    var sequence: Int?
    var servingId: String
    var media: String
    var mezzanine: String?
    /// From the outermost wrapper to the innermost document.
    var levels: [Level]
    var clickThrough: String?
    var verification: Verification?
    var companion: Companion?
    var icon: Icon?
    /// An overlay instead of a video.
    var isNonLinear = false

    struct Level: Sendable {
        /// The server that wrote it.
        var server: AdServer
        var trackers: [Tracker]
        func all(_ event: String) -> [Tracker] { trackers.filter { $0.event == event } }
    }

    struct Verification: Sendable {
        var vendor: String
        var script: String
        var parameters: String
        var notExecuted: String
    }

    struct Companion: Sendable { var image, clickThrough: String }
    struct Icon: Sendable { var image, clickThrough: String }

    /// All trackers of an event, outermost first, with their levels.
    func trackers(_ event: String) -> [(tracker: Tracker, level: Int)] {
        levels.enumerated().flatMap { place, level in level.all(event).map { ($0, place) } }
    }

    var hosts: Set<String> { Set(levels.flatMap { $0.trackers.map { URLText.host($0.url) } }) }
}

/// A URL that a document declares for an event.
struct Tracker: Sendable, Equatable {
    var event: String
    var url: String
    /// Where on the media, for `progress`.
    var offset: Microseconds?
    var offsetText: String?
}
