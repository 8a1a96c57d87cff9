import Model
import Store

/// One side of a comparison: the beacons and verdicts of a run under names that hold in every recording of the same
/// scenario. No name rests on a path, a time, a session identifier or a message.
package struct ComparedRun: Sendable {
    /// What a beacon is, apart from when it was sent: two beacons of one name are told apart by their order.
    struct BeaconName: Hashable, Comparable {
        var family: String
        var event: String
        /// Label and ordinal of the ad play; empty outside ad plays.
        var adPlay: String
        var host: String

        static func < (left: BeaconName, right: BeaconName) -> Bool {
            (left.adPlay, left.family, left.event, left.host) < (right.adPlay, right.family, right.event, right.host)
        }
    }

    struct Beacon {
        var name: BeaconName
        /// Since the ad's start, else since the first beacon of the run.
        var offsetUs: Int64
        /// Values by name, as sent and decoded once.
        var parameters: [String: String]
    }

    struct RuleOutcome: Hashable {
        var severity: Severity
        /// The worst verdict on any subject.
        var verdict: Verdict
    }

    struct Finding: Hashable {
        var fingerprint: String
        var rule: String
        var severity: Severity
        var message: String
    }

    var name: String
    var verdict: Verdict?
    var beacons: [Beacon]
    var rules: [String: RuleOutcome]
    var findings: [Finding]
    var certificates: [String: Verdict]
    var identifiers: [ReportModel.Identifier]
    var openValues: [String]

    package init(reading database: Database, run: ID<RunRecord>, name: String) throws(StoreFailure) {
        let views = RunViews(database: database, run: run)
        let model = try ReportModel(reading: database, run: run, limits: ReportLimits(.identifiers))
        self.name = name
        verdict = model.run.verdict
        beacons = try ComparedRun.beacons(views)
        rules = [:]
        for rule in model.rules {
            let verdict: Verdict =
                rule.fail > 0 ? .fail : rule.inconclusive > 0 ? .inconclusive : rule.pass > 0 ? .pass : .notApplicable
            rules[rule.id] = RuleOutcome(severity: rule.severity, verdict: verdict)
        }
        findings = model.findings.filter { $0.waived == nil }.map {
            Finding(fingerprint: $0.fingerprint, rule: $0.rule, severity: $0.severity, message: $0.message)
        }
        certificates = Dictionary(
            model.certificates.map { ($0.profile, $0.verdict) }, uniquingKeysWith: { first, _ in first })
        identifiers = model.identifiers
        openValues = model.openValues
    }

    private static func beacons(_ views: RunViews) throws(StoreFailure) -> [Beacon] {
        let parameters = Dictionary(
            grouping: try views.rows(
                "SELECT beacon, name, subkey, value FROM parameter WHERE run = :run ORDER BY beacon, ordinal"),
            by: { $0.number("beacon") })
        let rows = try views.rows(
            """
            SELECT b.id AS id, b.family AS family, b.event AS event, b.host AS host, b.at_us AS at_us,
              x.target AS target, p.label AS label, p.nth AS nth,
              COALESCE(p.start_us, p.impression_us, p.from_us) AS zero_us
            FROM beacon b
            LEFT JOIN (SELECT beacon, MIN(ad_play) AS ad_play FROM firing WHERE run = :run GROUP BY beacon) f
              ON f.beacon = b.id
            LEFT JOIN ad_play p ON p.id = f.ad_play
            LEFT JOIN exchange x ON x.id = b.exchange
            WHERE b.run = :run ORDER BY b.at_us, b.id
            """)
        let runZero = rows.first?.integer("at_us") ?? 0
        return rows.map { row in
            let adPlay = row.text("label").map { label in
                row.number("nth") > 1 ? "\(label) (play \(row.number("nth")))" : label
            }
            let own = parameters[row.number("id")] ?? []
            let pairs =
                own.isEmpty
                ? Query.pairs(of: row.string("target"))
                : own.map { row in
                    (
                        [row.string("name"), row.string("subkey")].filter { !$0.isEmpty }.joined(separator: "."),
                        row.string("value")
                    )
                }
            return Beacon(
                name: BeaconName(
                    family: row.string("family"), event: row.string("event"), adPlay: adPlay ?? "",
                    host: row.string("host")),
                offsetUs: Clamped.difference(row.integer("at_us") ?? 0, row.integer("zero_us") ?? runZero),
                parameters: Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
        }
    }
}

/// The query of a request target.
private enum Query {
    static func pairs(of target: String) -> [(String, String)] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return target[target.index(after: mark)...].split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? IdentifierText.decoded(Array(parts[1].utf8)[...], times: 1) : ""
            return (String(parts[0]), value)
        }
    }
}
