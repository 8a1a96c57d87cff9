import Derive
import Model
import Store

/// The fourth of the five verbs: rules over the views and relations of one run, verdicts, findings and evidence back into the database.
///
/// An audit replaces the earlier one of its run; decoding and interpretation stay as they are.
package struct Auditor: Sendable {
    private let pack: RulePack
    private let directory: FamilyDirectory
    private let packSHA256: String
    private let profiles: [String]
    private let facts: Facts
    private let settings: Settings
    /// What was given besides what the run's calls show.
    var inputs: Set<String> = []
    private let waivers: [Waiver]
    /// Whether rules are run where their preconditions do not hold, and must find nothing there: for tests of rules.
    package var doubtsPreconditions = false

    /// Settings that the person gives; those of the command line rank above those of the configuration file, and both
    /// above profiles.
    package struct GivenSettings: Sendable, Hashable {
        package var config: [String: String]
        package var command: [String: String]

        package init(config: [String: String] = [:], command: [String: String] = [:]) {
            self.config = config
            self.command = command
        }
    }

    /// - Parameters:
    ///   - packSHA256: SHA-256 of the rules, as reports name them.
    ///   - profiles: those named by the person; unknown names are refused.
    ///   - waivers: findings that somebody has accepted.
    package init(
        pack: RulePack, packSHA256: String, profiles: [String] = [], facts: Facts = Facts(),
        settings given: GivenSettings = GivenSettings(), waivers: [Waiver] = []
    ) throws(RuleFileFailure) {
        var settings = Settings(defaults: pack.settings)
        var facts = facts
        for id in profiles {
            guard let profile = pack.profile(id) else {
                let known = pack.profiles.map(\.id)
                let hint = Spelling.nearest(to: id, in: known).map { "; did you mean '\($0)'?" } ?? ""
                throw RuleFileFailure(
                    file: "--profile", line: 0, column: 0,
                    message: "unknown profile '\(id)'\(hint) (known: \(known.joined(separator: ", ")))")
            }
            try settings.set(profile.settings, source: profile.id)
            for (key, value) in profile.assume { facts.declare(key, value, source: "assumed") }
        }
        try settings.set(given.config, source: "config")
        try settings.set(given.command, source: Settings.commandLine)
        self.pack = pack
        directory = FamilyDirectory(pack.families)
        self.packSHA256 = packSHA256
        self.profiles = profiles
        self.facts = facts
        self.settings = settings
        self.waivers = try waivers.naming(rules: pack)
    }

    /// Judges one run and stores the outcome, in one transaction.
    ///
    /// - Parameter limit: rules that it leaves unjudged are inconclusive, and a diagnostic names them.
    package func audit(run: ID<RunRecord>, in database: Database, limit: WorkLimit = .none) throws(StoreFailure) {
        let families = try families(run, database)
        let (rules, asked) = try rules(of: families.judged)
        let facts = try facts(run, rules, database)
        try write(facts, try settings(for: run, facts.known, database), of: run, in: database)

        let presence = Presence(
            asked, relations: pack.library.relations.map(\.name), families: families.found, in: database,
            isDoubted: doubtsPreconditions)
        let values = try RunValues.read(of: run, in: database)
        let underived = try Deriver(pack.library).derive(
            Set(rules.flatMap(\.uses)).union([Owing.relation, Settlement.relation, ForeignLogs.relation]), run: run,
            in: database, presence: presence, values: values, isCancelled: limit.isReached)
        func isDerived(_ relation: String) -> Bool { pack.library[relation] != nil && underived[relation] == nil }
        let inputs = inputs.union(try logsGiven(run, database))
        var judged = JudgedRun(
            run: run, facts: facts.known.values,
            sight: try Sight(run: run, unrelated: facts.known.unrelated, database: database), inputs: inputs,
            underived: underived)
        judged.families = directory
        if isDerived(Owing.relation) { judged.owing = try Owing(run: run, database: database) }
        try judged.owing.addHidden(run: run, sight: judged.sight, database: database)
        if isDerived(ForeignLogs.relation) { judged.foreign = try ForeignLogs(run: run, database: database) }
        let judge = try Judge(judged, in: database, limit: limit, presence: presence, values: values)
        var judgements: [Judgement] = []
        for rule in rules { judgements.append(try judge.judge(rule)) }
        let labels = try SubjectLabels(judgements, database: database)
        judgements = judgements.accepting(waivers, labels)

        let settlement =
            isDerived(Settlement.relation)
            ? try Settlement(of: run, judgements, judged.owing, database) : Settlement()
        let outcome = RollUp(
            judgements, seen: families.seen, expected: families.expected, owing: judged.owing, settlement: settlement,
            directory: directory)
        let certificates = certificates(outcome, judgements, inputs: inputs)
        try write(
            outcome, certificates, AuditRecord(run: run, judgements: judgements, labels: labels),
            unjudged: Auditor.unjudged(judgements), of: run, in: database)
    }

    // MARK: Before judging

    /// The rules of the families that are judged: those of the others are not even read.
    private func rules(of families: Set<String>) throws(StoreFailure) -> ([Rule], AskedColumns) {
        do {
            return (try pack.rules(of: families), try pack.asked(of: families))
        } catch {
            throw .refused(error.description)
        }
    }

    /// The families of a run, in the senses that matter.
    private struct Families {
        /// All that anything in the run belongs to.
        var found: Set<String>
        var seen: Set<String>
        /// What the facts or a profile named by the person demand.
        var expected: [String]
        var judged: Set<String> { seen.union(expected) }
    }

    private func families(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> Families {
        // Rules of a person's own family have no traffic that could announce them: they judge whatever they select.
        let onDemand = Set(pack.families.filter(\.isJudgedWhenExpected).map(\.name))
        let found = try familiesSeen(run, database)
        // A profile named by the person demands its families as much as a facts file that expects them.
        let demanded = pack.profiles.filter { profiles.contains($0.id) }.flatMap(\.requiredFamilies)
        var expected = facts.expectedFamilies
        for family in try demanded + hiddenVendors(run, database) where !expected.contains(family) {
            expected.append(family)
        }
        let seen = found.subtracting(onDemand.subtracting(expected)).union(pack.undeclaredFamilies)
        return Families(found: found, seen: seen, expected: expected)
    }

    /// What is known of a run, and where its sources contradict one another.
    private struct KnownFacts {
        var known: Facts
        var contradictions: [Diagnostic]
    }

    private func facts(
        _ run: ID<RunRecord>, _ rules: [Rule], _ database: Database
    ) throws(StoreFailure) -> KnownFacts {
        let recorded = try recordedFacts(run, database)
        var facts = KnownFacts(known: self.facts, contradictions: Auditor.contradictions(self.facts, recorded))
        if facts.known["capture.complete"] == "true", let reason = try Completeness.contradiction(run, database) {
            facts.known.withdraw("capture.complete")
            facts.contradictions.append(
                Diagnostic(
                    .factContradicted, subject: "capture.complete",
                    detail: "capture.complete is true in the facts file, and \(reason); it does not count"))
        }
        for fact in recorded { facts.known.declare(fact.key, fact.value, source: fact.source.rawValue) }
        for rule in rules {
            for (key, value) in rule.assume { facts.known.declare(key, value, source: "assumed") }
        }
        return facts
    }

    private func write(
        _ facts: KnownFacts, _ settings: Settings, of run: ID<RunRecord>, in database: Database
    ) throws(StoreFailure) {
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            try writer.deleteAudit(run: run)
            // A facts file speaks for the whole run: what an earlier one said is not said any more.
            try writer.deleteFacts(run: run, source: .file)
            try writer.deleteFacts(run: run, source: .assumed)
            for diagnostic in facts.contradictions {
                try writer.insert(diagnostic: diagnostic, run: run, capture: nil)
            }
            for (key, fact) in facts.known.values.sorted(by: { $0.key < $1.key }) {
                let source = FactRecord.Source(rawValue: fact.source) ?? .file
                try writer.insert(fact: FactRecord(key: key, value: fact.value, source: source), run: run)
            }
            for (key, setting) in settings.values.sorted(by: { $0.key < $1.key }) {
                try writer.insert(
                    setting: SettingRecord(key: key, value: setting.value, unit: setting.unit, source: setting.source),
                    run: run)
            }
        }
    }

    // MARK: After judging

    private func write(
        _ outcome: RollUp, _ certificates: [Certificate], _ record: AuditRecord, unjudged: [Diagnostic],
        of run: ID<RunRecord>, in database: Database
    ) throws(StoreFailure) {
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            for diagnostic in unjudged { try writer.insert(diagnostic: diagnostic, run: run, capture: nil) }
            try record.write(into: &writer)
            for family in outcome.families { try writer.insert(family: FamilyRecord(family), run: run) }
            for certificate in certificates {
                try writer.insert(
                    certificate: CertificateRecord(
                        profile: certificate.profile.id, dated: certificate.profile.dated, verdict: certificate.verdict,
                        reasons: certificate.reasons),
                    run: run)
            }
            let (isCertified, note) = outcome.certified(by: certificates)
            try writer.setRunVerdict(
                RunVerdict(
                    verdict: outcome.verdict, isCertified: isCertified, note: note, due: outcome.behaviour.due,
                    compared: outcome.behaviour.compared),
                run: run, rulesVersion: pack.version, rulesSHA256: packSHA256)
        }
    }

    /// The settings as the run's facts change them, with the order slack widened by what the clocks of its captures may be
    /// off: two times may come from different captures.
    private func settings(for run: ID<RunRecord>, _ facts: Facts, _ database: Database) throws(StoreFailure) -> Settings
    {
        let uncertainty = try database.rows(
            "SELECT max(k.uncertainty_us) AS n FROM clock k JOIN capture c ON c.id = k.capture WHERE c.run = :run",
            ["run": SQLValue(run)]
        ).first?.integer("n")
        var settings = settings
        settings.adopt(facts.values)
        if let uncertainty, uncertainty > 0 { settings.widen("order.slackMs", by: (uncertainty + 999) / 1_000) }
        return settings
    }

    /// Certificates of the profiles named, or, with none named, of every profile whose families all owe something.
    private func certificates(
        _ outcome: RollUp, _ judgements: [Judgement], inputs: Set<String>
    ) -> [Certificate] {
        let chosen =
            profiles.isEmpty
            ? pack.profiles.filter { outcome.owes($0.requiredFamilies) }
            : pack.profiles.filter { profiles.contains($0.id) }
        return chosen.map { Certificate($0, outcome, judgements: judgements, inputs: inputs, facts: facts) }
    }

    /// Vendors of family files that are judged where they are seen, and whose hosts stand in what was hidden: their traffic was
    /// there, and nobody can say what it said.
    private func hiddenVendors(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> [String] {
        let vendors = pack.families.filter { !$0.requests.isEmpty && !$0.isJudgedWhenExpected }
        guard !vendors.isEmpty else { return [] }
        let rows = try database.rows(
            "SELECT DISTINCT host FROM blind WHERE run = :run AND host IS NOT NULL", ["run": SQLValue(run)])
        let hosts = rows.compactMap { $0.text("host") }
        return vendors.filter { vendor in
            hosts.contains { host in vendor.hosts.contains { Blindness.matches(host, $0) } }
        }.map(\.name)
    }

    /// `log`, and `log:nielsen` for each source of calls; `bundle` for an app, whose rows stand among them.
    private func logsGiven(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> Set<String> {
        let rows = try database.rows(
            "SELECT DISTINCT source FROM call WHERE run = :run", ["run": SQLValue(run)])
        let sources = rows.compactMap { $0.text("source") }
        let logs = sources.filter { $0 != "bundle" }
        return Set(
            logs.map { "log:\($0)" } + (logs.isEmpty ? [] : ["log"]) + (logs.count < sources.count ? ["bundle"] : []))
    }

    /// Facts that decoding found, such as those of a call log's header.
    private func recordedFacts(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> [FactRecord] {
        let sql = "SELECT key, value, source FROM fact_recorded WHERE run = :run ORDER BY key, source"
        return try database.rows(sql, ["run": SQLValue(run)]).compactMap { row in
            guard let source = FactRecord.Source(rawValue: row.text("source") ?? "") else { return nil }
            return FactRecord(key: row.text("key") ?? "", value: row.text("value") ?? "", source: source)
        }
    }

    /// One diagnostic for each limit, with the rules that it left unjudged.
    private static func unjudged(_ judgements: [Judgement]) -> [Diagnostic] {
        var rules: [String: [String]] = [:]
        for judgement in judgements {
            guard let reason = judgement.unjudged else { continue }
            rules[reason, default: []].append(judgement.rule.id)
        }
        return rules.sorted { $0.key < $1.key }.map { reason, ids in
            let rest = ids.count > 5 ? " and \(ids.count - 5) more" : ""
            return Diagnostic(
                .ruleUnjudged, detail: "\(reason); not judged: \(ids.prefix(5).joined(separator: ", "))\(rest)")
        }
    }

    private static func contradictions(_ facts: Facts, _ recorded: [FactRecord]) -> [Diagnostic] {
        recorded.compactMap { fact in
            guard let declared = facts.values[fact.key], declared.source == "file", declared.value != fact.value else {
                return nil
            }
            return Diagnostic(
                .factContradicted, subject: fact.key,
                detail:
                    "\(fact.key) is \(declared.value) in the facts file and \(fact.value) in the \(fact.source.rawValue)"
            )
        }
    }

    /// Families with beacons, with documents of theirs, or declared by a document. HLS counts beside families that stand in
    /// playlists where one of those was not read: what it may have declared is a question of HLS.
    private func familiesSeen(_ run: ID<RunRecord>, _ database: Database) throws(StoreFailure) -> Set<String> {
        let sql = """
            SELECT DISTINCT family AS family FROM beacon WHERE run = :run
            UNION SELECT DISTINCT family FROM tracker WHERE run = :run
            UNION SELECT DISTINCT family FROM session WHERE run = :run
            UNION SELECT DISTINCT source FROM call
            WHERE run = :run AND source IN \(SQLMacros.list(pack.families.map(\.name)))
            UNION SELECT DISTINCT kind FROM document WHERE run = :run AND kind IN ('vast', 'vmap')
            UNION SELECT 'hls' FROM document d JOIN exchange x ON x.id = d.exchange
            WHERE d.run = :run AND d.kind = 'playlist' AND (d.state = 'unseen' OR x.response_body_state = 'cut')
              AND EXISTS (SELECT 1 FROM beacon b WHERE b.run = :run AND b.family IN ('dai', 'ssai', 'scte35'))
            """
        return Set(try database.rows(sql, ["run": SQLValue(run)]).compactMap { $0.text("family") })
    }
}

extension FamilyRecord {
    init(_ family: RollUp.Family) {
        self.init(
            family: family.name, verdict: family.verdict, due: family.behaviour.due,
            compared: family.behaviour.compared, formCompared: family.form.compared, note: family.note)
    }
}
