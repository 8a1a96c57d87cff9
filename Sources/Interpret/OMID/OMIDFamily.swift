import Model

/// OMID ad sessions, as far as IAB's compliance and validation scripts tell them over the network.
///
/// Beacons: `event` with the event's name, `script` with `version` or `supported`, `repeat` for what the transport sent
/// again or the capture saw twice. Parameters: (`adSessionId`), (`timestamp`), (`type`) and (`data`, path) as the message
/// has them; (`value`) of an announcement. A session is one `adSessionId` at one endpoint from one client.
public struct OMIDFamily: BeaconFamily {
    private var sessions = OMIDSessions()

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight, let message = OMIDMessage(observation) else { return }
        let endpoint = OMIDSessions.Endpoint(observation)
        switch message {
        case .announcement(let event, let value):
            announce(event, value, from: endpoint, observation, in: &run)
        case .event(let report):
            record(report, at: endpoint, observation, in: &run)
        case .unread(let detail):
            reportUnread(detail, observation, in: &run)
        }
    }

    public mutating func finish(in run: inout RunContext) {
        for session in sessions.finished() {
            run.emit(.session(session.session))
            for event in session.events { run.emit(.omidEvent(event)) }
        }
    }

    private mutating func announce(
        _ event: String, _ value: String, from endpoint: OMIDSessions.Endpoint, _ observation: Observation,
        in run: inout RunContext
    ) {
        sessions.announce(event, from: endpoint, observation.exchange)
        let beacon = run.recordBeacon(observation, family: .omid, kind: "script", event: event)
        run.emit(.parameter(Parameter(beacon: beacon, name: "value", ordinal: 0, raw: value, value: value)))
    }

    private mutating func record(
        _ report: OMIDReport, at endpoint: OMIDSessions.Endpoint, _ observation: Observation, in run: inout RunContext
    ) {
        let key = OMIDSessions.Key(endpoint: endpoint, identifier: report.session)
        let id = sessions.id(of: key) ?? run.nextSession()
        sessions.open(key, id: id, with: report.type, at: observation.exchange.startedAt)
        guard sessions.isNew(observation.exchange, in: key) else {
            run.recordBeacon(observation, family: .omid, kind: "repeat", event: report.type, session: id)
            return
        }
        let beacon = run.recordBeacon(observation, family: .omid, kind: "event", event: report.type, session: id)
        for (ordinal, value) in report.values.enumerated() {
            run.emit(.parameter(Self.parameter(value, of: beacon, ordinal: ordinal)))
        }
        if !sessions.add(report, to: key, beacon: beacon, at: observation.exchange.startedAt) {
            self.report(
                .omidSessionCut, "more than \(OMIDSessions.mostMessages) messages in session \(report.session)",
                observation, in: &run)
        }
    }

    /// `data.adView.percentageInView` is (`data`, `adView.percentageInView`).
    private static func parameter(_ value: OMIDReport.Value, of beacon: ID<Beacon>, ordinal: Int) -> Parameter {
        let parts = value.path.split(separator: ".", maxSplits: 1).map(String.init)
        return Parameter(
            beacon: beacon, name: parts.first ?? "", subkey: parts.count > 1 ? parts[1] : nil, ordinal: ordinal,
            raw: value.text, value: value.text)
    }

    private func reportUnread(_ detail: String, _ observation: Observation, in run: inout RunContext) {
        run.recordBeacon(observation, family: .omid, kind: "unread", event: "unread")
        report(.omidMessageUnread, detail, observation, in: &run)
    }

    /// An event that cannot be read may be any event of any session of that moment.
    private func report(
        _ code: DiagnosticCode, _ detail: String, _ observation: Observation, in run: inout RunContext
    ) {
        let exchange = observation.exchange
        run.report(
            Diagnostic(
                code, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host, detail: detail,
                blind: Blind(
                    from: exchange.startedAt, to: exchange.startedAt, host: exchange.request.host, hides: .requests)))
    }
}
