import Derive
import Model

/// What an ad play owes once something else has fired.
///
/// ```yaml
/// kind: require
/// where: { family: vast, level: wrapper }   # level: inline | wrapper | any (default)
/// events: [firstQuartile, midpoint]         # owed
/// when: { fired: [start] }                  # or  later: true  or  same: true
/// unless: [skip]                            # these release the play
/// each: url                                 # url: every tracker; event: at least one of the event's trackers
/// within: 2                                 # seconds after the obliging event by which it is due; default 2
/// ```
/// `later: true`: an event is owed once a later one of the list fired. `same: true`: every tracker of an event is owed
/// once one of them fired for the same element of the document.
///
/// `when: { later: true, exclusive: [complete, skip] }`: a play has one of these; where it has more, another rule says
/// so, and none of them obliges.
enum RequireKind: RuleKind {
    static let name = "require"
    static let keys: Set<String> = ["where", "events", "when", "unless", "each", "within", "per"]
    static let witness: Rule.Witness? = .behaviour

    private enum Each: String, CaseIterable {
        case url, event
    }

    private enum Level: String, CaseIterable {
        case inline, wrapper, any
    }

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks {
        if subject == .session { return try compileSession(yaml) }
        try AdPlaySQL.requireAdPlay(yaml, subject, kind: name)
        let family = try AdPlaySQL.family(yaml, keys: ["level"])
        let level = try level(yaml)
        let events = try AdPlaySQL.events(yaml, "events")
        let each = yaml.contains("each") ? try yaml.word("each", Each.self) : .url
        let condition = try Condition(yaml, family: family, events: events)
        let unless = try yaml.list("unless")
        let within = Int64((try yaml.number("within") ?? 2) * 1_000_000)
        let release =
            unless.isEmpty
            ? ""
            : """

                AND NOT EXISTS (SELECT 1 FROM firing u WHERE u.ad_play = o.ad_play AND u.event IN \(SQLMacros.list(unless)))
            """
        let owed = """
            o.event IN \(SQLMacros.list(events)) AND o.family = \(SQLMacros.quoted(family))\(level.condition)\(release)
            """
        let applies = """
            SELECT p.id AS subject_id, p.from_us AS from_us, \(AdPlaySQL.end) AS to_us,
              EXISTS (SELECT 1 FROM play_tracker o WHERE o.ad_play = p.id AND \(owed) AND NOT \(fired(each))) AS is_wrong
            FROM ad_play p
            WHERE p.run = :run AND EXISTS (SELECT 1 FROM play_tracker o WHERE o.ad_play = p.id AND \(owed)
                AND \(condition.exists))
            """
        return CompiledChecks(
            applies: applies,
            breaches: breaches(owed: owed, events: events, each: each, condition: condition, within: within),
            blindness: BlindPolicy(fail: .inconclusive, pass: .stays),
            looks: Rule.Looks(families: [family], events: events), uses: AdPlaySQL.uses + ["cached_url"])
    }

    /// What a play owes was sent: the tracker `o`, or one of its event.
    private static func fired(_ each: Each) -> String {
        let same =
            each == .url ? "f.tracker = o.tracker" : "f.event = o.event AND f.family = o.family"
        return "EXISTS (SELECT 1 FROM firing f WHERE f.ad_play = o.ad_play AND \(same))"
    }

    /// Two evidence rows per thing owed: the tracker as declared, and what obliges it. What was fired is left out first:
    /// that is nearly all, and cheaper to find than what obliges it. Of an event with many URLs, one firing is enough, so
    /// that one look is. `NOT IN` would read the whole list for each that is not in it, in search of NULLs.
    private static func breaches(
        owed: String, events: [String], each: Each, condition: Condition, within: Int64
    ) -> String {
        let item = each == .url ? "o.event || ' ' || t.url" : "o.event"
        let unfired =
            switch each {
            case .url:
                """
                FROM play_tracker o JOIN tracker t ON t.id = o.tracker
                WHERE o.run = :run AND NOT \(fired(each))
                AND CASE WHEN (o.ad_play, o.event, o.twin) IN (
                  SELECT s.ad_play, s.event, s.twin
                  FROM play_tracker s CROSS JOIN firing f ON f.tracker = s.tracker AND f.ad_play = s.ad_play
                  WHERE s.run = :run AND s.event IN \(SQLMacros.list(events))) THEN 0 ELSE 1 END
                """
            case .event:
                """
                FROM (SELECT g.ad_play AS ad_play, g.event AS event, g.family AS family FROM play_tracker g
                    WHERE g.run = :run AND g.event IN \(SQLMacros.list(events)) GROUP BY g.event, g.ad_play, g.family) e
                  CROSS JOIN play_tracker o ON o.ad_play = e.ad_play AND o.event = e.event AND o.family = e.family
                  JOIN tracker t ON t.id = o.tracker
                WHERE o.run = :run AND NOT \(fired(each))
                """
            }
        let possible = """
            SELECT 1 FROM firing_candidate c WHERE c.ad_play = o.ad_play AND c.tracker = o.tracker
            """
        // An image that was requested before may have been answered from memory, and what was answered so was asked for.
        let merged = """
            SELECT 1 FROM cached_url g WHERE g.run = :run AND g.url = m.url AND g.at_us <= c.at_us + \(within)
            """
        return """
            WITH missing AS MATERIALIZED (
              SELECT o.ad_play AS ad_play, \(item) AS item, o.event AS event, t.url AS url, t.host AS host, o.level AS level,
                o.tracker AS tracker, o.document AS document, \(condition.cause) AS cause,
                CASE WHEN EXISTS (\(possible)) THEN 'ambiguous' END AS possible
              \(unfired) AND \(owed) AND \(condition.exists)
              GROUP BY o.ad_play, item
            ),
            judged AS MATERIALIZED (
              SELECT m.*, c.at_us AS implied_us, c.event AS implied_by,
                coalesce(m.possible, CASE WHEN EXISTS (\(merged)) THEN 'ambiguous' END) AS doubt
              FROM missing m JOIN firing c ON c.id = m.cause
            )
            SELECT j.ad_play AS subject_id, j.item AS item, NULL AS severity, 'not fired' AS observed,
              'fired' AS expected, 'tracker' AS evidence_table, j.tracker AS evidence_id, 'declared' AS role,
              d.at_us AS at_us, j.event AS event, j.url AS url, j.host AS host, j.level AS level,
              j.implied_by AS implied_by, j.doubt AS doubt, j.implied_us + \(within) AS until_us
            FROM judged j JOIN document d ON d.id = j.document
            UNION ALL
            SELECT j.ad_play, j.item, NULL, 'not fired', 'fired', 'firing', j.cause, 'implies', j.implied_us, j.event,
              j.url, j.host, j.level, j.implied_by, j.doubt, j.implied_us + \(within)
            FROM judged j
            ORDER BY 1, 2, 8, 7
            """
    }

    private static func level(_ yaml: YAMLMap) throws(RuleFileFailure) -> (name: String, condition: String) {
        guard let place = try yaml.map("where"), place.contains("level") else { return ("any", "") }
        switch try place.word("level", Level.self) {
        case .any: return ("any", "")
        case .inline: return ("inline", " AND o.level = 0")
        case .wrapper: return ("wrapper", " AND o.level > 0")
        }
    }

    /// What obliges: as a test and as the first firing that makes it true.
    private struct Condition {
        /// An event of the video says nothing about overlays, and of several companions one is shown.
        private static let sameElement = """
            EXISTS (SELECT 1 FROM tracker own JOIN tracker other ON other.element IS own.element
              WHERE own.id = o.tracker AND other.id = w.tracker AND own.element IS NOT 'Companion/Tracking')
            """

        var exists: String
        var cause: String

        init(_ yaml: YAMLMap, family: String, events: [String]) throws(RuleFileFailure) {
            guard let map = try yaml.map("when") else {
                throw yaml.failure(at: nil, "the key 'when' is missing: what obliges?")
            }
            try map.allow(["fired", "family", "later", "same", "exclusive"])
            let given = ["fired", "later", "same"].filter(map.contains)
            guard given.count == 1 else {
                throw map.failure(at: nil, "'when' has one of 'fired', 'later', 'same'")
            }
            let family = try map.optionalText("family") ?? family
            let base = """
                w.ad_play = o.ad_play AND w.ambiguous = 0 AND w.family = \(SQLMacros.quoted(family))\(try Condition.uncontradicted(map))
                """
            let test: String
            var source = "firing w"
            switch given[0] {
            case "fired": test = "\(base) AND w.event IN \(SQLMacros.list(try AdPlaySQL.events(map, "fired")))"
            case "same": test = "\(base) AND w.event = o.event AND \(Condition.sameElement)"
            default:
                // As pairs, each of which is one look into the index of firings.
                let pairs = events.indices.flatMap { place in
                    events[(place + 1)...].map { "(\(SQLMacros.quoted(events[place])), \(SQLMacros.quoted($0)))" }
                }
                source = "(VALUES \(pairs.joined(separator: ", "))) pair CROSS JOIN firing w"
                test = "\(base) AND pair.column1 = o.event AND w.event = pair.column2"
            }
            exists = "EXISTS (SELECT 1 FROM \(source) WHERE \(test))"
            cause = "(SELECT w.id FROM \(source) WHERE \(test) ORDER BY w.at_us, w.id LIMIT 1)"
        }

        /// Leaves out what is contradicted by another of the exclusive events in the same play.
        private static func uncontradicted(_ map: YAMLMap) throws(RuleFileFailure) -> String {
            guard map.contains("exclusive") else { return "" }
            let exclusive = SQLMacros.list(try AdPlaySQL.events(map, "exclusive"))
            return """
                 AND NOT (w.event IN \(exclusive) AND EXISTS (SELECT 1 FROM firing v WHERE v.ad_play = w.ad_play
                  AND v.family = w.family AND v.ambiguous = 0 AND v.event IN \(exclusive) AND v.event <> w.event))
                """
        }
    }
}
