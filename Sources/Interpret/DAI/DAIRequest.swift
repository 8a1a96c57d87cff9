/// What a request to Google's dynamic ad insertion is for, with the parameters that its path carries. Recognised by path,
/// on any host. The raw value is the beacon's kind.
struct DAIRequest: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable {
        case registration = "stream-registration"
        /// The manifest of an ad pod.
        case pod
        /// A playlist or segment below a pod's manifest.
        case podVariant = "pod-variant"
        case metadata
        case verification
    }

    var kind: Kind
    /// `service`, `network_code`, `asset_key`, `pod_id`, `tag_id`, in the order of the path. The service of a pod is `linear`
    /// or `ondemand`.
    var pathParameters: [(name: String, value: String)] {
        names.map { ($0.name, $0.value) }
    }

    private static let roots = ["/ssai/", "/linear/", "/ondemand/"].map { Array($0.utf8) }

    private struct Name: Sendable, Hashable {
        var name: String
        var value: String
    }

    private var names: [Name] = []

    /// `nil` on other paths.
    ///
    /// - Parameter issuesStream: whether its answer issues a stream, which makes a registration of it at an address that is not
    ///   documented, too; asked only where the path may be one.
    init?(_ url: URLFields, issuesStream: @autoclosure () -> Bool = false) {
        // A cheap look first: every exchange of a run comes by here.
        guard Self.roots.contains(where: { url.bytes[url.path].starts(with: $0) }) else { return nil }
        let segments = url.segments
        guard segments.count > 2 else { return nil }
        if let kind = Self.kind(segments, path: url.text(url.path)) {
            self.kind = kind
        } else {
            guard segments.last == "stream" || segments.last == "streams", issuesStream() else { return nil }
            kind = .registration
        }
        if kind == .pod || kind == .podVariant { names.append(Name(name: "service", value: segments[0])) }
        for (label, name) in [("network", "network_code"), ("custom_asset", "asset_key"), ("event", "asset_key")] {
            guard let index = segments.firstIndex(of: label), index + 1 < segments.count else { continue }
            // Verification URLs repeat such words with values of their own.
            if kind != .verification { names.append(Name(name: name, value: segments[index + 1])) }
        }
        if kind == .pod || kind == .podVariant, let id = Self.podID(segments) {
            names.append(Name(name: "pod_id", value: id))
        }
    }

    /// The value of a path parameter.
    func value(_ name: String) -> String? { names.first { $0.name == name }?.value }

    private static func kind(_ segments: [String], path: String) -> Kind? {
        if registrations.contains(where: { matches(segments, $0) }) { return .registration }
        guard segments[0] == "linear" || segments[0] == "ondemand" else { return nil }
        guard segments[1] == "pods" else { return nil }
        if path.contains("/adv/metadata") || path.hasSuffix("/metadata") { return .metadata }
        guard let asset = segments.firstIndex(of: "custom_asset"), asset + 2 < segments.count else { return nil }
        let rest = segments[(asset + 2)...]
        let isManifest = rest.last.map { $0.hasSuffix(".m3u8") || $0.hasSuffix(".mpd") } ?? false
        // Deeper than an id is a playlist that the pod's manifest lists; its URLs are the server's choice.
        return isManifest && rest.count <= 2 && segments.contains(where: { $0 == "hls" || $0 == "dash" })
            ? .pod : .podVariant
    }

    /// Registrations of pods, then of streams that Google serves as a whole; `*` is any segment.
    private static let registrations: [[String]] = [
        "ssai/pods/api/v1/network/*/custom_asset/*/stream", "ondemand/pods/api/v1/network/*/stream_registration",
        "ssai/event/*/streams", "linear/v1/hls/event/*/stream", "linear/v1/dash/event/*/stream",
        "ondemand/v1/hls/content/*/vid/*/stream", "ondemand/v1/dash/content/*/vid/*/stream",
        "ondemand/hls/content/*/vid/*/streams", "ondemand/dash/content/*/vid/*/streams",
    ].map { $0.split(separator: "/").map(String.init) }

    private static func matches(_ segments: [String], _ pattern: [String]) -> Bool {
        segments.count == pattern.count && zip(segments, pattern).allSatisfy { $1 == "*" || $0 == $1 }
    }

    /// `pod/3` or `ad_break_id/mid-roll-1`; of another form, all that follows the asset key.
    private static func podID(_ segments: [String]) -> String? {
        guard let asset = segments.firstIndex(of: "custom_asset") else { return nil }
        var rest = segments[(asset + 2)...]
        // A playlist of one rendition is below its profile.
        if rest.first == "profile", rest.count > 2 { rest = rest.dropFirst(2) }
        if rest.first == "pod" || rest.first == "ad_break_id" { rest = rest.prefix(2) }
        guard let last = rest.popLast() else { return nil }
        let bare = [".m3u8", ".mpd"].first { last.hasSuffix($0) }.map { String(last.dropLast($0.count)) } ?? last
        return (rest + [bare]).joined(separator: "/")
    }
}
