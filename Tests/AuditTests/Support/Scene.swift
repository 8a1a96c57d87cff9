import Model
import Store

@testable import Audit

/// A small run written row by row, so that a test decides what interpretation found and what was hidden.
///
/// Times are seconds on the scene's clock. The document comes from `ads.test`, trackers are at `tracker.test`.
struct Scene {
    private var exchanges: [Exchange] = []
    private var rows: [Interpretation] = []
    private var blind: [Blind] = []
    private var damage: [Blind] = []
    private var flows: [FlowRecord] = []
    private var counts: [String: Int] = [:]
    /// When the capture ends; `nil`: recording is known to have run on.
    var ends: Double?

    static func time(_ seconds: Double) -> Timestamp {
        Timestamp(microseconds: 1_700_000_000_000_000 + Int64((seconds * 1_000_000).rounded()))
    }

    private mutating func next<Row>(_ kind: String) -> ID<Row> {
        counts[kind, default: 0] += 1
        return ID(counts[kind, default: 0])
    }

    @discardableResult
    mutating func exchange(
        _ host: String, _ target: String = "/", at seconds: Double, status: Int? = 204, server: String? = nil,
        connection: Int = 0
    ) -> ID<Exchange> {
        let response = status.map { Exchange.Response(status: $0, startedAt: Scene.time(seconds + 0.02)) }
        exchanges.append(
            Exchange(
                startedAt: Scene.time(seconds),
                request: .init(method: "GET", scheme: "https", authority: host, target: target),
                response: response, ending: response == nil ? .failed : .answered,
                connection: .init(flow: connection, server: server), locator: .entry(exchanges.count)))
        return ID(exchanges.count)
    }

    /// A connection, by the number that exchanges on it give.
    mutating func connection(openedAt seconds: Double) -> Int {
        let number = flows.count + 1
        flows.append(
            FlowRecord(
                number: number, transport: "tls", first: Scene.time(seconds), last: Scene.time(seconds + 60),
                clientBytes: 0, serverBytes: 0))
        return number
    }

    /// An ad play with its document; its window begins when the document arrived.
    mutating func adPlay(
        _ label: String = "A1", at seconds: Double = 0, ends: Double? = nil, duration: Double? = 30,
        server: String? = nil
    ) -> Play {
        let request = exchange("ads.test", "/tag", at: seconds, status: 200, server: server)
        let document: ID<Document> = next("document")
        let ad: ID<Ad> = next("ad")
        let play: ID<AdPlay> = next("play")
        let length = duration.map { Int64($0 * 1_000_000) }
        rows.append(
            .document(
                Document(
                    id: document, exchange: request, kind: .vast, state: .wellFormed, at: Scene.time(seconds),
                    ready: Scene.time(seconds), ads: 1, label: "tag")))
        rows.append(
            .ad(Ad(id: ad, document: document, kind: .inline, position: 1, label: label, durationUs: length)))
        rows.append(
            .adPlay(
                AdPlay(
                    id: play, ad: ad, document: document, family: .vast, label: label, durationUs: length,
                    from: Scene.time(seconds), startAt: Scene.time(seconds), end: ends.map(Scene.time))))
        return Play(id: play, ad: ad, document: document)
    }

    struct Play {
        let id: ID<AdPlay>
        let ad: ID<Ad>
        let document: ID<Document>
    }

    /// A tracker that the play owes.
    mutating func tracker(
        _ event: String, of play: Play, host: String = "tracker.test", path: String? = nil, level: Int = 0,
        twin: Int? = nil
    ) -> ID<Tracker> {
        let id: ID<Tracker> = next("tracker")
        rows.append(
            .tracker(
                Tracker(
                    id: id, document: play.document, ad: play.ad, family: .vast, event: event,
                    url: "https://\(host)/\(path ?? event)", host: host, element: "Tracking")))
        rows.append(
            .playTracker(
                PlayTracker(
                    adPlay: play.id, tracker: id, family: .vast, event: event, document: play.document, level: level,
                    twin: twin ?? id.number)))
        return id
    }

    @discardableResult
    mutating func firing(
        _ event: String, tracker: ID<Tracker>, play: Play?, at seconds: Double, repeated: Firing.Repeat = .first,
        gap: Double? = nil, status: Int? = 204, ambiguous: Bool = false, direct: Bool = true,
        candidates: [Play] = [], server: String? = nil, host: String = "tracker.test", connection: Int = 0
    ) -> ID<Firing> {
        let request = exchange(
            host, "/\(event)", at: seconds, status: status, server: server, connection: connection)
        let beacon: ID<Beacon> = next("beacon")
        let id: ID<Firing> = next("firing")
        rows.append(
            .beacon(
                Beacon(
                    id: beacon, exchange: request, family: .vast, kind: "tracker", event: event,
                    at: Scene.time(seconds), host: host)))
        rows.append(
            .firing(
                Firing(
                    id: id, beacon: beacon, exchange: request, tracker: tracker, adPlay: play?.id, family: .vast,
                    event: event, at: Scene.time(seconds), repeatClass: repeated,
                    gapUs: gap.map { Int64($0 * 1_000_000) }, answered: status != nil,
                    delivered: status.map { 200..<400 ~= $0 } ?? false, ambiguous: ambiguous, direct: direct)))
        for candidate in candidates {
            rows.append(.firingCandidate(FiringCandidate(firing: id, tracker: tracker, adPlay: candidate.id, score: 1)))
        }
        return id
    }

    /// An event declared and fired, once per time.
    mutating func fired(_ event: String, of play: Play, at times: Double..., repeated: Firing.Repeat = .duplicate) {
        let tracker = tracker(event, of: play)
        for (place, time) in times.enumerated() {
            firing(event, tracker: tracker, play: play, at: time, repeated: place == 0 ? .first : repeated)
        }
    }

    /// A beacon that no document declared, with its parameters.
    @discardableResult
    mutating func beacon(
        _ family: Family, _ kind: String, host: String, at seconds: Double, session: ID<Session>? = nil,
        parameters: KeyValuePairs<String, String> = [:]
    ) -> ID<Beacon> {
        let query = parameters.map { "\($0)=\($1)" }.joined(separator: "&")
        let request = exchange(host, "/p?\(query)", at: seconds)
        let id: ID<Beacon> = next("beacon")
        rows.append(
            .beacon(
                Beacon(
                    id: id, exchange: request, family: family, kind: kind, event: kind, at: Scene.time(seconds),
                    host: host, session: session)))
        for (ordinal, parameter) in parameters.enumerated() {
            rows.append(
                .parameter(
                    Parameter(
                        beacon: id, name: parameter.key, ordinal: ordinal, raw: parameter.value, value: parameter.value)
                ))
        }
        return id
    }

    /// The beacons of one session of a vendor that a family file describes, at `beat.acme.test`.
    mutating func signals(_ events: KeyValuePairs<String, Double>) {
        let session: ID<Session> = next("session")
        let times = events.map { $0.value }
        for (event, time) in events {
            let id = beacon(Family(rawValue: "acme-player"), event, host: "beat.acme.test", at: time, session: session)
            rows.append(.signal(Signal(beacon: id, session: session)))
        }
        rows.append(
            .session(
                Session(
                    id: session, kind: .vendor, family: Family(rawValue: "acme-player"), identifier: "s", label: "s",
                    from: Scene.time(times.min() ?? 0), to: Scene.time(times.max() ?? 0))))
    }

    mutating func hide(
        from: Double? = nil, to: Double? = nil, host: String? = nil, server: String? = nil, manyHosts: Bool = false
    ) {
        blind.append(
            Blind(
                from: from.map(Scene.time), to: to.map(Scene.time), host: host, server: server, manyHosts: manyHosts))
    }

    /// The same by damage to the input, of which a diagnostic tells.
    mutating func damage(from: Double, to: Double, host: String) {
        damage.append(Blind(from: Scene.time(from), to: Scene.time(to), host: host))
    }

    private static let damaged = DiagnosticCode(
        "scene.damaged", .warning, stage: "decode", meaning: "A part was not readable.", remedy: "None.")

    // MARK: Judging

    /// The rows as a database with one run.
    func database() throws(StoreFailure) -> (Database, run: ID<RunRecord>) {
        let database = try Database.temporary()
        let run = try database.write { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: "scene", toolVersion: "0")
            let times = exchanges.map(\.startedAt)
            let capture = try writer.insert(
                capture: CaptureRecord(
                    path: "scene.har", format: "har", sha256: "", bytes: 0, first: times.min(),
                    last: ends.map(Scene.time) ?? times.max()),
                run: run)
            for flow in flows { _ = try writer.insert(flow: flow, run: run, capture: capture) }
            for exchange in exchanges { try writer.insert(exchange: exchange, run: run, capture: capture) }
            for blind in blind { try writer.insert(blind: blind, run: run, capture: capture, reason: "hidden") }
            for blind in damage {
                let diagnostic = Diagnostic(Scene.damaged, subject: "scene.har", detail: "damaged", blind: blind)
                _ = try writer.insert(diagnostic: diagnostic, run: run, capture: capture)
            }
            let ids = try writer.beginInterpretation()
            for row in rows { try writer.insert(row, run: run, ids: ids) }
            return run
        }
        try database.finishLoading()
        return (database, run)
    }

    /// Audits the scene with some rules; recording ran on unless ``ends`` says otherwise.
    func judged(
        _ rules: Rule..., facts: [String: String] = [:], unrelated: String? = nil, settings: [String: String] = [:],
        profiles: [Profile] = [], named: [String] = [], inputs: Set<String> = []
    ) throws -> Outcome {
        var declared = try unrelated.map { try Facts("capture: { unrelated: [\"\($0)\"] }", file: "facts") } ?? Facts()
        if ends == nil { declared.declare("capture.complete", "true", source: "file") }
        for (key, value) in facts { declared.declare(key, value, source: "file") }
        let pack = RulePack(Scene.contents(profiles: profiles), rules: rules)
        var auditor = try Auditor(
            pack: pack, packSHA256: "", profiles: named, facts: declared, settings: .init(command: settings))
        auditor.inputs = inputs
        let (database, run) = try database()
        try auditor.audit(run: run, in: database)
        return try Outcome(database, run: run)
    }

    /// A pack without its rules.
    static func contents(profiles: [Profile] = []) -> RulePack.Contents {
        RulePack.Contents(version: "test", profiles: profiles, settings: settings, families: families)
    }

    /// As far as the tests name them.
    static let families = [
        FamilyDeclaration(name: "vast", title: "VAST", hosts: []),
        FamilyDeclaration(name: "vmap", title: "VMAP", hosts: [], carries: ["vast"]),
        FamilyDeclaration(name: "nielsen", title: "Nielsen", hosts: ["*.imrworldwide.com", "*.vtwenty.com"]),
        FamilyDeclaration(
            name: "acme-player", title: "Acme", hosts: ["beat.acme.test"],
            requests: [RequestForm(event: ["ev"], session: ["sid"])]),
    ]

    static let settings = [
        SettingDefault(key: "order.slackMs", value: "250", unit: "ms", meaning: "", source: ""),
        SettingDefault(key: "order.handshakeSeconds", value: "2", unit: "s", meaning: "", source: ""),
        SettingDefault(key: "ping.every", value: "300", unit: "s", meaning: "", source: ""),
        SettingDefault(key: "ping.slack", value: "10", unit: "s", meaning: "", source: ""),
    ]
}

/// What an audit wrote, as text that a test can compare.
struct Outcome {
    var run: String
    /// `pass`, `fail`, `inconclusive (blind)`; one per listed subject, in the order of subjects.
    var verdicts: [String]
    var needs: [String]
    var because: [String]
    var servers: [String]
    /// `severity item: observed, expected …`.
    var findings: [String]
    var messages: [String]
    /// `role view at-seconds`, in order, of all findings.
    var evidence: [String]
    var fingerprints: [String]
    var assumed: [String]
    var summary: [String: Int]
    var families: [String]
    var certificates: [String]

    init(_ database: Database, run: ID<RunRecord>) throws {
        let arguments: [String: SQLValue] = ["run": SQLValue(run)]
        func texts(_ sql: String) throws -> [String] {
            try database.rows(sql, arguments).map { $0.text("x") ?? "" }
        }
        self.run = try texts("SELECT verdict AS x FROM run WHERE id = :run").first ?? ""
        verdicts = try texts(
            "SELECT verdict || coalesce(' (' || reason || ')', '') AS x FROM verdict WHERE run = :run ORDER BY rule, subject"
        )
        needs = try texts(
            "SELECT needs AS x FROM verdict WHERE run = :run AND needs IS NOT NULL ORDER BY rule, subject")
        servers = try texts("SELECT server AS x FROM finding WHERE run = :run AND server IS NOT NULL ORDER BY id")
        because = try texts(
            "SELECT because AS x FROM verdict WHERE run = :run AND because IS NOT NULL ORDER BY rule, subject")
        findings = try texts(
            """
            SELECT severity || ' ' || item || ': ' || observed || ', expected ' || expected AS x
            FROM finding WHERE run = :run ORDER BY id
            """)
        messages = try texts("SELECT message AS x FROM finding WHERE run = :run ORDER BY id")
        evidence = try texts(
            """
            SELECT role || ' ' || source || coalesce(' ' || ((e.at_us - 1700000000000000) / 1000000.0), '') AS x
            FROM evidence e JOIN finding f ON f.id = e.finding WHERE f.run = :run ORDER BY f.id, e.ordinal
            """)
        fingerprints = try texts("SELECT fingerprint AS x FROM finding WHERE run = :run ORDER BY id")
        assumed = try texts("SELECT assumed AS x FROM finding WHERE run = :run AND assumed IS NOT NULL ORDER BY id")
        let counts = try database.rows(
            """
            SELECT sum(pass) AS pass, sum(fail) AS fail, sum(inconclusive) AS inconclusive, sum(not_applicable) AS none
            FROM rule_summary WHERE run = :run
            """, arguments)
        summary = [:]
        for name in ["pass", "fail", "inconclusive", "none"] { summary[name] = counts.first?.int(name) }
        families = try texts("SELECT family || ' ' || verdict AS x FROM family WHERE run = :run ORDER BY family")
        certificates = try texts(
            "SELECT profile || ' ' || verdict || ': ' || reasons AS x FROM certificate WHERE run = :run ORDER BY profile"
        )
    }
}
