import Model

/// `beaconproof.result/1`: the report for programs. Its schema is docs/result.schema.json.
struct ResultReport {
    let model: ReportModel
    private let isOnOneLine: Bool

    /// - Parameter onOneLine: for JSON Lines.
    init(_ model: ReportModel, onOneLine: Bool = false) {
        self.model = model
        isOnOneLine = onOneLine
    }

    func render() -> [UInt8] {
        var json = JSONWriter(isOnOneLine ? .line : .indented)
        json.object { json in
            json.field("schema", "beaconproof.result/1")
            json.key("tool")
            json.object { json in
                json.field("version", model.run.toolVersion)
                json.field("rulesVersion", model.run.rulesVersion)
                json.field("rulesSHA256", model.run.rulesSHA256)
            }
            json.key("captures")
            json.array(model.captures) { $0.capture($1) }
            if let kept = model.run.kept {
                json.key("keptDatabase")
                json.object { json in
                    json.field("path", kept.path)
                    json.field("judgedAgain", kept.isJudgedAgain)
                }
            }
            json.field("verdict", model.run.verdict?.rawValue)
            json.field("headline", model.headline)
            json.field("certified", model.run.isCertified)
            json.field("note", model.run.note)
            json.witnesses(model.run.witnesses)
            json.key("notices")
            json.array(model.notices) { $0.string($1) }
            json.key("grounds")
            json.array(model.grounds) { $0.ground($1) }
            json.key("certificates")
            json.array(model.certificates) { $0.certificate($1) }
            json.key("families")
            json.array(model.families) { $0.family($1) }
            json.key("findings")
            json.array(model.findings) { $0.finding($1, model.rule($1.rule)) }
            json.key("verdicts")
            json.array(model.verdicts) { $0.verdict($1) }
            json.key("rules")
            json.array(model.rules) { $0.rule($1) }
            json.key("adPlays")
            json.array(model.adPlays.listed) { $0.adPlay($1) }
            if model.adPlays.rest > 0 { json.field("adPlaysTotal", model.adPlays.total) }
            if model.notJudged.total > 0 {
                json.key("notJudged")
                json.array(model.notJudged.listed) { $0.notJudged($1) }
                if model.notJudged.rest > 0 { json.field("notJudgedTotal", model.notJudged.total) }
            }
            json.key("diagnostics")
            json.array(model.diagnostics.listed) { $0.diagnostic($1) }
            if model.diagnostics.rest > 0 { json.field("diagnosticsTotal", model.diagnostics.total) }
        }
        var output = json.output
        output.literal("\n")
        return output.bytes
    }
}

extension JSONWriter {
    mutating func witnesses(_ witnesses: ReportModel.Witnesses) {
        key("witnesses")
        object { json in
            json.field("due", witnesses.due)
            json.field("compared", witnesses.compared)
        }
    }

    fileprivate mutating func notJudged(_ group: ReportModel.NotJudged) {
        object { json in
            json.field("host", group.host)
            json.field("why", group.why)
            json.field("requests", group.requests)
            json.field("method", group.method)
            json.field("url", group.url)
        }
    }

    fileprivate mutating func capture(_ capture: ReportModel.Capture) {
        object { json in
            json.field("path", capture.path)
            json.field("format", capture.format)
            json.field("sha256", capture.sha256)
            json.field("firstUs", capture.firstUs)
            json.field("lastUs", capture.lastUs)
            json.field("frames", capture.frames)
            json.field("flows", capture.flows)
            json.field("flowsUndecrypted", capture.flowsUndecrypted)
            json.field("exchanges", capture.exchanges)
            json.field("beacons", capture.beacons)
            guard let clock = capture.clock, clock.method != "reference" else { return }
            json.key("clock")
            json.object { json in
                json.field("offsetUs", clock.offsetUs)
                json.field("uncertaintyUs", clock.uncertaintyUs)
                json.field("method", clock.method)
                json.field("samples", clock.samples)
            }
        }
    }

    fileprivate mutating func ground(_ ground: Ground) {
        object { json in
            json.field("kind", ground.kind.rawValue)
            json.field("name", ground.name)
            json.field("value", ground.value)
            json.field("sha256", ground.sha256)
            json.field("origin", ground.origin.rawValue)
            json.field("place", ground.place)
        }
    }

    fileprivate mutating func certificate(_ certificate: ReportModel.Certificate) {
        object { json in
            json.field("profile", certificate.profile)
            json.field("verdict", certificate.verdict.rawValue)
            json.key("reasons")
            json.array(certificate.reasons) { $0.string($1) }
        }
    }

    fileprivate mutating func family(_ family: ReportModel.Family) {
        object { json in
            json.field("family", family.name)
            json.field("verdict", family.verdict.rawValue)
            json.field("headline", family.word)
            json.field("note", family.note)
            json.witnesses(family.witnesses)
            json.field("beacons", family.beacons)
            json.field("adPlays", family.adPlays)
        }
    }

    fileprivate mutating func subject(_ subject: ReportModel.Subject) {
        key("subject")
        object { json in
            json.field("kind", subject.kind)
            json.field("id", subject.id)
            json.field("label", subject.label)
        }
    }

    fileprivate mutating func finding(_ finding: ReportModel.Finding, _ rule: ReportModel.Rule?) {
        object { json in
            json.field("rule", finding.rule)
            json.field("severity", finding.severity.rawValue)
            json.field("family", finding.family)
            json.subject(finding.subject)
            json.field("message", finding.message)
            json.field("expected", finding.expected)
            json.field("observed", finding.observed)
            json.field("server", finding.server)
            json.field("cause", finding.cause)
            json.key("evidence")
            json.array(finding.evidence.listed) { $0.evidence($1) }
            if finding.evidence.rest > 0 { json.field("evidenceTotal", finding.evidence.total) }
            json.field("fix", rule?.fix ?? "")
            json.key("sources")
            json.array(rule?.sources ?? []) { $0.string($1) }
            json.field("fingerprint", finding.fingerprint)
            json.key("waived")
            json.waiver(finding.waived)
        }
    }

    private mutating func waiver(_ waiver: ReportModel.Waiver?) {
        guard let waiver else { return null() }
        object { json in
            json.field("owner", waiver.owner)
            json.field("reason", waiver.reason)
            json.field("expires", waiver.expires)
        }
    }

    private mutating func evidence(_ evidence: ReportModel.Evidence) {
        object { json in
            json.field("role", evidence.role)
            json.field("capture", evidence.capture)
            json.key("locator")
            json.locator(evidence.locator)
            json.field("exchange", evidence.exchange)
            json.field("tracker", evidence.tracker)
            json.field("call", evidence.call)
            json.field("atUs", evidence.atUs)
            json.field("method", evidence.method)
            json.field("url", evidence.role == "declared" ? evidence.declared?.url ?? evidence.url : evidence.url)
            json.field("status", evidence.status)
        }
    }

    private mutating func locator(_ place: ReportModel.Place?) {
        guard let place else { return null() }
        object { json in
            switch place.kind {
            case "frames": json.field("frames", place.value)
            case "bytes": json.field("bytes", place.value)
            case "entry": json.field("entry", Int64(place.value))
            default: json.field("line", Int64(place.value))
            }
        }
    }

    fileprivate mutating func verdict(_ verdict: ReportModel.RuleVerdict) {
        object { json in
            json.field("rule", verdict.rule)
            json.subject(verdict.subject)
            json.field("verdict", verdict.outcome.rawValue)
            json.field("reason", verdict.reason)
            json.field("because", verdict.because)
            json.field("needs", verdict.needs)
        }
    }

    fileprivate mutating func rule(_ rule: ReportModel.Rule) {
        object { json in
            json.field("rule", rule.id)
            json.field("pass", rule.pass)
            json.field("fail", rule.fail)
            json.field("inconclusive", rule.inconclusive)
            json.field("notApplicable", rule.notApplicable)
            json.field("notCompared", rule.notCompared)
            json.field("witness", rule.witness)
            json.witnesses(rule.witnesses)
        }
    }

    fileprivate mutating func adPlay(_ play: ReportModel.AdPlay) {
        object { json in
            json.field("id", play.id)
            json.field("label", play.label)
            json.field("creative", play.creative)
            json.field("startUs", play.startUs)
            json.field("endUs", play.endUs)
            json.key("firings")
            json.array(play.firings.listed) { json, firing in
                json.object { json in
                    json.field("event", firing.event)
                    json.field("atUs", firing.atUs)
                    json.field("exchange", firing.exchange)
                    json.field("tracker", firing.tracker)
                }
            }
            if play.firings.rest > 0 { json.field("firingsTotal", play.firings.total) }
        }
    }

    fileprivate mutating func diagnostic(_ diagnostic: ReportModel.DiagnosticGroup) {
        object { json in
            json.field("code", diagnostic.code)
            json.field("severity", diagnostic.severity.rawValue)
            json.field("stage", diagnostic.stage)
            json.field("count", diagnostic.count)
            json.field("subject", diagnostic.subject)
        }
    }
}
