import Model

/// Nielsen DCR, DTVR and DAR: pings, their sessions, and the client configuration.
///
/// A beacon's kind is the endpoint (`dcr`, `session`, `config`, …), its event the kind of ping (`view`, `duration`, …).
/// The settings of a captured configuration are parameters of its config beacon: (`response`, `nol_segmentLength`).
public struct NielsenFamily: BeaconFamily {
    private var sessions = NielsenSessions()
    private var repeats = NielsenRepeats()
    private var calls = NielsenCallLog()
    /// The assets that pings report as audio.
    private var heard: Set<String> = []
    public let readsParameters = true

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        let exchange = observation.exchange
        guard !observation.isPreflight, let ping = NielsenPing(host: exchange.request.host, url: observation.url)
        else { return }
        guard !ping.isCut else { return recordCut(ping, observation, in: &run) }
        let session = sessions.session(of: ping, at: exchange.startedAt) { run.nextSession() }
        let beacon = run.recordBeacon(
            observation, family: .nielsen, kind: ping.endpoint.rawValue, event: ping.kind, session: session)
        var parameters = ping.parameters.parameters(of: beacon)
        if ping.endpoint == .config {
            parameters += declareConfig(observation, beacon: beacon, from: parameters.count, in: &run)
        }
        for parameter in parameters { run.emit(.parameter(parameter)) }
        if let asset = ping.asset, parameters.contains(where: { $0.name == "rt" && $0.value == "audio" }) {
            heard.insert(asset)
        }
        run.emit(
            .ping(
                Ping(
                    beacon: beacon, session: session, kind: ping.kind, stream: ping.stream, asset: ping.asset,
                    createdAt: ping.createdAt, sentAt: ping.sentAt, segmentAt: ping.segmentAt,
                    viewedUs: ping.viewedUs,
                    repeatClass: observation.redirectedFrom == nil
                        ? repeats.classify(ping, exchange: exchange) : .redirectHop,
                    late: ping.isLate)))
        report(ping, observation, in: &run)
    }

    /// A ping of which the end is missing: it shows that one was sent, and says nothing else for certain.
    private func recordCut(_ ping: NielsenPing, _ observation: Observation, in run: inout RunContext) {
        let exchange = observation.exchange
        let beacon = run.recordBeacon(observation, family: .nielsen, kind: "cut", event: ping.kind)
        for parameter in ping.parameters.parameters(of: beacon) { run.emit(.parameter(parameter)) }
        run.report(
            Diagnostic(
                .nielsenURLCut, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                detail:
                    "the URL ends behind \(exchange.request.target.utf8.count) bytes with \(ping.parameters.lastName.isEmpty ? "no query" : ping.parameters.lastName)",
                blind: Blind(
                    from: exchange.startedAt, to: exchange.startedAt, host: exchange.request.host, hides: .requests)))
    }

    public mutating func observe(_ call: CallObservation, in run: inout RunContext) {
        guard let step = calls.step(call, nextID: { run.nextSession() }) else { return }
        if step.since == nil, step.before == NielsenAutomaton.State.unseen.rawValue {
            run.report(
                Diagnostic(
                    .nielsenCallsJoined, locator: call.call.locator, at: step.at, subject: call.call.instance,
                    detail: "The calls begin with \(step.api): what was called before is missing.",
                    blind: Blind(to: step.at, hides: .calls)))
        }
        run.emit(.callStep(step))
    }

    public mutating func finish(in run: inout RunContext) {
        for session in calls.sessions() { run.emit(.session(session)) }
        for session in sessions.sessions() { run.emit(.session(session)) }
        for interruption in calls.interruptions(heard: heard) { run.emit(.interruption(interruption)) }
    }

    /// Declares the configuration as a document and gives its settings as parameters of the config beacon.
    private func declareConfig(
        _ observation: Observation, beacon: ID<Beacon>, from ordinal: Int, in run: inout RunContext
    ) -> [Parameter] {
        guard let response = observation.exchange.response, response.status < 300 else { return [] }
        let config = NielsenConfig(response.body.bytes)
        let state: Document.State =
            response.body.bytes.isEmpty ? .unseen : config.settings.isEmpty ? .malformed : .wellFormed
        let fault = config.fault.map { "byte \($0.offset): expected \($0.expected), found \($0.found)" }
        run.declare(
            DocumentDeclaration(kind: .nielsenConfig, state: state, label: "Nielsen configuration", detail: fault),
            for: observation)
        if config.settings.isEmpty {
            run.report(
                Diagnostic(
                    .nielsenConfigUnread, locator: observation.exchange.locator, at: observation.exchange.startedAt,
                    subject: observation.exchange.request.host,
                    detail: response.body.bytes.isEmpty
                        ? "body is \(response.body.state)" : fault ?? "no settings in the object",
                    blind: config.fault?.isAmbiguous == true
                        ? Blind(
                            from: observation.exchange.startedAt, host: observation.exchange.request.host,
                            hides: .responses) : nil))
        }
        var rows = config.settings
        if let interval = config.intervalSeconds {
            // Derived, so that a rule need not multiply two texts.
            rows.append(NielsenConfig.Setting(name: "interval_us", value: "\(interval)000000"))
        }
        return rows.enumerated().map { offset, setting in
            Parameter(
                beacon: beacon, name: "response", subkey: setting.name, ordinal: ordinal + offset, raw: setting.value,
                value: setting.value)
        }
    }

    private func report(_ ping: NielsenPing, _ observation: Observation, in run: inout RunContext) {
        let exchange = observation.exchange
        func report(_ code: DiagnosticCode, _ detail: String) {
            run.report(
                Diagnostic(
                    code, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                    detail: detail))
        }
        let repeated = ping.parameters.repeated
        if !repeated.isEmpty {
            report(.nielsenParameterRepeated, "sent more than once: \(repeated.joined(separator: ", "))")
        }
        let broken = ping.parameters.notUTF8
        if !broken.isEmpty { report(.nielsenNotUTF8, "no UTF-8 in: \(broken.joined(separator: ", "))") }
        if ping.endpoint == .other {
            report(.nielsenEndpointUnknown, "path \(observation.url.text(observation.url.path))")
        }
    }
}
