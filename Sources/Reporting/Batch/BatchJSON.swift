/// The lines of `batch --format json` that are no results: `beaconproof.error/1` and, last, `beaconproof.summary/1`.
/// Their schema is docs/summary.schema.json.
enum BatchJSON {
    /// In the place of a result.
    static func failure(_ row: BatchRow) -> [UInt8] {
        var json = JSONWriter(.line)
        json.object { json in
            json.field("schema", "beaconproof.error/1")
            json.field("path", row.path)
            json.field("outcome", row.outcome.rawValue)
            json.field("message", row.message)
        }
        return line(json)
    }

    static func summary(_ summary: BatchSummary) -> [UInt8] {
        var json = JSONWriter(.line)
        json.object { json in
            json.field("schema", "beaconproof.summary/1")
            json.key("tool")
            json.object { json in
                json.field("version", summary.toolVersion)
                json.field("rulesVersion", summary.rulesVersion)
                json.field("rulesSHA256", summary.rulesSHA256)
            }
            json.field("state", summary.isComplete ? "complete" : "interrupted")
            json.field("exitCode", Int(summary.exitCode))
            json.key("outcomes")
            json.object { json in
                json.field("pass", summary.count(.pass))
                json.field("fail", summary.count(.fail))
                json.field("inconclusive", summary.count(.inconclusive))
                json.field("error", summary.count(.error))
                json.field("notRun", summary.count(.notRun))
            }
            json.key("notices")
            json.array(summary.notices) { $0.string($1) }
            json.key("rules")
            json.array(summary.rules) { json, line in
                json.object { json in
                    json.field("rule", line.rule)
                    json.field("severity", line.severity.rawValue)
                    json.field("captures", line.captures)
                    json.field("findings", line.findings)
                }
            }
            json.key("captures")
            json.array(summary.rows) { $0.row($1) }
        }
        return line(json)
    }

    private static func line(_ json: JSONWriter) -> [UInt8] {
        var output = json.output
        output.literal("\n")
        return output.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func row(_ row: BatchRow) {
        object { json in
            json.field("path", row.path)
            json.field("outcome", row.outcome.rawValue)
            json.field("headline", row.headline)
            json.field("certified", row.isCertified)
            json.witnesses(ReportModel.Witnesses(due: row.due, compared: row.compared))
            json.field("exitCode", Int(row.exitCode))
            json.field("message", row.message)
            json.field("takenOver", row.isTakenOver)
            json.field("sha256", row.sha256)
            json.field("errors", row.errors)
            json.field("warnings", row.warnings)
            json.field("infos", row.infos)
            json.field("accepted", row.accepted)
            json.field("undecided", row.undecided)
            if let new = row.new {
                json.key("new")
                json.array(new) { $0.string($1) }
            }
            json.field("exchanges", row.exchanges)
            json.field("beacons", row.beacons)
            json.field("adPlays", row.adPlays)
            json.key("families")
            json.array(row.families) { json, family in
                json.object { json in
                    json.field("family", family.family)
                    json.field("verdict", family.verdict)
                }
            }
            json.key("certificates")
            json.array(row.certificates) { json, certificate in
                json.object { json in
                    json.field("profile", certificate.profile)
                    json.field("verdict", certificate.verdict)
                }
            }
            json.field("report", row.report)
            json.field("database", row.database)
        }
    }
}
