import Model
import Store

extension SampleRun {
    func judge(_ writer: inout Writer, _ scene: Scene) throws(StoreFailure) {
        try rules(&writer, scene.run)
        try quartiles(&writer, scene)
        try optOut(&writer, scene)
        try undecided(&writer, scene)
        try inputs(&writer, scene)
        try writer.insert(
            certificate: CertificateRecord(
                profile: "criteo-ios", dated: "2026-11-01", verdict: .fail,
                reasons: [
                    "vast.quartile-once failed on ad play A1001",
                    captured("criteo.omid-trackview is blind: verify.criteo.example.test was not decrypted"),
                ]), run: scene.run)
        try writer.insert(
            certificate: CertificateRecord(profile: "vast", dated: "2026-11-01", verdict: .fail, reasons: []),
            run: scene.run)
        try writer.insert(family: FamilyRecord(family: "vast", verdict: .fail), run: scene.run)
        try writer.insert(family: FamilyRecord(family: "nielsen", verdict: .fail), run: scene.run)
        try writer.insert(family: FamilyRecord(family: "criteo", verdict: .inconclusive), run: scene.run)
        try writer.setRunVerdict(
            RunVerdict(
                verdict: verdict, isCertified: verdict == .pass, note: captured("nothing was seen of a break"), due: 34,
                compared: 30),
            run: scene.run, rulesVersion: "2026.11",
            rulesSHA256: "41d0e5a6b83f0c7712e5f1c3aa6f2ed4b6a1f8f0d43b7c24fb5e7d0af2a9c901")
    }

    private func rules(_ writer: inout Writer, _ run: ID<RunRecord>) throws(StoreFailure) {
        let rules: [(id: String, severity: Severity, title: String, counts: [Int])] = [
            ("vast.quartile-once", .error, "A quartile beacon fires at most once per ad play", [1, 1, 0]),
            ("nielsen.optout-ids-blank", .error, "An opted-out ping has blank device and user ids", [2, 1, 0]),
            ("vast.quartile-timing", .warning, "A quartile beacon fires when that part has been watched", [1, 1, 0]),
            ("vast.wrapper-trackers", .info, "Every wrapper adds at least one tracker", [0, 1, 0]),
            (
                "criteo.omid-trackview", .error, "omidTrackView fires exactly once, before other OMID beacons",
                [0, 0, 1]
            ),
            ("ima.adtag-us-privacy-absent", .error, "Every Google ad request carries us_privacy", [0, 0, 1]),
            ("vast.impression-once", .error, "The impression fires exactly once per ad play", [2, 0, 0]),
            ("vast.doc-parse", .error, "The VAST document is well-formed", [2, 0, 0]),
        ]
        for rule in rules {
            try writer.insert(
                rule: RuleRecord(
                    id: rule.id, family: String(rule.id.prefix { $0 != "." }), severity: rule.severity,
                    title: rule.title,
                    fix:
                        "Keep a per-play record of sent events; drop repeats when the creative loops or the viewer seeks.",
                    why: "Repeated quartiles inflate delivery counts and make partners disagree.",
                    sources: ["Criteo iOS video player guide, step 4 (vendor, since 2024-01-01)"]), run: run)
            try writer.insert(
                ruleSummary: RuleSummaryRecord(
                    rule: rule.id, pass: rule.counts[0], fail: rule.counts[1], inconclusive: rule.counts[2],
                    notApplicable: 3), run: run)
        }
    }

    private func quartiles(_ writer: inout Writer, _ scene: Scene) throws(StoreFailure) {
        let play = Subject(kind: .adPlay, id: 1, label: captured("A1001"))
        for event in Scene.events {
            let pair = scene.firings.filter { $0.event == event }.prefix(2)
            let finding = try writer.insert(
                finding: FindingRecord(
                    rule: "vast.quartile-once", severity: .error, family: "vast", subject: play, item: event,
                    message: captured("\(event) fired 2 times"), expected: captured("1"), observed: captured("2"),
                    at: pair.last?.at, fingerprint: "qo-\(event)-1f3a"), run: scene.run)
            for (ordinal, firing) in pair.enumerated() {
                try writer.insert(
                    evidence: EvidenceRecord(
                        role: ordinal == 0 ? .counterpart : .breach, source: "firing", sourceID: firing.id.number,
                        exchange: firing.exchange, tracker: ID(101 + (Scene.events.firstIndex(of: event) ?? 0)),
                        at: firing.at),
                    finding: finding, ordinal: ordinal)
            }
            try writer.insert(
                evidence: EvidenceRecord(
                    role: .declared, source: "tracker", sourceID: 101, exchange: 1,
                    tracker: ID(101 + (Scene.events.firstIndex(of: event) ?? 0))), finding: finding, ordinal: pair.count
            )
        }
        try writer.insert(
            verdict: VerdictRecord(rule: "vast.quartile-once", subject: play, verdict: .fail), run: scene.run)
        let late = scene.firings[3]
        let timing = try writer.insert(
            finding: FindingRecord(
                rule: "vast.quartile-timing", severity: .warning, family: "vast", subject: play, item: "midpoint",
                message: captured("midpoint fired 0.4 s late"), expected: captured("7.0 s played"),
                observed: captured("7.4 s"), at: late.at, fingerprint: "qt-midpoint-77c0"), run: scene.run)
        try writer.insert(
            evidence: EvidenceRecord(
                role: .breach, source: "firing", sourceID: late.id.number, exchange: late.exchange, at: late.at),
            finding: timing,
            ordinal: 0)
        let wrapper = try writer.insert(
            finding: FindingRecord(
                rule: "vast.wrapper-trackers", severity: .info, family: "vast",
                subject: Subject(kind: .document, id: 1, label: captured("VAST tag.xml")), item: "wrapper",
                message: captured("the wrapper adds no tracker"), expected: "1 or more", observed: "0",
                fingerprint: "wt-1",
                waived: FindingRecord.Waiver(
                    owner: captured("A. Name"), reason: captured("test wrapper"), expires: "2027-01-31")),
            run: scene.run)
        try writer.insert(
            evidence: EvidenceRecord(role: .declared, source: "document", sourceID: 1, exchange: 1), finding: wrapper,
            ordinal: 0)
        for index in 0..<moreFindings {
            let finding = try writer.insert(
                finding: FindingRecord(
                    rule: "vast.quartile-once", severity: .error, family: "vast", subject: play, item: "extra\(index)",
                    message: captured("start fired \(index) times"), expected: "1", observed: "\(index)",
                    at: SampleRun.at(Double(index % 50)), fingerprint: "more-\(index)"), run: scene.run)
            try writer.insert(
                evidence: EvidenceRecord(
                    role: .breach, source: "firing", sourceID: 1, exchange: scene.firings[0].exchange,
                    at: SampleRun.at(Double(index % 50))), finding: finding, ordinal: 0)
        }
    }

    private func optOut(_ writer: inout Writer, _ scene: Scene) throws(StoreFailure) {
        let subject = Subject(kind: .session, id: 1, label: captured(Self.identifiers[2]))
        let finding = try writer.insert(
            finding: FindingRecord(
                rule: "nielsen.optout-ids-blank", severity: .error, family: "nielsen", subject: subject, item: "c9",
                message: captured("c9 holds \(Self.identifiers[0]) although uoo=true"), expected: "devid, blank",
                observed: captured("c9=devid,\(Self.identifiers[0])"), at: scene.pings.first?.at,
                fingerprint: "oo-c9-90aa", assumed: captured("nielsen.flavour = global")), run: scene.run)
        for (ordinal, ping) in scene.pings.enumerated() {
            try writer.insert(
                evidence: EvidenceRecord(
                    role: .breach, source: "beacon", sourceID: ping.beacon.number, exchange: ping.exchange, at: ping.at),
                finding: finding, ordinal: ordinal)
        }
        try writer.insert(
            verdict: VerdictRecord(rule: "nielsen.optout-ids-blank", subject: subject, verdict: .fail), run: scene.run)
    }

    private func undecided(_ writer: inout Writer, _ scene: Scene) throws(StoreFailure) {
        try writer.insert(
            verdict: VerdictRecord(
                rule: "criteo.omid-trackview", subject: Subject(kind: .adPlay, id: 1, label: captured("A1001")),
                verdict: .inconclusive, reason: .blind,
                needs: captured("a capture with the TLS secrets of verify.criteo.example.test")), run: scene.run)
        try writer.insert(
            verdict: VerdictRecord(
                rule: "ima.adtag-us-privacy-absent",
                subject: Subject(kind: .run, id: 1, label: captured("capture.har")),
                verdict: .inconclusive, reason: .needsFact, needs: captured("the fact privacy.ccpaApplies")),
            run: scene.run)
    }

    private func inputs(_ writer: inout Writer, _ scene: Scene) throws(StoreFailure) {
        let missing = DiagnosticCode(
            "tls.secret-missing", .warning, stage: "wire", meaning: "No secret.", remedy: "Record a key log.")
        try writer.insert(
            diagnostic: Diagnostic(
                missing, locator: .entry(3), at: SampleRun.at(0.3), subject: captured("verify.criteo.example.test"),
                detail: captured("the key log holds no secret for this connection"), units: 1,
                blind: Blind(
                    from: SampleRun.at(20), to: SampleRun.at(24), host: captured("verify.criteo.example.test"),
                    manyHosts: true)), run: scene.run, capture: scene.capture)
        try writer.insert(
            blind: Blind(to: SampleRun.at(0)), run: scene.run, capture: scene.capture,
            reason: captured("the capture begins here"))
        let quality = DiagnosticCode(
            "har.exporter-drops", .info, stage: "capture", meaning: "Known loss.", remedy: "Use another exporter.")
        for _ in 0..<3 {
            try writer.insert(
                diagnostic: Diagnostic(quality, subject: captured("Playwright"), detail: captured("bodies above 1 MB")),
                run: scene.run, capture: scene.capture)
        }
        try writer.insert(
            fact: FactRecord(key: "player.loops", value: captured("true"), source: .file), run: scene.run)
        try writer.insert(
            fact: FactRecord(key: "player.inView", value: captured("full"), source: .assumed), run: scene.run)
        try writer.insert(
            setting: SettingRecord(key: "order.slackMs", value: "250", unit: "ms", source: "criteo-ios"), run: scene.run
        )
        var ledger = Ledger(unit: "entries")
        ledger.input = 20
        ledger.output = 19
        ledger.diagnosed = 1
        try writer.insert(ledger: ledger, stage: "capture", capture: scene.capture)
    }
}
