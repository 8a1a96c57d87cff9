import Audit
import Encodings
import Store

extension FuzzTarget {
    /// Files that people write, and SQL.
    static let declarations: [FuzzTarget] = [
        FuzzTarget("family-file", dictionary: "rules", seeds: families) { bytes in
            try told(bytes) { text throws(RuleFileFailure) in _ = try FamilyFile(text, file: "family.yaml").ruleFiles()
            }
        },
        FuzzTarget("pack", dictionary: "rules", seeds: { [Seed("pack.yaml", pack)] }) { bytes in
            try told(bytes) { text throws(RuleFileFailure) in _ = try PackFile(text, file: "pack.yaml") }
            let size = (try? TarArchive(bytes.span))?.files.reduce(0) { $0 + $1.bytes.count } ?? 0
            try Contract.expect(size <= bytes.count, "files larger than their archive")
        },
        FuzzTarget("rule-file", dictionary: "rules", seeds: rules) { bytes in
            try told(bytes) { text throws(RuleFileFailure) in _ = try RuleFile(text, file: "rule.yaml") }
        },
        FuzzTarget("profile", dictionary: "rules", seeds: { try SeedFiles.inside("Rules/profiles", ending: ".yaml") }) {
            try told($0) { text throws(RuleFileFailure) in _ = try Profile(text, file: "profile.yaml") }
        },
        FuzzTarget("facts", dictionary: "facts", seeds: facts) { bytes in
            try told(bytes) { text throws(RuleFileFailure) in _ = try Facts(text, file: "facts.yaml") }
        },
        FuzzTarget("waivers", dictionary: "rules", seeds: { waivers }) { bytes in
            try told(bytes) { text throws(RuleFileFailure) in
                guard let today = CalendarDate("2026-11-21") else { return }
                try WaiverFile(text, file: "waivers.yaml").check(on: today)
            }
        },
        FuzzTarget("configuration", dictionary: "rules", seeds: { configurations }) { bytes in
            try told(bytes) { text throws(RuleFileFailure) in
                _ = try ConfigurationFile(text, file: "beaconproof.yaml")
            }
            try told(bytes) { text throws(RuleFileFailure) in _ = try ManifestFile(text, file: "manifest.yaml") }
            try told(bytes) { text throws(RuleFileFailure) in
                _ = try SettingDefault.read(text, file: "settings.yaml")
            }
        },
        FuzzTarget("sql", dictionary: "sql", seeds: { queries }, exercise: query),
    ]

    /// A file is read or its mistake is told with its place.
    private static func told(
        _ bytes: [UInt8], _ read: (String) throws(RuleFileFailure) -> Void
    ) throws {
        let failure: RuleFileFailure
        do throws(RuleFileFailure) {
            try read(String(decoding: bytes, as: UTF8.self))
            return
        } catch {
            failure = error
        }
        try Contract.expect(!failure.message.isEmpty, "a mistake without a message")
    }

    private static let rules: @Sendable () throws -> [Seed] = {
        try [
            "Rules/vast/vast.quartile-once.yaml", "Rules/nielsen/nielsen.buffering-no-stop.yaml",
            "Examples/rules/vast.acme-tracker-host.yaml",
        ].map { try SeedFiles.file($0) }
    }

    private static let families: @Sendable () throws -> [Seed] = {
        try ["adobe-media", "ga4", "vmap"].map { try SeedFiles.file("Rules/families/\($0).yaml") }
    }

    private static let pack = """
        pack: acme-checks
        version: 1.0.0
        title: Acme
        sources: [{ ref: guide, class: vendor }]
        tests: [{ captures: [a.har], facts: a.facts.yaml, expect: pass, findings: [] }]
        """

    private static let facts: @Sendable () throws -> [Seed] = {
        [
            Seed("template", Facts.template), try SeedFiles.file("Examples/captures/nielsen-opted-out.facts.yaml"),
            Seed(
                "every-form",
                """
                privacy:  { ccpaApplies: true, gdprApplies: false, attStatus: denied }
                nielsen:  { optedOut: false, optedOutAt: 2026-11-21T10:00:00Z, flavour: global, market: se }
                player:   { pollSeconds: 1.0, loops: true, inView: full, firesInteractions: each }
                capture:  { complete: true, clockOffsetMs: { run.har: -120 }, unrelated: ["*.apple.com"], device: "iPhone" }
                expect:   { ads: 2, families: [vast, omid, nielsen] }
                attest:   { nielsen.golive-notify: { by: "A. Name", on: 2026-11-20, note: "mail" } }
                """),
        ]
    }

    private static let waivers: [Seed] = [
        Seed(
            "two",
            """
            waivers:
              - rule: vast.quartile-once
                subject: ad_play
                label: "A1001"
                item: "start"
                owner: "A. Name"
                reason: "the vendor counts the first only"
                expires: 2027-01-31
              - { rule: omid.loaded, subject: session, label: "*", owner: B, reason: "known", expires: 2026-12-01 }
            """)
    ]

    private static let configurations: [Seed] = [
        Seed(
            "configuration",
            """
            profiles: [vast, criteo-ios]
            rules: [rules/own]
            facts: facts.yaml
            waivers: waivers.yaml
            settings: { order.slackMs: 250 }
            """),
        Seed("manifest", "captures:\n  - { path: a.pcapng, keylog: [a.keys, b.keys], facts: a.facts.yaml }\n"),
        Seed("settings", "order.slackMs: { value: 250, unit: ms, meaning: slack, source: guess }\n"),
        Seed("anchors", "a: &x [1, 2]\nb: *x\n<<: *x\n? [k]\n: |\n  text\n"),
    ]

    // MARK: SQL

    private static let queries: [Seed] = [
        Seed("rule", "SELECT f.id, f.event FROM firing AS f JOIN ad_play AS p ON p.id = f.ad_play WHERE p.run = 1"),
        Seed("recursive", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"),
        Seed("json", "SELECT value ->> '$.a' FROM json_each('[{\"a\":1}]') ORDER BY 1"),
        Seed("window", "SELECT event, row_number() OVER (PARTITION BY event ORDER BY at_us) FROM firing"),
        Seed("private", "SELECT * FROM [run_row]"), Seed("pragma", "PRAGMA user_version = 7"),
        Seed("attach", "ATTACH ':memory:' AS other"), Seed("write", "INSERT INTO run (name) VALUES ('x')"),
    ]

    private static let database = Result { try Database.temporary() }

    /// Whatever is asked, the database stays as it was.
    private static let query: @Sendable ([UInt8]) throws -> Void = { bytes in
        let database = try database.get()
        let sql = String(decoding: bytes, as: UTF8.self)
        do throws(StoreFailure) {
            try database.restricted(stepLimit: 20_000) { (queries) throws(StoreFailure) in
                try queries.forEachRow(sql) { (row) throws(StoreFailure) in }
            }
        } catch {
            try Contract.expect(!"\(error)".isEmpty, "a refusal without words")
        }
        let tables = try database.restricted { (queries) throws(StoreFailure) in
            try queries.rows("SELECT (SELECT count(*) FROM run) + (SELECT count(*) FROM finding)")
        }
        try Contract.expect(tables.count == 1, "the database can no longer be asked")
    }
}
