import Model

/// Exchanges in, documents, trackers, beacons, firings and ad plays out: the second of the five verbs.
///
/// A value without I/O and without a clock: the same exchanges give the same output. Its memory is bounded by the
/// constants in ``AttributionLimits``, however long the run is.
public struct Interpreter: Sendable {
    private var families: [any BeaconFamily]
    private var run = RunContext()

    /// All families that this build knows.
    public static var allFamilies: [any BeaconFamily] {
        [
            VASTFamily(), OMIDFamily(), HLSFamily(), GoogleIMAFamily(), DAIFamily(), MediaTailorFamily(),
            HarmonicFamily(), NielsenFamily(),
        ]
    }

    /// - Parameters:
    ///   - declared: vendors of family files, besides.
    ///   - queriesAreKept: `false` where no URL of the run has a query, so that they may have been removed.
    ///   - valuesAreKept: `false` where the values of all queries were replaced (``ReplacedValues``).
    ///   - recordedURLs: whether those of the run were cut.
    ///   - probes: HEAD requests whose URL is requested in earnest later: they count for nothing.
    public init(
        families: [any BeaconFamily] = Interpreter.allFamilies, declared: [FamilyDeclaration] = [],
        queriesAreKept: Bool = true, valuesAreKept: Bool = true, recordedURLs: RecordedURLs = RecordedURLs(),
        probes: Set<ID<Exchange>> = []
    ) {
        self.families = families
        if declared.contains(where: { !$0.requests.isEmpty }) { self.families.append(DeclaredFamilies(declared)) }
        run.attribution.queriesAreKept = queriesAreKept
        run.attribution.valuesAreKept = valuesAreKept
        run.attribution.recordedURLs = recordedURLs
        run.attribution.probes = probes
    }

    /// Exchanges of one run in time order (request start), with their ids. Disputed ones are left out: what they say is not
    /// known, which a diagnostic has said.
    public mutating func interpret(_ exchange: Exchange, id: ID<Exchange>, into outbox: inout Outbox<Interpretation>) {
        guard !exchange.isDisputed else { return leaveOut(exchange, into: &outbox) }
        swap(&run.outbox, &outbox)
        let observation = run.attribution.attribute(
            exchange, id: id, in: run.timelines, numbers: &run.numbers, into: &run.outbox)
        let isReadable = isReadable(observation)
        for index in families.indices where isReadable || !families[index].readsParameters {
            families[index].observe(observation, in: &run)
        }
        if run.recordedBeacon == id { run.attribution.redirects.recognise(id) }
        swap(&run.outbox, &outbox)
    }

    /// Whether the parameters are those that were sent, as far as can be told.
    private mutating func isReadable(_ observation: Observation) -> Bool {
        let exchange = observation.exchange
        if !run.attribution.queriesAreKept {
            // What has the form of one of the two, and no `?` in another place.
            let path = observation.url.text(observation.url.path)
            guard path.hasSuffix("/gampad/ads") || path.hasSuffix("/cgi-bin/gn"),
                NielsenPing(host: exchange.request.host, url: observation.url) != nil || AdRequest(observation) != nil
            else { return true }
            run.attribution.reportSanitised(exchange, into: &run.outbox)
            return false
        }
        if !run.attribution.valuesAreKept, observation.url.query.map({ !$0.isEmpty }) ?? false {
            run.attribution.reportSanitised(exchange, into: &run.outbox)
            return false
        }
        let isCut = run.attribution.recordedURLs.cut(observation.url, host: exchange.request.host) == .certain
        guard
            isCut || Redaction.mayBe(in: exchange.request.target) && Redaction.isIn(SentURL(observation.url).pairs)
        else { return true }
        if !observation.isFiring {
            run.report(
                Diagnostic(
                    isCut ? .urlCut : .urlRedacted, locator: exchange.locator, at: exchange.startedAt,
                    subject: exchange.request.host,
                    detail: "no rule judges its parameters",
                    // What it said is hidden, and nothing else of its host.
                    blind: Blind(
                        from: exchange.startedAt, to: exchange.startedAt, host: exchange.request.host, hides: .requests)
                ))
        }
        return false
    }

    /// What a disputed exchange's answer declares stays unknown, to the end of the run.
    private func leaveOut(_ exchange: Exchange, into outbox: inout Outbox<Interpretation>) {
        guard let body = exchange.response?.body, !body.bytes.isEmpty else { return }
        outbox.report(
            Diagnostic(
                .exchangeDisputed, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                detail: "\(body.bytes.count) bytes that may be a document",
                blind: Blind(
                    from: exchange.startedAt, host: exchange.request.host, server: exchange.connection.server,
                    hides: .responses)))
    }

    /// One call of a log, in time order among the exchanges, with its number in the run.
    public mutating func interpret(_ call: Call, id: ID<Call>, into outbox: inout Outbox<Interpretation>) {
        swap(&run.outbox, &outbox)
        let observation = CallObservation(call: call, id: id, arguments: CallArguments.of(call, id: id))
        for argument in observation.arguments { run.emit(.argument(argument)) }
        for index in families.indices { families[index].observe(observation, in: &run) }
        swap(&run.outbox, &outbox)
    }

    /// The run is over: gives out every ad play that is not final yet.
    public mutating func finish(into outbox: inout Outbox<Interpretation>) {
        swap(&run.outbox, &outbox)
        for index in families.indices {
            families[index].finish(in: &run)
        }
        run.attribution.finish(numbers: &run.numbers, into: &run.outbox)
        swap(&run.outbox, &outbox)
    }
}
