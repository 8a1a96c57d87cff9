import Derive
import Model

/// An event fires at most once per tracker and ad play: no firing of class 7 (duplicate).
///
/// `events: ["*"]` is every event. `loops: only` keeps duplicates whose distance is the creative's duration, `loops: exclude`
/// keeps the others. `beside: vast` leaves out events that the ad play's VAST trackers repeated as well, `borrowed: exclude`
/// what was sent for the next ad of the pod: those are findings of other rules.
enum OnceKind: RuleKind {
    static let name = "once"
    static let keys: Set<String> = ["where", "events", "loops", "beside", "borrowed", "per"]
    static let witness: Rule.Witness? = .behaviour

    private enum Borrowed: String, CaseIterable {
        case exclude
    }

    private enum Loops: String, CaseIterable {
        case include, exclude, only
    }

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        if subject == .session { return try compileSession(yaml) }
        try AdPlaySQL.requireAdPlay(yaml, subject, kind: name)
        let family = try AdPlaySQL.family(yaml)
        let events = try AdPlaySQL.events(yaml, "events")
        let loops = yaml.contains("loops") ? try yaml.word("loops", Loops.self) : .include
        let alone =
            try AdPlaySQL.beside(yaml).map { family in
                """
                 AND NOT EXISTS (
                    SELECT 1 FROM firing o WHERE o.ad_play = d.ad_play AND o.event = d.event AND o.repeat_class = 'duplicate'
                      AND o.family = \(SQLMacros.quoted(family)))
                """
            } ?? ""
        let isOwn = yaml.contains("borrowed") ? try yaml.word("borrowed", Borrowed.self) == .exclude : false
        let own =
            isOwn
            ? """
             AND NOT EXISTS (
                SELECT 1 FROM \(borrowed) b WHERE b.run = :run AND b.ad_play = d.ad_play AND b.from_us <= d.at_us)
            """ : ""
        let breaches = """
            SELECT f.ad_play AS subject_id, f.event AS item, NULL AS severity,
              CAST(count(*) OVER (PARTITION BY f.ad_play, f.tracker) AS TEXT) AS observed, '1' AS expected,
              'firing' AS evidence_table, f.id AS evidence_id,
              CASE WHEN f.repeat_class = 'duplicate' THEN 'breach' ELSE 'counterpart' END AS role, f.at_us AS at_us, f.event AS event
            FROM (
              SELECT DISTINCT d.ad_play, d.tracker
              FROM firing d JOIN ad_play p ON p.id = d.ad_play
              WHERE d.run = :run\(AdPlaySQL.among(events, "d.event")) AND d.family = \(SQLMacros.quoted(family))
                AND d.repeat_class = 'duplicate' AND d.ambiguous = 0 AND d.direct = 1\(condition(loops))\(alone)\(own)
            ) duplicated
            JOIN firing f ON f.ad_play = duplicated.ad_play AND f.tracker = duplicated.tracker
            WHERE f.repeat_class IN ('first', 'duplicate') AND f.direct = 1
            ORDER BY f.ad_play, f.event, f.at_us, f.id
            """
        return CompiledChecks(
            applies: AdPlaySQL.applies(family: family, owing: events, until: AdPlaySQL.endOfRepeats),
            breaches: breaches,
            blindness: BlindPolicy(fail: .staysIfAnswered, pass: .inconclusive),
            looks: Rule.Looks(families: [family], events: events == ["*"] ? [] : events),
            uses: AdPlaySQL.uses + (isOwn ? [borrowed] : []))
    }

    /// The relation of ads whose trackers were sent for the ad behind them.
    private static let borrowed = "borrowed_trackers"

    /// A gap within 5 % of the duration is a loop (docs/attribution.md, "Sent again").
    private static func condition(_ loops: Loops) -> String {
        let isLoop =
            "d.gap_us IS NOT NULL AND p.duration_us > 0 AND abs(d.gap_us - p.duration_us) * 20 <= p.duration_us"
        return switch loops {
        case .include: ""
        case .exclude: " AND NOT coalesce(\(isLoop), 0)"
        case .only: " AND \(isLoop)"
        }
    }
}
