import Model

/// The findings as SARIF 2.1.0 (OASIS Standard, 27 March 2020) for code scanning services.
///
/// Every result is located in the capture that proves it; nothing points at a captured address. What could not be read or
/// decided is told as notifications of the tool, because services show every result as a fault.
struct SARIFReport {
    /// The most results that a run may hold (GitHub's limit); findings are listed worst first.
    static let resultLimit = 25_000
    /// Locations per result and per thread flow.
    static let locationLimit = 100
    static let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    static let fingerprintName: StaticString = "beaconproofFinding/v1"

    let model: ReportModel
    let folder: String?
    /// One of many captures.
    let isPart: Bool

    init(_ model: ReportModel, _ options: ReportOptions, isPart: Bool = false) {
        self.model = model
        folder = options.folder
        self.isPart = isPart
    }

    func render() -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("$schema", Self.schema)
            json.field("version", "2.1.0")
            json.key("runs")
            json.array([model]) { json, _ in run(&json) }
        }
        var output = json.output
        output.literal("\n")
        return output.bytes
    }

    /// The results alone, separated by commas, for a run over many captures. They name rules and captures without the
    /// numbers that only a list of all of them could give.
    func renderResults() -> [UInt8] {
        var bytes: [UInt8] = []
        for finding in model.findings.prefix(Self.resultLimit) {
            var json = JSONWriter(.line)
            result(&json, finding)
            if !bytes.isEmpty { bytes += [UInt8(ascii: ","), UInt8(ascii: "\n")] }
            bytes += json.bytes
        }
        return bytes
    }

    private func run(_ json: inout JSONWriter) {
        json.object { json in
            json.key("tool")
            json.object { json in
                json.key("driver")
                driver(&json)
            }
            json.key("columnKind")
            json.string("unicodeCodePoints")
            json.key("artifacts")
            json.array(model.captures) { artifact(&$0, $1) }
            json.key("invocations")
            json.array([model]) { json, _ in invocation(&json) }
            json.key("results")
            json.array(Array(model.findings.prefix(Self.resultLimit).enumerated())) { result(&$0, $1.element) }
            json.key("properties")
            json.object { json in
                json.field("verdict", model.run.verdict?.rawValue)
                json.field("headline", model.headline)
                json.field("certified", model.run.isCertified)
                json.witnesses(model.run.witnesses)
                json.field("findings", model.findings.count)
                json.field("findingsNotListed", notListed)
                json.key("notices")
                json.array(model.notices) { $0.string($1) }
            }
        }
    }

    private func driver(_ json: inout JSONWriter) {
        json.object { json in
            json.field("name", "BeaconProof")
            json.field("semanticVersion", model.run.toolVersion)
            json.key("rules")
            json.array(model.rules) { rule(&$0, $1) }
            json.key("notifications")
            json.array(notificationIDs) { json, id in json.object { $0.field("id", id) } }
            json.key("properties")
            json.object { json in
                json.field("rulesVersion", model.run.rulesVersion)
                json.field("rulesSHA256", model.run.rulesSHA256)
            }
        }
    }

    private func rule(_ json: inout JSONWriter, _ rule: ReportModel.Rule) {
        json.object { json in
            json.field("id", rule.id)
            json.message("shortDescription", rule.title)
            if !rule.why.isEmpty { json.message("fullDescription", rule.why) }
            let help = ([rule.fix] + rule.sources).filter { !$0.isEmpty }.joined(separator: "\n\n")
            if !help.isEmpty { json.message("help", help) }
            json.key("defaultConfiguration")
            json.object { $0.field("level", rule.severity.level) }
            json.key("properties")
            json.object { json in
                json.key("tags")
                json.array([rule.family]) { $0.string($1) }
            }
        }
    }

    private func artifact(_ json: inout JSONWriter, _ capture: ReportModel.Capture) {
        json.object { json in
            json.key("location")
            json.object { $0.field("uri", RelativePath.uri(capture.path, in: folder)) }
            json.field("length", capture.bytes)
            json.key("roles")
            json.array(["analysisTarget"]) { $0.string($1) }
            json.key("hashes")
            json.object { $0.field("sha-256", capture.sha256) }
            json.key("properties")
            json.object { json in
                json.field("format", capture.format)
                json.field("exchanges", capture.exchanges)
                json.field("beacons", capture.beacons)
            }
        }
    }
}

// MARK: - Results

extension SARIFReport {
    private func result(_ json: inout JSONWriter, _ finding: ReportModel.Finding) {
        json.object { json in
            json.field("ruleId", finding.rule)
            if !isPart, let index = model.rules.firstIndex(where: { $0.id == finding.rule }) {
                json.field("ruleIndex", index)
            }
            json.field("level", finding.severity.level)
            json.message("message", message(finding))
            json.key("locations")
            json.array([FindingPlace(finding)]) { location(&$0, $1, nil) }
            let related = finding.evidence.listed.filter { $0.locator != nil }.prefix(Self.locationLimit)
            if !related.isEmpty {
                json.key("relatedLocations")
                json.array(Array(related)) { location(&$0, FindingPlace($1), words($1)) }
            }
            order(&json, finding)
            json.key("partialFingerprints")
            json.object { $0.field(Self.fingerprintName, finding.fingerprint) }
            if let waived = finding.waived { suppression(&json, waived) }
            request(&json, finding)
            json.key("properties")
            json.object { json in
                json.field("subjectKind", finding.subject.kind)
                json.field("subject", finding.subject.label)
                json.field("expected", finding.expected)
                json.field("observed", finding.observed)
                if let assumed = finding.assumed { json.field("assumed", assumed) }
                if let server = finding.server { json.field("server", server) }
                if let cause = finding.cause { json.field("cause", cause) }
            }
        }
    }

    private func message(_ finding: ReportModel.Finding) -> String {
        let place = FindingPlace(finding).place.map { " [\(Phrases.place($0))]" } ?? ""
        return "\(finding.message) (\(Phrases.subject(finding.subject))): expected \(finding.expected), "
            + "observed \(finding.observed)\(Phrases.server(finding).map { ", \($0)" } ?? "")\(place)"
    }

    /// `breach: GET https://… 204, +3.613 s, entry 31`.
    private func words(_ evidence: ReportModel.Evidence) -> String {
        let words = EvidenceWords(evidence: evidence)
        let request = [words.method, TerminalText(words.subject).shortened(to: 200).value, words.status]
            .filter { !$0.isEmpty }.joined(separator: " ")
        return "\(Phrases.role(evidence.role)): "
            + [request, words.offset ?? "", words.place].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func location(_ json: inout JSONWriter, _ place: FindingPlace, _ words: String?) {
        json.object { json in
            json.key("physicalLocation")
            json.object { json in
                json.key("artifactLocation")
                json.object { json in
                    let path = model.captures.indices.contains(place.capture) ? model.captures[place.capture].path : "-"
                    json.field("uri", RelativePath.uri(path, in: folder))
                    if !isPart, model.captures.indices.contains(place.capture) { json.field("index", place.capture) }
                }
                json.key("region")
                json.object { $0.field("startLine", place.line) }
            }
            if let place = place.place {
                json.key("logicalLocations")
                json.array([place]) { json, place in
                    json.object { json in
                        json.field("fullyQualifiedName", Phrases.place(place))
                        json.field("kind", place.kind)
                    }
                }
            }
            if let words { json.message("message", words) }
        }
    }

    /// The rows in the order of their times: what an order or a repetition looked like.
    private func order(_ json: inout JSONWriter, _ finding: ReportModel.Finding) {
        let timed = finding.evidence.listed.filter { $0.atUs != nil && $0.locator != nil }
            .sorted { ($0.atUs ?? 0) < ($1.atUs ?? 0) }
        guard timed.count > 1 else { return }
        json.key("codeFlows")
        json.array([timed.prefix(Self.locationLimit)]) { json, rows in
            json.object { json in
                json.key("threadFlows")
                json.array([rows]) { json, rows in
                    json.object { json in
                        json.key("locations")
                        json.array(Array(rows.enumerated())) { json, row in
                            json.object { json in
                                json.key("location")
                                location(&json, FindingPlace(row.element), words(row.element))
                                json.field("executionOrder", row.offset + 1)
                                json.field("importance", row.element.role == "breach" ? "essential" : "important")
                            }
                        }
                    }
                }
            }
        }
    }

    private func suppression(_ json: inout JSONWriter, _ waiver: ReportModel.Waiver) {
        json.key("suppressions")
        json.array([waiver]) { json, waiver in
            json.object { json in
                json.field("kind", "external")
                json.field("status", "accepted")
                json.field("justification", WaiverWords(waiver: waiver).sentence)
                json.key("properties")
                json.object { json in
                    json.field("owner", waiver.owner)
                    json.field("expires", waiver.expires)
                }
            }
        }
    }

    private func request(_ json: inout JSONWriter, _ finding: ReportModel.Finding) {
        guard let row = finding.evidence.listed.first(where: { $0.role == "breach" && $0.url != nil }),
            let method = row.method, let url = row.url
        else { return }
        json.key("webRequest")
        json.object { json in
            json.field("method", method)
            json.field("target", url)
        }
        guard let status = row.status else { return }
        json.key("webResponse")
        json.object { $0.field("statusCode", status) }
    }
}

// MARK: - Notifications

extension SARIFReport {
    private static let undecided = "rule-undecided"

    private var notificationIDs: [String] {
        var ids: [String] = []
        for id in model.diagnostics.listed.map(\.code) + (model.undecidedGroups.isEmpty ? [] : [Self.undecided])
        where !ids.contains(id) {
            ids.append(id)
        }
        return ids
    }

    private func invocation(_ json: inout JSONWriter) {
        json.object { json in
            json.field("executionSuccessful", true)
            json.key("toolExecutionNotifications")
            json.array(
                model.notices.map(Notification.notice) + (notListed > 0 ? [.notListed(notListed)] : [])
                    + model.diagnostics.listed.map(Notification.diagnostic)
                    + model.undecidedGroups.map(Notification.undecided)
            ) {
                notification(&$0, $1)
            }
        }
    }

    /// Findings beyond what a run may hold.
    private var notListed: Int { max(0, model.findings.count - Self.resultLimit) }

    private enum Notification {
        /// What decided although nobody named it.
        case notice(String)
        case notListed(Int)
        case diagnostic(ReportModel.DiagnosticGroup)
        case undecided(ReportModel.UndecidedGroup)
    }

    private func notification(_ json: inout JSONWriter, _ notification: Notification) {
        if case .notListed(let rest) = notification { return json.notification(notListed: rest) }
        json.object { json in
            switch notification {
            case .notListed: return
            case .notice(let sentence):
                json.field("level", "note")
                json.message("message", sentence)
            case .diagnostic(let group):
                let subject = group.subject.map { " \($0)" } ?? ""
                json.key("descriptor")
                json.object { $0.field("id", group.code) }
                json.field("level", group.severity.level)
                json.message("message", "\(group.code)\(subject) (\(group.count)): \(group.detail)")
                guard let capture = group.capture else { return }
                json.key("locations")
                json.array([group]) { json, group in
                    location(&json, FindingPlace(capture: capture, place: group.locator), nil)
                }
            case .undecided(let group):
                json.key("descriptor")
                json.object { $0.field("id", Self.undecided) }
                json.key("associatedRule")
                json.object { $0.field("id", group.rule) }
                json.field("level", group.isMissingInput ? "note" : "warning")
                let needs = group.needs.map { "; to decide: \($0)" } ?? ""
                let subjects = Phrases.count(group.subjects.count, "subject")
                json.message("message", "\(group.rule) on \(subjects): \(Phrases.reason(group.reason))\(needs)")
            }
        }
    }
}

extension FindingPlace {
    fileprivate init(capture: Int, place: ReportModel.Place?) {
        self.capture = capture
        self.place = place
    }
}

extension Severity {
    /// As SARIF (section 3.27.10) calls it.
    var level: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }
}

extension JSONWriter {
    mutating func message(_ name: StaticString, _ text: String) {
        key(name)
        object { $0.field("text", text) }
    }

    /// Says that the run holds fewer results than there are findings.
    mutating func notification(notListed rest: Int) {
        object { json in
            json.field("level", "warning")
            json.message(
                "message",
                "\(Phrases.count(rest, "more finding")) not listed here, because a run holds at most "
                    + "\(SARIFReport.resultLimit) results; the JSON reports have them.")
        }
    }
}
