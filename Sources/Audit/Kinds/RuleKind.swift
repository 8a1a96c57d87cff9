import Derive
import Model

/// One way of judging: it turns the keys of a rule file into the two SELECTs every rule is.
protocol RuleKind: Sendable {
    /// The word in `kind:`.
    static var name: String { get }
    /// The keys it reads beyond the common ones.
    static var keys: Set<String> { get }
    /// What its rules compare; `nil`: each rule says.
    static var witness: Rule.Witness? { get }

    static func compile(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) -> CompiledChecks
}

/// What a kind writes: two SELECTs, what they are worth while something was hidden, and what they look at.
struct CompiledChecks {
    var applies: String
    var breaches: String
    var blindness: BlindPolicy
    var looks: Rule.Looks
    /// Relations that the SELECTs read beside those of the file's `use:`.
    var uses: [String] = []
}

/// The kinds there are. A new one is a file in this folder and a line here.
enum RuleKinds {
    static let all: [any RuleKind.Type] = [
        OnceKind.self, OrderKind.self, RequireKind.self, CadenceKind.self, MatchKind.self, AbsentKind.self,
        SQLKind.self,
    ]

    static func named(_ name: String) -> (any RuleKind.Type)? {
        all.first { $0.name == name }
    }
}

/// What rules over ad plays have in common.
enum AdPlaySQL {
    /// What ``end`` reads.
    static let uses = ["reach"]

    /// When a play is over: when it was seen to end by its own trackers or by any other sign, or, for an ad that declares no
    /// `complete`, when its time was up. Events of playlists may have any names: the first that was sent tells when such an
    /// ad began. An overlay or companion stays for as long as the viewer likes; ten seconds show how it was counted.
    static let end = """
        coalesce(p.end_us, (
            SELECT r.end_us FROM reach r
            WHERE r.run = p.run AND r.owner_kind = 'ad_play' AND r.owner = p.id AND r.end_is_proof = 1
          ), CASE WHEN NOT EXISTS (
              SELECT 1 FROM play_tracker c WHERE c.ad_play = p.id AND c.event = 'complete')
            THEN coalesce(p.start_us, p.impression_us, (SELECT min(f.at_us) FROM firing f WHERE f.ad_play = p.id))
              + coalesce(p.duration_us, CASE WHEN p.family = 'vast' AND p.impression_us IS NOT NULL THEN 10000000 END)
              + $setting(complete.graceSeconds) * 1000000 END)
        """

    /// The same for what must not come again: what is hidden right behind the end may have been the end once more. Where
    /// recording merely ended, nothing is.
    static let endOfRepeats = """
        \(end) + CASE WHEN EXISTS (
            SELECT 1 FROM blind b
            WHERE b.run = p.run AND b.id IS NOT NULL AND b.hides <> 'calls'
              AND b.from_us BETWEEN p.end_us AND p.end_us + $setting(complete.graceSeconds) * 1000000)
          THEN $setting(complete.graceSeconds) * 1000000 ELSE 0 END
        """

    /// Subjects: ad plays that owe at least one of the events, over their whole span. A play that never got so far is
    /// judged too, so that an open one is never passed over in silence.
    static func applies(family: String, owing events: [String], until end: String = AdPlaySQL.end) -> String {
        """
        SELECT p.id AS subject_id, p.from_us AS from_us, \(end) AS to_us,
          EXISTS (
            SELECT 1 FROM firing f
            WHERE f.ad_play = p.id AND f.family = \(SQLMacros.quoted(family))\(among(events, "f.event"))) AS compared
        FROM ad_play p
        WHERE p.run = :run AND EXISTS (
          SELECT 1 FROM play_tracker o
          WHERE o.ad_play = p.id AND o.family = \(SQLMacros.quoted(family))\(among(events, "o.event")))
        """
    }

    /// A condition on a column, empty for the list `["*"]`: every event.
    static func among(_ events: [String], _ column: String) -> String {
        events == ["*"] ? "" : " AND \(column) IN \(SQLMacros.list(events))"
    }

    /// The order slack in microseconds: no two times are compared without it.
    static let slack = "$setting(order.slackMs) * 1000"

    static func requireAdPlay(_ yaml: YAMLMap, _ subject: SubjectKind, kind: String) throws(RuleFileFailure) {
        guard subject == .adPlay else {
            throw yaml.failure(
                at: yaml.value("subject"),
                "the kind '\(kind)' judges subjects of kind 'ad_play', or 'session' of a family file")
        }
    }

    /// The family of `where:`, which every kind over firings needs.
    static func family(_ yaml: YAMLMap, keys: Set<String> = []) throws(RuleFileFailure) -> String {
        guard let place = try yaml.map("where") else { throw yaml.failure(at: nil, "the key 'where' is missing") }
        try place.allow(keys.union(["family"]))
        return try place.text("family")
    }

    /// The family of `beside:`: what it did wrong in the same way is its own rule's finding, and one is enough.
    static func beside(_ yaml: YAMLMap) throws(RuleFileFailure) -> String? {
        yaml.contains("beside") ? try yaml.text("beside") : nil
    }

    static func events(_ yaml: YAMLMap, _ key: String) throws(RuleFileFailure) -> [String] {
        let events = try yaml.list(key)
        guard !events.isEmpty else { throw yaml.failure(at: yaml.value(key), "'\(key)' names at least one event") }
        return events
    }
}
