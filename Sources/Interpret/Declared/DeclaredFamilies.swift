import Encodings
import Model

/// All vendors that family files describe (docs/families.md): their requests become beacons, with their parameters, what they
/// are about and the session they belong to.
///
/// A request is looked at by its host first, so that those of others cost one look into a table, however many files there are.
struct DeclaredFamilies: BeaconFamily {
    private var vendors: [Vendor] = []
    private var byHost: [String: [Int]] = [:]
    /// Below these names; the longest that fits is found first.
    private var byDomain: [String: [Int]] = [:]
    private var sessions = VendorSessions()
    private var repeats = SignalRepeats()
    let readsParameters = true

    private struct Vendor: Sendable {
        var family: Family
        var title: String
        var forms: [CompiledForm]
        var identifiers: [String: FamilyDeclaration.Identifier]
        var cuts = CutRequests()
    }

    init(_ declarations: [FamilyDeclaration]) {
        for declaration in declarations where !declaration.requests.isEmpty {
            for host in declaration.hosts {
                if host.hasPrefix("*.") {
                    byDomain[String(host.dropFirst(2)), default: []].append(vendors.count)
                } else {
                    byHost[host, default: []].append(vendors.count)
                }
            }
            vendors.append(
                Vendor(
                    family: Family(rawValue: declaration.name), title: declaration.title,
                    forms: declaration.requests.map { CompiledForm($0) }, identifiers: declaration.identifiers))
        }
    }

    mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !vendors.isEmpty, !observation.isPreflight else { return }
        for place in candidates(for: observation.exchange.request.host) {
            guard let form = vendors[place].forms.first(where: { $0.matches(observation) }) else { continue }
            record(observation, form, of: place, in: &run)
        }
    }

    mutating func finish(in run: inout RunContext) {
        for session in sessions.finished() { run.emit(.session(session)) }
        for place in vendors.indices {
            for pending in vendors[place].cuts.decided() {
                if pending.wasCut { reportCut(pending, in: &run) }
                run.emit(.signal(pending.wasCut ? pending.signal : pending.withMissing))
            }
        }
    }

    private func candidates(for host: String) -> [Int] {
        var found = byHost[host] ?? []
        guard !byDomain.isEmpty else { return found }
        var rest = Substring(host)
        while true {
            if let below = byDomain[String(rest)] { found += below }
            guard let dot = rest.firstIndex(of: ".") else { return found }
            rest = rest[rest.index(after: dot)...]
        }
    }

    private mutating func record(
        _ observation: Observation, _ form: CompiledForm, of place: Int, in run: inout RunContext
    ) {
        let reading = form.read(observation)
        let exchange = observation.exchange
        if let fault = reading.fault {
            run.recordBeacon(observation, family: vendors[place].family, kind: "unread", event: "unread")
            run.report(
                Diagnostic(
                    .signalUnread, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                    detail: fault, blind: .requests(of: exchange)))
        }
        for (ordinal, item) in reading.items.enumerated() {
            let repeatClass = repeats.classify(item, observation)
            let session = session(item, form, of: place, exchange, in: &run)
            let beacon = run.recordBeacon(
                observation, family: vendors[place].family, kind: form.form.kind, event: item.event, session: session)
            for (index, field) in item.fields.enumerated() {
                var parameter = field.parameter(of: beacon, ordinal: index)
                parameter.identifier = vendors[place].identifiers[field.name]
                run.emit(.parameter(parameter))
            }
            let signal = Signal(
                beacon: beacon, session: session, clip: item.subjects[.clip], asset: item.subjects[.asset],
                ad: item.subjects[.ad], positionUs: item.positionUs, sentAt: item.sentAt, item: ordinal,
                repeatClass: repeatClass)
            vendors[place].cuts.learn(item, form)
            guard item.missing.isEmpty else {
                vendors[place].cuts.hold(signal, item, form, exchange)
                continue
            }
            run.emit(.signal(signal))
        }
    }

    private mutating func session(
        _ item: SignalItem, _ form: CompiledForm, of place: Int, _ exchange: Exchange, in run: inout RunContext
    ) -> ID<Session>? {
        if item.session == nil, !form.form.session.isEmpty { return nil }
        return sessions.session(
            VendorSessions.Key(
                family: vendors[place].family, identifier: item.session ?? "", client: exchange.connection.clientHost),
            title: vendors[place].title, at: exchange.startedAt
        ) { run.nextSession() }
    }

    private func reportCut(_ pending: CutRequests.Pending, in run: inout RunContext) {
        run.report(
            Diagnostic(
                .signalCut, locator: pending.locator, at: pending.at, subject: pending.host,
                detail: "a mandatory parameter is missing: \(pending.missing)",
                blind: Blind(from: pending.at, to: pending.at, host: pending.host, hides: .requests)))
    }
}

extension Blind {
    /// What one request said is not known.
    fileprivate static func requests(of exchange: Exchange) -> Blind {
        Blind(
            from: exchange.startedAt, to: exchange.startedAt, host: exchange.request.host, hides: .requests)
    }
}
