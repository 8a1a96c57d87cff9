@testable import Audit

/// Rule files of every kind, short.
enum SampleRules {
    /// A rule from its kind's own keys.
    static func rule(
        _ keys: String, id: String = "vast.sample", severity: String = "error", subject: String = "ad_play",
        message: String = "{item}"
    ) throws(RuleFileFailure) -> Rule {
        try RuleFile(text(keys, id: id, severity: severity, subject: subject, message: message), file: "sample.yaml")
            .rule
    }

    static func text(
        _ keys: String, id: String = "vast.sample", severity: String = "error", subject: String = "ad_play",
        message: String = "{item}"
    ) -> String {
        """
        id: \(id)
        title: A sample
        severity: \(severity)
        subject: \(subject)
        message: "\(message)"
        why: Because.
        fix: Do not.
        sources: [{ ref: "none", class: practice }]
        \(keys)
        """
    }

    static let ofRuns = """
        kind: sql
        breach: present
        holds: present
        applies: SELECT id AS subject_id, NULL AS from_us, NULL AS to_us FROM run WHERE id = :run
        breaches: SELECT NULL AS subject_id
        """
    static let once = "kind: once\nwhere: { family: vast }\nevents: [start, midpoint]"
    static let order = "kind: order\nwhere: { family: vast }\norder: [start, midpoint, complete]"
    static let require =
        "kind: require\nwhere: { family: vast }\nevents: [start, midpoint]\nwhen: { fired: [impression] }"
    static let match = """
        kind: match
        where: { family: ima, kinds: [ad-request] }
        parameter: us_privacy
        expect: "parameter.value GLOB '1[YN-][YN-][YN-]'"
        expected: one of 1YNN
        """
    static let absent = """
        kind: absent
        where: { family: ima, kinds: [ad-request] }
        parameter: idfa
        never: "parameter.value <> ''"
        expected: no idfa
        """

    /// An `sql` rule that calls every firing of `start` later than a second a breach.
    static func sql(breach: String, holds: String) -> String {
        """
        kind: sql
        breach: \(breach)
        holds: \(holds)
        applies: |
          SELECT p.id AS subject_id, p.from_us AS from_us, p.end_us AS to_us FROM ad_play p WHERE p.run = :run
        breaches: |
          SELECT f.ad_play AS subject_id, f.event AS item, NULL AS severity, 'late' AS observed, 'early' AS expected,
            'firing' AS evidence_table, f.id AS evidence_id, 'breach' AS role, f.at_us AS at_us
          FROM firing f JOIN ad_play p ON p.id = f.ad_play
          WHERE f.run = :run AND f.event = 'start' AND f.at_us > p.from_us + 1000000
        looks: { families: [vast], events: [start] }
        """
    }
}
