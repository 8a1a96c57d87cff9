import Model

/// The SDK instances of a call log, each led through the ``NielsenAutomaton`` call by call.
///
/// A stream is what one instance does from `play` (or the first metadata) to the next of them after an end or on another
/// channel; it is a session of kind `nielsen-stream`, inside one of kind `nielsen-log`.
struct NielsenCallLog: Sendable {
    /// More instances than an app has; later ones share the last.
    private static let mostInstances = 256
    /// Calls that begin nothing: a log that opens with one of them was joined late.
    private static let continuing: Set<NielsenAutomaton.Symbol> = [
        .playhead, .playheadElsewhere, .stop, .end, .loadAd, .loadPostroll,
    ]
    /// A resumed ad goes on at most so far from where it stopped.
    private static let resumeSeconds: UInt64 = 2
    /// Microseconds by which the wall clock and the monotonic one may differ about a gap; a clock that was set differs more.
    private static let clocksAgree = 2_000_000
    private static let trailingUs: Int64 = 1_000_000

    private struct Instance: Sendable {
        var id: ID<Session>
        var name: String
        var from: Timestamp
        var to: Timestamp
        /// When its call before was made.
        var last: Timestamp?
        var state = NielsenAutomaton.State.idle
        var stream: Int?
        var channel: String?
        var asset: String?
        var type: String?
        var loading = 0
        /// Where the asset that is loaded stands.
        var position: Int64?
        var excuse: PlayheadExcuse?
    }

    private struct Stream: Sendable {
        var id: ID<Session>
        var instance: Int
        var channel: String?
        var from: Timestamp
        var to: Timestamp
        /// The latest of the calls that pace viewing.
        var pace: Pace?
        /// The latest `stop`, while nothing came after it but positions that were on their way.
        var stopped: Timestamp?
        /// What is being watched, and by content its first position.
        var watching: Watching?
        var contents: [String: ID<Call>] = [:]
        /// When `play` and `loadMetadata` were called, what was loaded, and whether its metadata say that it is audio.
        var begun: [Timestamp] = []
        var assets: Set<String> = []
        var isAudio = false
    }

    /// A loading whose positions are reported.
    private struct Watching: Sendable {
        /// The first position of the watching.
        var call: ID<Call>
        var loading: Int
        var asset: String
        var isAd: Bool
        /// The furthest position.
        var furthest: Int64?
    }

    private struct Pace: Sendable {
        var api: NielsenAPI
        var at: Timestamp
        var clock: Int64
        var position: Int64?
    }

    private var instances: [Instance] = []
    private var places: [String: Int] = [:]
    private var streams: [Stream] = []
    private var player = PlayerInterruptions()

    /// - Returns: the step; `nil` for what the automaton knows nothing of.
    mutating func step(_ observation: CallObservation, nextID: () -> ID<Session>) -> CallStep? {
        let call = observation.call
        guard call.source == Family.nielsen.rawValue else {
            noteEvent(observation)
            player.note(observation)
            return nil
        }
        guard call.kind == .call,
            let api = NielsenAPI(name: call.name, event: observation.value("args.event")),
            let place = place(of: call, nextID: nextID)
        else { return nil }
        let since = instances[place].last
        instances[place].last = call.at
        instances[place].to = max(instances[place].to, call.at)
        let position = Self.position(observation)
        if api == .create { restart(place) }
        if api == .loadMetadata { load(observation, place) }
        let symbol = symbol(api, observation, place, position)
        if since == nil, let symbol, Self.continuing.contains(symbol) { instances[place].state = .unseen }
        let before = instances[place].state
        let trails = isTrailing(api, call, position, place)
        let edge = trails ? NielsenAutomaton.Edge(to: before) : symbol.map { NielsenAutomaton.step(before, $0) }
        if startsStream(before, symbol), edge?.to != before || instances[place].stream == nil {
            openStream(place, at: call.at, nextID: nextID)
        }
        if api == .play { instances[place].channel = observation.value("args.channelName") ?? instances[place].channel }
        let after = api == .create ? .idle : edge?.to ?? before
        instances[place].state = after
        if api == .playhead { instances[place].position = position ?? instances[place].position }
        let stream = stream(of: place, at: call.at, nextID: nextID)
        if let index = instances[place].stream, !trails { streams[index].stopped = api == .stop ? call.at : nil }
        if api == .play || api == .loadMetadata { begin(api, observation, place) }
        let clock = call.mono ?? call.at.microseconds
        let part = Self.kind(of: after) ?? Self.kind(of: before)
        let step = CallStep(
            call: observation.id, session: stream, api: api.rawValue, at: call.at,
            clock: clock, since: since, before: before.rawValue, after: after.rawValue,
            brokenEdge: edge?.fault?.rawValue, edgeSeverity: edge?.fault?.severity, asset: instances[place].asset,
            type: instances[place].type, stream: part, position: position,
            prior: takePace(Pace(api: api, at: call.at, clock: clock, position: position), of: place),
            loading: instances[place].loading, excuse: instances[place].excuse?.text,
            watching: api == .playhead && before != .disabled
                ? watch(observation.id, position, isAd: part == "a", place) : nil,
            isPartial: observation.value("partial") == "true")
        if api == .playhead || api == .stop { instances[place].excuse = nil }
        return step
    }

    /// Every session seen: instances, then their streams.
    func sessions() -> [Session] {
        let logs = instances.map { instance in
            Session(
                id: instance.id, kind: .nielsenLog, family: .nielsen, identifier: instance.name,
                label: "Nielsen SDK instance \(instance.name) of the call log", from: instance.from, to: instance.to)
        }
        let numbered = streams.enumerated().map { number, stream in
            Session(
                id: stream.id, kind: .nielsenStream, family: .nielsen,
                identifier: "\(instances[stream.instance].name)/\(number + 1)",
                label: "Nielsen stream \(number + 1)" + (stream.channel.map { " on \($0)" } ?? ""), from: stream.from,
                to: stream.to, parent: instances[stream.instance].id)
        }
        return logs + numbered
    }

    /// Where the player or the phone stopped the streams.
    ///
    /// - Parameter heard: the assets that pings report as audio.
    func interruptions(heard: Set<String>) -> [Interruption] {
        player.interruptions(
            of: streams.map { stream in
                PlayerInterruptions.Stream(
                    id: stream.id, instance: instances[stream.instance].name, from: stream.from, to: stream.to,
                    begun: stream.begun, isAudio: stream.isAudio || !stream.assets.isDisjoint(with: heard))
            })
    }

    // MARK: What a call does to its instance

    private mutating func place(of call: Call, nextID: () -> ID<Session>) -> Int? {
        let name = call.instance ?? "default"
        if let known = places[name] { return known }
        guard instances.count < Self.mostInstances else { return instances.indices.last }
        let instance = Instance(id: nextID(), name: name, from: call.at, to: call.at)
        places[name] = instances.count
        instances.append(instance)
        return instances.count - 1
    }

    private mutating func restart(_ place: Int) {
        instances[place].state = .idle
        instances[place].stream = nil
        instances[place].channel = nil
        instances[place].position = nil
    }

    private mutating func load(_ observation: CallObservation, _ place: Int) {
        instances[place].loading += 1
        instances[place].asset = observation.value("args.assetid") ?? observation.value("args.assetId")
        instances[place].type = observation.value("args.type")
    }

    /// Which column of the automaton's table a call is; `nil` for calls that move nothing.
    private func symbol(
        _ api: NielsenAPI, _ observation: CallObservation, _ place: Int, _ position: Int64?
    ) -> NielsenAutomaton.Symbol? {
        switch api {
        case .play:
            let channel = observation.value("args.channelName")
            let isOther = channel != nil && instances[place].channel != nil && channel != instances[place].channel
            return isOther ? .playOther : .play
        case .loadMetadata:
            switch instances[place].type?.lowercased() {
            case "preroll", "midroll", "ad", "pre-roll", "mid-roll": return .loadAd
            case "postroll", "post-roll": return .loadPostroll
            case "static": return nil
            default: return .loadContent
            }
        case .playhead: return continuesAd(place, position) ? .playhead : .playheadElsewhere
        case .stop: return .stop
        case .end: return .end
        case .appDisableApi:
            let isOff = ["true", "1", "yes"].contains(observation.value("args")?.lowercased() ?? "")
            return isOff ? .disable : .enable
        default: return nil
        }
    }

    /// Outside of an ad, and wherever a position is no number, every playhead goes on.
    private func continuesAd(_ place: Int, _ position: Int64?) -> Bool {
        let state = instances[place].state
        guard state == .adStopped || state == .postrollStopped, let position, let last = instances[place].position
        else {
            return true
        }
        return position.subtractingReportingOverflow(last).partialValue.magnitude <= Self.resumeSeconds
    }

    /// A timer and an observer may each fire once more within the second after `stop`: playback does not go on by that.
    private func isTrailing(_ api: NielsenAPI, _ call: Call, _ position: Int64?, _ place: Int) -> Bool {
        guard api == .playhead, let stream = instances[place].stream, let stopped = streams[stream].stopped,
            (0...Self.trailingUs).contains(call.at.microseconds(since: stopped)), let position,
            let last = instances[place].position
        else { return false }
        return (0...1).contains(position.subtractingReportingOverflow(last).partialValue)
    }

    // MARK: Streams

    private func startsStream(_ state: NielsenAutomaton.State, _ symbol: NielsenAutomaton.Symbol?) -> Bool {
        switch (state, symbol) {
        case (_, .playOther): true
        case (.idle, .play), (.idle, .loadContent), (.idle, .loadAd), (.idle, .loadPostroll): true
        case (.ended, .play), (.ended, .loadContent): true
        case (.postrollLoaded, .play), (.postrollPlaying, .play), (.postrollStopped, .play): true
        case (.postrollLoaded, .loadContent), (.postrollPlaying, .loadContent), (.postrollStopped, .loadContent): true
        default: false
        }
    }

    private mutating func openStream(_ place: Int, at time: Timestamp, nextID: () -> ID<Session>) {
        instances[place].stream = streams.count
        instances[place].position = nil
        streams.append(Stream(id: nextID(), instance: place, channel: instances[place].channel, from: time, to: time))
    }

    private mutating func stream(of place: Int, at time: Timestamp, nextID: () -> ID<Session>) -> ID<Session> {
        if instances[place].stream == nil { openStream(place, at: time, nextID: nextID) }
        guard let index = instances[place].stream else { return instances[place].id }
        streams[index].to = max(streams[index].to, time)
        streams[index].channel = instances[place].channel
        return streams[index].id
    }

    private mutating func begin(_ api: NielsenAPI, _ observation: CallObservation, _ place: Int) {
        guard let index = instances[place].stream else { return }
        streams[index].begun.append(observation.call.at)
        guard api == .loadMetadata else { return }
        if let asset = instances[place].asset { streams[index].assets.insert(asset) }
        if observation.arguments.contains(where: {
            $0.name.lowercased() == "args.isaudio" && $0.value.lowercased() == "true"
        }) {
            streams[index].isAudio = true
        }
    }

    /// The first position of what is watched: an ad, or a content over all of its breaks. An ad that is loaded again and goes
    /// on where it was had been interrupted.
    private mutating func watch(_ call: ID<Call>, _ position: Int64?, isAd: Bool, _ place: Int) -> ID<Call>? {
        guard let index = instances[place].stream, let asset = instances[place].asset else { return nil }
        let loading = instances[place].loading
        if var current = streams[index].watching, current.loading == loading, current.asset == asset {
            current.furthest = position.map { max($0, current.furthest ?? $0) } ?? current.furthest
            streams[index].watching = current
            return current.call
        }
        var first = call
        if !isAd {
            first = streams[index].contents[asset] ?? call
            streams[index].contents[asset] = first
        } else if let before = streams[index].watching, before.isAd, before.asset == asset, let position,
            let furthest = before.furthest, position >= furthest
        {
            first = before.call
        }
        streams[index].watching = Watching(
            call: first, loading: loading, asset: asset, isAd: isAd, furthest: position)
        return first
    }

    /// Takes a call that paces viewing, and says how it stands to the one before.
    private mutating func takePace(_ pace: Pace, of place: Int) -> CallStep.Prior? {
        guard [.play, .loadMetadata, .playhead, .stop, .end].contains(pace.api), let index = instances[place].stream
        else { return nil }
        defer { streams[index].pace = pace }
        guard let before = streams[index].pace else { return nil }
        let gap = pace.clock.subtractingReportingOverflow(before.clock).partialValue
        let wall = pace.at.microseconds(since: before.at)
        let agrees = gap >= 0 && gap.subtractingReportingOverflow(wall).partialValue.magnitude <= Self.clocksAgree
        let moved = before.position.flatMap { position in
            pace.position.map { $0.subtractingReportingOverflow(position).partialValue }
        }
        return CallStep.Prior(api: before.api.rawValue, gap: agrees ? gap : nil, moved: moved)
    }

    /// A player's event may explain what the next playhead of any instance looks like.
    private mutating func noteEvent(_ observation: CallObservation) {
        guard observation.call.kind == .event, let excuse = PlayheadExcuse(observation.call) else { return }
        for index in instances.indices where instances[index].state != .idle {
            if instances[index].excuse.map(excuse.outweighs) ?? true { instances[index].excuse = excuse }
        }
    }

    // MARK: Reading values

    /// The argument of a playhead as whole seconds; fractions, texts that are no number and numbers out of range are none.
    private static func position(_ observation: CallObservation) -> Int64? {
        // An object or array has a row of its own, without a value.
        for name in ["args", "args.playheadPosition", "args.0"] {
            if let position = observation.value(name).flatMap({ Int64($0) }) { return position }
        }
        return nil
    }

    private static func kind(of state: NielsenAutomaton.State) -> String? {
        switch state {
        case .contentLoaded, .contentPlaying, .contentStopped: "c"
        case .adLoaded, .adPlaying, .adStopped, .postrollLoaded, .postrollPlaying, .postrollStopped: "a"
        case .idle, .unseen, .started, .ended, .disabled: nil
        }
    }
}
