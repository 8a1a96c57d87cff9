import Encodings
import Model

/// The DAI sessions of a run, and which request belongs to which: by the stream id that it sends, or by the URLs that the
/// registration issued.
struct DAISessions: Sendable {
    struct Known: Sendable {
        var id: ID<Session>
        var registration: StreamRegistration
        /// When the answer had arrived.
        var from: Timestamp
        /// Tags that metadata has listed so far.
        var tags: Set<String> = []
    }

    private(set) var known: [Known] = []
    private var byStreamID: [String: Int] = [:]
    private var byMetadataPath: [String: Int] = [:]
    private var byVerificationPrefix: [String: Int] = [:]
    private var byPod: [String: Int] = [:]

    mutating func add(_ registration: StreamRegistration, id: ID<Session>, from time: Timestamp) {
        let index = known.count
        known.append(Known(id: id, registration: registration, from: time))
        byStreamID[registration.streamID] = index
        if let url = registration.metadataURL { byMetadataPath[Self.metadataKey(URLFields(url))] = index }
        if let url = registration.verificationURL { byVerificationPrefix[Self.verificationKey(URLFields(url))] = index }
    }

    func index(ofStream id: String) -> Int? { byStreamID[id] }

    /// The session whose metadata URL this is, whatever a client appends to it.
    func index(ofMetadata url: URLFields) -> Int? {
        byMetadataPath.isEmpty ? nil : byMetadataPath[Self.metadataKey(url)]
    }

    /// The session whose verification URL this begins with, and the tag that follows.
    func verification(_ url: URLFields) -> (index: Int, tag: String)? {
        guard !byVerificationPrefix.isEmpty else { return nil }
        let text = Self.verificationKey(url)
        // Issued URLs end with a slash, or with a parameter that the tag is the value of.
        for mark in ["/", "="] {
            guard let end = text.lastIndex(of: Character(mark)) else { continue }
            let prefix = String(text[...end])
            if let index = byVerificationPrefix[prefix] {
                return (index, PercentCoding.text(String(text[end...].dropFirst())))
            }
        }
        return nil
    }

    /// Playlists below a pod carry no stream id: they belong to the session that asked for the pod last.
    mutating func remember(pod: String, of index: Int) { byPod[pod] = index }

    func index(ofPod pod: String) -> Int? { byPod[pod] }

    /// The tags not listed before.
    mutating func fresh(_ tags: [String], in index: Int) -> Set<String> {
        Set(tags.filter { known[index].tags.insert($0).inserted })
    }

    func sessions() -> [Session] {
        known.enumerated().map { number, known in
            Session(
                id: known.id, kind: .dai, family: .dai, identifier: known.registration.streamID,
                label: "DAI session \(number + 1)", from: known.from, to: known.registration.validUntil)
        }
    }

    /// Host, path and the parameter that tells streams apart.
    private static func metadataKey(_ url: URLFields) -> String {
        "\(url.hostName)\(url.text(url.path))?\(url.value("stream") ?? url.value("stream_id") ?? "")"
    }

    /// Host and all that follows, without scheme and port.
    private static func verificationKey(_ url: URLFields) -> String {
        url.hostName + url.text(url.path.lowerBound..<url.bytes.count)
    }
}
