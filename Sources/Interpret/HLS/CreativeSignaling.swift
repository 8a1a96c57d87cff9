import Encodings
import Model

/// SVTA 2053, Ad Creative Signaling: what plays in a break, and whom to tell of it.
///
/// Asset lists carry it as a member, date ranges of playlists in base64, DASH events as their text. Version 2 wraps an array of
/// slots, or of pods that have slots; earlier writers wrap one slot, or nothing.
struct CreativeSignaling: Sendable {
    /// The member of asset lists and the attribute of date ranges.
    static let key = "X-AD-CREATIVE-SIGNALING"

    /// Slots in their order, each pod in front of its own.
    let slots: [JSONValue]

    init(_ signaling: JSONValue) {
        let payload = signaling["payload"] ?? signaling
        let elements = if case .array = payload { payload.elements } else { [payload] }
        slots = elements.flatMap { [$0] + ($0["slots"]?.elements ?? []) }
    }

    /// From an attribute or an event; `nil` when the text is neither JSON nor JSON in base64.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let plain =
            JSONReader.beginsObject(bytes) ? bytes : Base64.decode(bytes.span, limit: CreativeSignaling.mostBytes)
        guard let plain, JSONReader.beginsObject(plain) else { return nil }
        do { self.init(try JSONReader.readDocument(plain)) } catch { return nil }
    }

    private static let mostBytes = 1 << 20

    static func trackers(of slot: JSONValue, against base: URLFields) -> [TrackerDeclaration] {
        (slot["tracking"]?.elements ?? []).flatMap { entry in
            (entry["urls"]?.elements ?? []).compactMap(\.string).map { url in
                TrackerDeclaration(
                    family: .ssai, event: PlaybackEvent.canonical(entry["type"]?.string ?? ""),
                    url: RelativeReference.resolve(url, against: base), element: key)
            }
        }
    }

    /// The ads that it describes where it stands in a manifest.
    ///
    /// - Parameter place: what names the event or date range in its stream.
    func ads(at place: String, against base: URLFields) -> [AdPeriod] {
        var ads: [AdPeriod] = []
        // What a pod tracks of its whole goes with its first ad.
        var ofPod: [TrackerDeclaration] = []
        for slot in slots {
            let trackers = Self.trackers(of: slot, against: base)
            if slot["slots"] != nil {
                ofPod += trackers
            } else if !trackers.isEmpty || !ofPod.isEmpty {
                ads.append(
                    AdPeriod(
                        id: "\(place)/\(ads.count + 1)",
                        durationUs: slot["duration"]?.scalar.flatMap { DecimalSeconds.microseconds($0[...]) },
                        trackers: ofPod + trackers))
                ofPod = []
            }
        }
        return ads
    }
}
