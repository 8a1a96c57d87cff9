import Audit
import Encodings
import Model
import Store

extension WaiverFile {
    /// Reads a waivers file from disk.
    package static func read(_ path: String) throws(PipelineFailure) -> WaiverFile {
        try content(path).file
    }

    /// With the SHA-256 of its bytes.
    static func content(_ path: String) throws(PipelineFailure) -> (file: WaiverFile, sha256: String) {
        let (text, sha256) = try TextFile.content(path)
        let file = try PipelineFailure.reading { () throws(RuleFileFailure) in try WaiverFile(text, file: path) }
        return (file, sha256)
    }

    /// Reads a waivers file and refuses it when one of its entries has run out.
    ///
    /// - Parameter today: the day it is read on.
    package static func read(_ path: String, today: CalendarDate) throws(PipelineFailure) -> WaiverFile {
        try content(path, today: today).file
    }

    /// With the SHA-256 of its bytes.
    static func content(
        _ path: String, today: CalendarDate
    ) throws(PipelineFailure) -> (file: WaiverFile, sha256: String) {
        let (file, sha256) = try content(path)
        try PipelineFailure.reading { () throws(RuleFileFailure) in try file.check(on: today) }
        return (file, sha256)
    }

    /// The text of the file at `path` without some of its entries.
    package func text(of path: String, without dropped: [Waiver]) throws(PipelineFailure) -> String {
        WaiverFile.text(try TextFile.read(path), without: Set(dropped.map(\.line)), among: waivers)
    }
}

/// The waivers of a run: drafted from its findings, held against them, cleared of what is no longer needed.
package struct Waivers: Sendable {
    /// Findings of the run by what a waiver would name, each once, in the order of the report.
    private let findings: [(key: FindingKey, message: String, isWaived: Bool)]
    private let rules: RulePack

    /// - Parameter rules: what rules are called today; the database may be older.
    package init(run: ID<RunRecord>, in database: Database, rules: RulePack) throws(PipelineFailure) {
        let rows = try PipelineFailure.storing { () throws(StoreFailure) in
            try database.rows(
                RunSQL.findingsByWeight, ["run": SQLValue(run)])
        }
        var findings: [(key: FindingKey, message: String, isWaived: Bool)] = []
        var seen: Set<FindingKey> = []
        for row in rows {
            guard let kind = row.text("subject_kind").flatMap(SubjectKind.init(rawValue:)) else { continue }
            let id = try PipelineFailure.reading { () throws(RuleFileFailure) in
                try rules.currentID(row.text("rule") ?? "")
            }
            let key = FindingKey(
                rule: id, subject: kind, label: row.text("subject_label") ?? "",
                item: row.text("item") ?? "")
            if seen.insert(key).inserted {
                findings.append((key, row.text("message") ?? "", row.text("waived") != nil))
            }
        }
        self.findings = findings
        self.rules = rules
    }

    /// Entries for the findings that nobody has accepted yet.
    package func drafts(owner: String, reason: String, expires: String) -> [WaiverFile.Draft] {
        findings.filter { !$0.isWaived }.map { finding in
            var draft = WaiverFile.Draft(key: finding.key, message: finding.message)
            draft.owner = owner
            draft.reason = reason
            draft.expires = expires
            return draft
        }
    }

    /// Entries without those that a file has already.
    package func drafts(
        owner: String, reason: String, expires: String, notIn file: WaiverFile
    ) throws(PipelineFailure) -> [WaiverFile.Draft] {
        let known = Set(try named(file).map(\.key))
        return drafts(owner: owner, reason: reason, expires: expires).filter { !known.contains($0.key) }
    }

    /// Entries that no finding of the run needs.
    package func unused(_ file: WaiverFile) throws(PipelineFailure) -> [Waiver] {
        let needed = Set(findings.map(\.key))
        return zip(file.waivers, try named(file)).filter { !needed.contains($1.key) }.map(\.0)
    }

    private func named(_ file: WaiverFile) throws(PipelineFailure) -> [Waiver] {
        try PipelineFailure.reading { () throws(RuleFileFailure) in try file.waivers.naming(rules: rules) }
    }
}
