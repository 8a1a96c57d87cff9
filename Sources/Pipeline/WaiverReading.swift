import Audit
import Model
import Store

extension WaiverFile {
    /// Reads a waivers file from disk.
    public static func read(_ path: String) throws(PipelineFailure) -> WaiverFile {
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
    public static func read(_ path: String, today: CalendarDate) throws(PipelineFailure) -> WaiverFile {
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
    public func text(of path: String, without dropped: [Waiver]) throws(PipelineFailure) -> String {
        WaiverFile.text(try TextFile.read(path), without: Set(dropped.map(\.line)), among: waivers)
    }
}

/// The waivers of a run: drafted from its findings, held against them, cleared of what is no longer needed.
public struct Waivers: Sendable {
    /// Findings of the run by what a waiver would name, each once, in the order of the report.
    private let findings: [(key: FindingKey, message: String, isWaived: Bool)]

    public init(run: ID<RunRecord>, in database: Database) throws(PipelineFailure) {
        let rows = try PipelineFailure.storing { () throws(StoreFailure) in
            try database.rows(
                """
                SELECT rule, subject_kind, subject_label, item, message, waived FROM finding WHERE run = :run
                ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, rule, at_us, item, id
                """, ["run": SQLValue(run)])
        }
        var findings: [(key: FindingKey, message: String, isWaived: Bool)] = []
        var seen: Set<FindingKey> = []
        for row in rows {
            guard let kind = row.text("subject_kind").flatMap(SubjectKind.init(rawValue:)) else { continue }
            let key = FindingKey(
                rule: row.text("rule") ?? "", subject: kind, label: row.text("subject_label") ?? "",
                item: row.text("item") ?? "")
            if seen.insert(key).inserted {
                findings.append((key, row.text("message") ?? "", row.text("waived") != nil))
            }
        }
        self.findings = findings
    }

    /// Entries for the findings that nobody has accepted yet.
    public func drafts(owner: String, reason: String, expires: String) -> [WaiverFile.Draft] {
        findings.filter { !$0.isWaived }.map { finding in
            var draft = WaiverFile.Draft(key: finding.key, message: finding.message)
            draft.owner = owner
            draft.reason = reason
            draft.expires = expires
            return draft
        }
    }

    /// Entries that no finding of the run needs.
    public func unused(_ file: WaiverFile) -> [Waiver] {
        let needed = Set(findings.map(\.key))
        return file.waivers.filter { !needed.contains($0.key) }
    }
}
