import Encodings
import Model

/// Google dynamic ad insertion with pods served to the client: stream registrations, pod manifests, metadata polls and
/// media verification, each a beacon whose kind is that of ``DAIRequest/Kind``, attributed to the session whose stream id
/// was issued.
///
/// Parameters: those of the path (`service`, `network_code`, `asset_key`, `pod_id`, `tag_id`), of query and body, of the answer
/// (`response`, key); a metadata poll's new tags are (`tag`, tag id) with the tag's type as value, (`ad`, tag id) with its
/// ad, and (`ad`, ad) is that ad's length in µs.
public struct DAIFamily: BeaconFamily {
    public let readsParameters = true
    private var sessions = DAISessions()

    public init() {}

    public mutating func observe(_ observation: Observation, in run: inout RunContext) {
        guard !observation.isPreflight else { return }
        if let (index, tag) = sessions.verification(observation.url) {
            record(Entry(.verification, of: index, path: [("tag_id", tag)]), observation, in: &run)
            return
        }
        if let index = sessions.index(ofMetadata: observation.url) {
            return recordMetadata(observation, session: index, in: &run)
        }
        if let tag = Self.unattributedTag(observation.url) {
            record(Entry(.verification, of: nil, path: [("tag_id", tag)]), observation, in: &run)
            return
        }
        guard let request = DAIRequest(observation.url, issuesStream: Self.issuesStream(observation)) else { return }
        switch request.kind {
        case .registration: recordRegistration(request, observation, in: &run)
        case .pod: recordPod(request, observation, in: &run)
        case .podVariant: recordVariant(request, observation, in: &run)
        case .metadata: recordMetadata(observation, session: nil, in: &run)
        case .verification: break
        }
    }

    public mutating func finish(in run: inout RunContext) {
        for session in sessions.sessions() { run.emit(.session(session)) }
    }

    /// A POST that is answered with a stream id and the stream's manifest.
    private static func issuesStream(_ observation: Observation) -> Bool {
        guard observation.exchange.request.method == "POST", let body = observation.exchange.response?.body.bytes else {
            return false
        }
        do throws(JSONDocumentFault) {
            let answer = try JSONReader.readDocument(body)
            return StreamRegistration(answer, at: observation.ready) != nil && answer["stream_manifest"]?.string != nil
        } catch {
            return false
        }
    }

    private static let verification = Array("/media/verify/".utf8)

    /// A verification whose session was not seen: the path that Google issues, with a tag at its end.
    private static func unattributedTag(_ url: URLFields) -> String? {
        guard let place = url.bytes.firstIndex(of: verification, from: url.path.lowerBound),
            place < url.path.upperBound
        else { return nil }
        let segments = url.segments
        guard segments.count > 2, Array(segments.suffix(3).prefix(2)) == ["media", "verify"] else { return nil }
        return segments.last
    }

    private mutating func recordRegistration(
        _ request: DAIRequest, _ observation: Observation, in run: inout RunContext
    ) {
        var session: Int?
        var answer: [(path: String, value: String)] = []
        if let json = readJSON(
            observation, kind: .daiStream, label: "DAI stream", unread: .daiRegistrationUnread, in: &run)
        {
            answer = json.scalars
            if let registration = StreamRegistration(json, at: observation.ready) {
                session = sessions.known.count
                sessions.add(registration, id: run.nextSession(), from: observation.ready)
            }
        }
        let entry = Entry(.registration, of: session, path: request.pathParameters, answer: answer)
        record(entry, observation, in: &run)
    }

    private mutating func recordPod(_ request: DAIRequest, _ observation: Observation, in run: inout RunContext) {
        let session = observation.url.value("stream_id").flatMap { sessions.index(ofStream: $0) }
        if let session { sessions.remember(pod: Self.pod(request), of: session) }
        record(Entry(.pod, of: session, path: request.pathParameters), observation, in: &run)
    }

    /// What a pod really holds is in the playlists that its manifest lists.
    private mutating func recordVariant(_ request: DAIRequest, _ observation: Observation, in run: inout RunContext) {
        var answer: [(path: String, value: String)] = []
        if let bytes = observation.exchange.response?.body.bytes, PlaylistReader.isPlaylist(bytes) {
            let playlist = PlaylistReader.read(bytes)
            if playlist.kind == .media { answer.append(("duration_us", "\(playlist.durationUs)")) }
        }
        let session =
            sessions.index(ofPod: Self.pod(request))
            ?? observation.url.value("stream_id").flatMap { sessions.index(ofStream: $0) }
        record(Entry(.podVariant, of: session, path: request.pathParameters, answer: answer), observation, in: &run)
    }

    private mutating func recordMetadata(_ observation: Observation, session: Int?, in run: inout RunContext) {
        var tags: [(path: String, value: String)] = []
        var ads: [(path: String, value: String)] = []
        if let json = readJSON(
            observation, kind: .daiMetadata, label: "DAI metadata", unread: .daiMetadataUnread, in: &run)
        {
            let listed = json["tags"]?.members ?? []
            let fresh = session.map { sessions.fresh(listed.map(\.name), in: $0) } ?? Set(listed.map(\.name))
            let added = listed.filter { fresh.contains($0.name) }
            tags = added.map { ($0.name, $0.value["type"]?.scalar ?? "") }
            ads = added.compactMap { tag in tag.value["ad"]?.scalar.map { (tag.name, $0) } }
            ads += (json["ads"]?.members ?? []).compactMap { ad in
                ad.value["duration"]?.scalar.flatMap { DecimalSeconds.microseconds($0[...]) }.map { (ad.name, "\($0)") }
            }
        }
        let entry = Entry(.metadata, of: session, path: [], answer: tags, answerName: "tag")
        let recorded = record(entry, observation, in: &run)
        for (offset, pair) in ads.enumerated() {
            run.emit(
                .parameter(
                    Parameter(
                        beacon: recorded.beacon, name: "ad", subkey: pair.path, ordinal: recorded.parameters + offset,
                        raw: pair.value, value: pair.value)))
        }
    }

    /// Declares the answer as a document and gives its JSON; reports it when it cannot be read.
    private func readJSON(
        _ observation: Observation, kind: Document.Kind, label: String, unread: DiagnosticCode,
        in run: inout RunContext
    ) -> JSONValue? {
        let exchange = observation.exchange
        // An error answer declares nothing, whatever its body; a request that failed was not answered.
        guard exchange.response.map({ (200..<300).contains($0.status) }) ?? (exchange.ending == .unseen) else {
            return nil
        }
        let body = exchange.response?.body ?? Body(size: nil, content: .missing)
        // An answer of no bytes is no JSON: recorders that keep no bodies say that there was none.
        let isUnseen = body.bytes.isEmpty && (body.content != .empty || exchange.response?.status == 200)
        do throws(JSONDocumentFault) {
            let value = try JSONReader.readDocument(body.bytes)
            run.declare(DocumentDeclaration(kind: kind, label: label), for: observation)
            return value
        } catch {
            let detail =
                isUnseen
                ? "body is \(body.state)"
                : "byte \(error.offset): expected \(error.expected), found \(error.found)"
            // Some recorders cut a body and call what is left its size: where it breaks off, nobody knows what follows.
            let isHidden = isUnseen || error.isAmbiguous || !body.bytes.isEmpty && error.offset >= body.bytes.count
            run.declare(
                DocumentDeclaration(kind: kind, state: isHidden ? .unseen : .malformed, label: label, detail: detail),
                for: observation)
            let blind = Blind(
                from: exchange.startedAt, host: exchange.request.host, server: exchange.connection.server,
                hides: .responses)
            run.report(
                Diagnostic(
                    unread, locator: exchange.locator, at: exchange.startedAt, subject: exchange.request.host,
                    detail: detail, blind: isHidden || body.state == "cut" ? blind : nil))
            return nil
        }
    }

    /// What becomes of a request beside its query and body.
    private struct Entry {
        var kind: DAIRequest.Kind
        /// The place of its session among those that are known.
        var session: Int?
        var path: [(name: String, value: String)]
        var answer: [(path: String, value: String)]
        /// The parameter that the answer's values are recorded as.
        var answerName: String

        init(
            _ kind: DAIRequest.Kind, of session: Int?, path: [(name: String, value: String)],
            answer: [(path: String, value: String)] = [], answerName: String = "response"
        ) {
            self.kind = kind
            self.session = session
            self.path = path
            self.answer = answer
            self.answerName = answerName
        }
    }

    @discardableResult
    private func record(
        _ entry: Entry, _ observation: Observation, in run: inout RunContext
    ) -> (beacon: ID<Beacon>, parameters: Int) {
        let beacon = run.recordBeacon(
            observation, family: .dai, kind: entry.kind.rawValue, event: entry.kind.rawValue,
            session: entry.session.map { sessions.known[$0].id })
        var rows = entry.path.enumerated().map { ordinal, pair in
            Parameter(beacon: beacon, name: pair.name, ordinal: ordinal, raw: pair.value, value: pair.value)
        }
        for field in QueryField.read(observation.url) + QueryField.read(body: observation.exchange.request.body.bytes) {
            rows.append(field.parameter(of: beacon, ordinal: rows.count))
            guard let separator = Self.nested[field.name] else { continue }
            for inner in CustomParameters.read(field, separator: separator) {
                rows.append(inner.parameter(of: beacon, ordinal: rows.count))
            }
        }
        for (path, value) in entry.answer {
            rows.append(
                Parameter(
                    beacon: beacon, name: entry.answerName, subkey: path, ordinal: rows.count, raw: value, value: value)
            )
        }
        for row in rows { run.emit(.parameter(row)) }
        return (beacon, rows.count)
    }

    /// Parameters that hold pairs of their own, with what separates these.
    private static let nested: [String: Character] = ["cust_params": "&", "auth-token": "~"]

    private static func pod(_ request: DAIRequest) -> String {
        ["network_code", "asset_key", "pod_id"].map { request.value($0) ?? "" }.joined(separator: "/")
    }
}
