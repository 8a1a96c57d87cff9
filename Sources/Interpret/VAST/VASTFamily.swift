import Model

/// VAST and VMAP: ad documents in responses. Their trackers fire through the common matching.
public struct VASTFamily: BeaconFamily {
    private var known = KnownDocuments()
    private var passedOn = PassedOnDocuments()
    private var answered = AnsweredTags()
    private var bodiless = BodilessAnswers()
    private var undeclared = UndeclaredEvents()

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        let trace = undeclared.follow(observation)
        if let trace { run.emit(.adTrace(trace)) }
        if let answer = bodiless.follow(observation, names: trace?.event) { declareBodiless(answer, in: &run) }
        guard !observation.isPreflight, let response = observation.exchange.response else {
            reportUnanswered(observation, in: &run)
            return
        }
        switch response.body.content {
        case .kept(let bytes) where bytes.allSatisfy({ $0 <= 0x20 }):
            declareEmpty(observation, response, in: &run)
        case .kept(let bytes):
            if !read(bytes, observation, in: &run), (200..<300).contains(response.status),
                observation.isAnnouncedDocument || AdRequest(observation)?.asksForVAST ?? false
            {
                declareForeign(observation, in: &run)
            }
        case .cut(let bytes):
            readCut(bytes, observation, in: &run)
        case .missing where passedOn.isSecond(observation.exchange, bytes: nil):
            break
        case .missing:
            guard (200..<300).contains(response.status) else { break }
            if BodilessAnswers.mayBeAd(observation) { run.emit(.adTrace(AdTrace(exchange: observation.id))) }
            if mayAnswerWithAd(observation) {
                declareUnseen(observation, "the capture does not hold the body", in: &run)
            } else {
                bodiless.keep(observation)
            }
        case .empty where response.status == 304:
            readAgain(observation, in: &run)
        case .empty:
            declareEmpty(observation, response, in: &run)
        case .media:
            break
        }
    }

    private func declareEmpty(_ observation: Observation, _ response: Exchange.Response, in run: inout RunContext) {
        guard response.status == 200 || response.status == 204, expectsDocument(observation) else { return }
        run.declare(
            DocumentDeclaration(kind: .vast, state: .empty, label: label(.vast, observation)), for: observation)
    }

    /// `false` when the body holds no ad document.
    private mutating func read(_ bytes: [UInt8], _ observation: Observation, in run: inout RunContext) -> Bool {
        let found = known.contains(bytes) ? AdMarkup.Found(texts: [bytes]) : AdMarkup.find(in: bytes)
        let texts = found.texts
        if !texts.isEmpty, passedOn.isSecond(observation.exchange, bytes: bytes) { return true }
        for text in texts {
            var document = known[text] ?? AdXML.document(text)
            known.keep(document, for: text)
            document.label = label(document.kind, observation)
            document.isOffer = found.areOffers
            if let detail = document.detail {
                let code: DiagnosticCode = document.state == .malformed ? .documentMalformed : .documentRepaired
                report(code, detail, observation, in: &run)
            }
            undeclared.learn(document)
            run.declare(document, for: observation)
        }
        guard !texts.isEmpty else { return false }
        answered.keep(bytes, observation)
        for answer in bodiless.take(where: answered.hold) { declareBodiless(answer, in: &run) }
        return true
    }

    public mutating func finish(in run: inout RunContext) {
        if let answer = bodiless.finish() { declareBodiless(answer, in: &run) }
        for trace in undeclared.finish() { run.emit(.adTrace(trace)) }
    }

    private func declareBodiless(_ observation: Observation, in run: inout RunContext) {
        declareUnseen(
            observation, "the capture does not hold the body, and what follows shows that it held ads", in: &run)
    }

    /// The server says that the document is the one it sent before: the ad is shown anew.
    private mutating func readAgain(_ observation: Observation, in run: inout RunContext) {
        if let bytes = answered.body(of: observation) {
            _ = read(bytes, observation, in: &run)
        } else if mayAnswerWithAd(observation) {
            declareUnseen(observation, "the document was fetched before the capture began", in: &run)
        }
    }

    /// A document that was announced, or asked for by name, and is no ad document: an error page, an image, another format.
    private func declareForeign(_ observation: Observation, in run: inout RunContext) {
        let detail = "the response is neither VAST nor VMAP"
        report(.documentMalformed, detail, observation, in: &run)
        run.declare(
            DocumentDeclaration(kind: .vast, state: .malformed, label: label(.vast, observation), detail: detail),
            for: observation)
    }

    private func readCut(_ bytes: [UInt8], _ observation: Observation, in run: inout RunContext) {
        guard mayAnswerWithAd(observation) || AdMarkup.isAdRoot(XMLRepair.clean(bytes).bytes) else { return }
        declareUnseen(observation, "the capture holds only the first \(bytes.count) bytes of the body", in: &run)
    }

    private func reportUnanswered(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight, observation.exchange.ending == .unseen, expectsDocument(observation) else {
            return
        }
        declareUnseen(observation, "the capture does not hold the response", in: &run)
    }

    /// The trackers of the document stay unknown, to the end of the run: whatever rests on them is inconclusive.
    private func declareUnseen(_ observation: Observation, _ detail: String, in run: inout RunContext) {
        let exchange = observation.exchange
        run.report(
            Diagnostic(
                .documentUnseen, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                detail: detail,
                blind: Blind(
                    from: exchange.startedAt, host: exchange.request.host, server: exchange.connection.server,
                    hides: .responses)))
        run.declare(
            DocumentDeclaration(kind: .vast, state: .unseen, label: label(.vast, observation), detail: detail),
            for: observation)
    }

    /// A wrapper or break pointed to it, or its URL speaks of nothing else.
    private func expectsDocument(_ observation: Observation) -> Bool {
        if observation.isAnnouncedDocument { return true }
        let path = observation.url.text(observation.url.path).lowercased()
        if path.hasSuffix("/gampad/ads") || path.hasSuffix(".vast") { return true }
        let type = observation.exchange.response?.headers["content-type"] ?? ""
        return type.contains("xml") && ["vast", "vmap"].contains { path.contains($0) }
    }

    /// What the answer would hold if the capture had it.
    private func mayAnswerWithAd(_ observation: Observation) -> Bool {
        expectsDocument(observation) || answered.hold(observation)
    }

    private func label(_ kind: Document.Kind, _ observation: Observation) -> String {
        let path = observation.url.text(observation.url.path)
        return "\(kind == .vmap ? "VMAP" : "VAST") \(observation.exchange.request.host)\(path)"
    }

    private func report(
        _ code: DiagnosticCode, _ detail: String, _ observation: Observation, in run: inout RunContext
    ) {
        let exchange = observation.exchange
        run.report(
            Diagnostic(
                code, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host, detail: detail)
        )
    }
}

/// Which URLs have answered with an ad document, and the last one of each.
private struct AnsweredTags: Sendable {
    private var bodies: [String: [UInt8]] = [:]
    /// Hosts and paths.
    private var places: Set<String> = []

    private static let most = 4_096

    mutating func keep(_ bytes: [UInt8], _ observation: Observation) {
        let request = observation.exchange.request
        if places.count < Self.most { places.insert(place(of: observation)) }
        guard bytes.count <= AttributionLimits.knownDocumentBytes else { return }
        if bodies.count >= AttributionLimits.knownDocuments { bodies = [:] }
        bodies[request.authority + request.target] = bytes
    }

    /// Whether the URL, but for its query, has answered with an ad document.
    func hold(_ observation: Observation) -> Bool { places.contains(place(of: observation)) }

    func body(of observation: Observation) -> [UInt8]? {
        bodies[observation.exchange.request.authority + observation.exchange.request.target]
    }

    private func place(of observation: Observation) -> String {
        observation.exchange.request.host + observation.url.text(observation.url.path)
    }
}

/// Documents already parsed, by their bytes: a static tag comes back with every ad break.
private struct KnownDocuments: Sendable {
    private struct Body: Sendable, Hashable {
        var bytes: [UInt8]

        func hash(into hasher: inout Hasher) { hasher.combine(octets: bytes) }
    }

    private var documents: [Body: DocumentDeclaration] = [:]
    private var order: [Body] = []

    func contains(_ bytes: [UInt8]) -> Bool { self[bytes] != nil }

    subscript(_ bytes: [UInt8]) -> DocumentDeclaration? {
        bytes.count <= AttributionLimits.knownDocumentBytes ? documents[Body(bytes: bytes)] : nil
    }

    mutating func keep(_ document: DocumentDeclaration, for bytes: [UInt8]) {
        let body = Body(bytes: bytes)
        guard bytes.count <= AttributionLimits.knownDocumentBytes, documents[body] == nil else { return }
        if order.count >= AttributionLimits.knownDocuments { documents[order.removeFirst()] = nil }
        documents[body] = document
        order.append(body)
    }
}
