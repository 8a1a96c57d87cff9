import Model

/// What the player and the phone say in a log, and which stretches of a stream that interrupts.
struct PlayerInterruptions: Sendable {
    /// A stream of the log, as far as it matters here.
    struct Stream: Sendable {
        var id: ID<Session>
        var instance: String
        var from: Timestamp
        var to: Timestamp
        /// When something was loaded or begun in it, in order.
        var begun: [Timestamp]
        /// It is heard and not seen: it needs no screen.
        var isAudio: Bool
    }

    private struct Event: Sendable {
        var call: ID<Call>
        var name: String
        var at: Timestamp
        var instance: String?
        /// Where sound or picture went, of a change of that.
        var route: String

        var isOnAnotherScreen: Bool { route == "airplay" || route == "mirroring" }
        var leavesScreen: Bool { name == "background" || name == "lock" }

        /// It stops playback.
        var interrupts: Bool {
            PlayerInterruptions.interrupting.contains(name)
                || name == "route_change" && (route == "headphones_out" || route == "oldDeviceUnavailable")
        }
    }

    private static let interrupting: Set = [
        "pause", "call", "alarm", "lock", "background", "network_loss", "channel_change", "buffer_start",
    ]
    private static let resuming: Set = [
        "play", "resume", "foreground", "unlock", "call_end", "alarm_end", "pip_start", "airplay_start", "network_back",
        "ad_start", "ad_end", "ad_break",
    ]
    private static let screens: Set = ["pip_start", "pip_end", "airplay_start", "airplay_end"]
    /// What a single player may do while others play.
    private static let ofOnePlayer: Set = ["pause", "channel_change", "buffer_start"]
    private static let endings = [
        "call": "call_end", "alarm": "alarm_end", "lock": "unlock", "background": "foreground",
        "buffer_start": "buffer_end",
    ]
    /// More events than a day of watching has; later ones interrupt nothing.
    private static let most = 65_536
    /// A picture that shrinks by itself, or moves to another screen, says so just after the app left the screen.
    private static let movingUs: Int64 = 1_250_000
    /// An event may be logged behind the last call of a stream.
    private static let trailingUs: Int64 = 2_000_000

    private var events: [Event] = []

    mutating func note(_ observation: CallObservation) {
        let call = observation.call
        guard call.source == "player", events.count < Self.most else { return }
        events.append(
            Event(
                call: observation.id, name: call.name, at: call.at, instance: call.instance,
                route: observation.value("type") ?? ""))
    }

    func interruptions(of streams: [Stream]) -> [Interruption] {
        let events = events.sorted { ($0.at, $0.call.number) < ($1.at, $1.call.number) }
        let resuming = events.filter { Self.resuming.contains($0.name) }
        let moving = events.filter { $0.name == "route_change" && $0.isOnAnotherScreen }
        let shown = events.filter { Self.screens.contains($0.name) || $0.name == "route_change" && !$0.route.isEmpty }
        let instances = Set(streams.map(\.instance))
        var found: [Interruption] = []
        for (place, event) in events.enumerated() where event.interrupts {
            let next = place + 1 < events.count ? events[place + 1] : nil
            let ends = [resuming, event.leavesScreen ? moving : []].compactMap { Self.first(in: $0, behind: event)?.at }
            let end = event.name == "buffer_start" ? next?.at : ends.min()
            let isElsewhere = event.leavesScreen && Self.isElsewhere(event, shown)
            for stream in streams {
                guard event.at >= stream.from, event.at <= stream.to.advanced(byMicroseconds: Self.trailingUs),
                    Self.concerns(event, stream, among: instances)
                else { continue }
                let begun = stream.begun.first { $0 >= event.at }
                found.append(
                    Interruption(
                        session: stream.id, event: event.call, name: event.name, from: event.at,
                        until: [end, begun].compactMap { $0 }.min(),
                        isEnded: next.map { Self.ends(event, $0) } ?? false,
                        goesOn: isElsewhere || event.leavesScreen && stream.isAudio))
            }
        }
        return found
    }

    private static func first(in events: [Event], behind event: Event) -> Event? {
        events[events.partitioningIndex { $0.at >= event.at }...].first { $0.call != event.call }
    }

    private static func ends(_ event: Event, _ next: Event) -> Bool {
        if event.name == "pause" { return next.name == "resume" || next.name == "play" }
        return endings[event.name] == next.name
    }

    /// Of several players one may pause alone.
    private static func concerns(_ event: Event, _ stream: Stream, among instances: Set<String>) -> Bool {
        guard let instance = event.instance, ofOnePlayer.contains(event.name) else { return true }
        return instance == stream.instance || !instances.contains(instance)
    }

    /// The picture is in a small window or on another screen, or goes there just now.
    private static func isElsewhere(_ event: Event, _ shown: [Event]) -> Bool {
        func isOn(_ change: Event) -> Bool {
            change.name == "pip_start" || change.name == "airplay_start" || change.isOnAnotherScreen
        }
        let before = shown[..<shown.partitioningIndex { $0.at > event.at }]
        let window = before.last { $0.name.hasPrefix("pip_") }
        let screen = before.last { !$0.name.hasPrefix("pip_") }
        if window.map(isOn) ?? false || screen.map(isOn) ?? false { return true }
        let from = shown.partitioningIndex { $0.at >= event.at }
        let until = event.at.advanced(byMicroseconds: movingUs)
        return shown[from...].prefix { $0.at <= until }.contains(where: isOn)
    }
}
