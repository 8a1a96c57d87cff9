import Audit
import Model

/// A rule file of a kind to be filled in: it can be read as it is, and its examples show how they are written.
package enum RuleDraft {
    /// - Parameters:
    ///   - id: `family.kebab-name`.
    ///   - kind: one of the kinds of rules.
    package static func text(_ id: String, kind: String) throws(PipelineFailure) -> String {
        guard let body = bodies[kind] else {
            let known = bodies.keys.sorted()
            let hint = Spelling.nearest(to: kind, in: known).map { "; did you mean '\($0)'?" } ?? ""
            throw .usage("'\(kind)' is not a kind of rule\(hint) (known: \(known.joined(separator: ", ")))")
        }
        let text = """
            id: \(id)
            title: What holds, in a sentence
            severity: error
            kind: \(kind)
            \(body)
            why: What a breach costs, and whom.
            fix: What to change.
            sources: [{ ref: "the document that says so", class: vendor, since: 2026-01-01 }]
            """
        return try PipelineFailure.reading { () throws(RuleFileFailure) in
            // Whoever fills it in starts from a file that is right.
            _ = try RuleFile(text, file: id)
            return text
        } + "\n\(examples[kind] ?? "")"
    }

    private static let bodies = [
        "once": """
        subject: ad_play
        where: { family: vast }
        events: [start]
        message: "{event} was sent {observed} times"
        """,
        "order": """
        subject: ad_play
        where: { family: vast }
        order: [start, complete]
        message: "{event} came before {earlier}"
        """,
        "require": """
        subject: ad_play
        where: { family: vast }
        events: [firstQuartile]
        when: { fired: [midpoint] }
        each: event
        message: "{event} was not sent although {implied_by} was"
        """,
        "cadence": """
        subject: session
        where: { family: acme }
        events: [heartbeat]
        every: 10
        message: "{observed} passed from {earlier} to {event}; {expected} was due"
        """,
        "match": """
        subject: beacon
        where: { family: ima, kinds: [ad-request] }
        parameter: us_privacy
        expect: "parameter.value GLOB '1[YN-][YN-][YN-]'"
        expected: what is right, for people
        message: "us_privacy is '{observed}'"
        """,
        "absent": """
        subject: beacon
        where: { family: ima, kinds: [ad-request] }
        parameter: us_privacy
        never: "parameter.value = ''"
        expected: what is right, for people
        message: "us_privacy is '{observed}'"
        """,
        "sql": """
        subject: ad_play
        witness: form
        breach: present
        holds: present
        compares: |
          SELECT
            f.ad_play AS subject_id, f.delivered = 0 AS is_wrong, f.event AS event, f.id AS firing, f.at_us AS at_us
          FROM firing f
          WHERE f.run = :run AND f.ad_play IS NOT NULL AND f.answered = 1
        item: "{event}"
        observed: not delivered
        expected: delivered
        evidence: { breach: [firing, firing, at_us] }
        looks: { families: [vast] }
        message: "{event} was not delivered"
        """,
    ]

    private static let examples = [
        "once": """
        examples:
          - { name: once, beacons: "0.0 vast start ad=A1" }
          - { name: twice, beacons: "0.0 vast start ad=A1\\n! 3.0 vast start ad=A1" }

        """,
        "order": """
        examples:
          - { name: in order, beacons: "0.0 vast start ad=A1\\n30 vast complete ad=A1" }
          - { name: turned round, beacons: "! 0.0 vast complete ad=A1\\n9 vast start ad=A1" }

        """,
        "require": """
        examples:
          - { name: both, beacons: "0.0 vast start ad=A1\\n7.5 vast firstQuartile ad=A1\\n15 vast midpoint ad=A1" }
          - { name: one is missing, beacons: "0.0 vast start ad=A1\\n! - vast firstQuartile ad=A1\\n! 15 vast midpoint ad=A1" }

        """,
        "cadence": """
        # Its family file describes the beacons: docs/families.md.
        examples:
          - { name: in time, beacons: "0 acme heartbeat\\n10 acme heartbeat" }
          - { name: one left out, beacons: "0 acme heartbeat\\n! 20 acme heartbeat pos=2" }

        """,
        "match": """
        examples:
          - { name: right, beacons: "0.0 ima ad-request us_privacy=1YNN" }
          - { name: wrong, beacons: "! 0.0 ima ad-request us_privacy=yes" }

        """,
        "absent": """
        examples:
          - { name: right, beacons: "0.0 ima ad-request us_privacy=1YNN" }
          - { name: wrong, beacons: "! 0.0 ima ad-request us_privacy=" }

        """,
        "sql": """
        examples:
          - { name: delivered, beacons: "0.0 vast start ad=A1" }
          - { name: refused, beacons: "! 0.0 vast start ad=A1 status=404" }

        """,
    ]
}
