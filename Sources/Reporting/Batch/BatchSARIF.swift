/// SARIF 2.1.0 over many captures: one run, because services take few runs per file. The results come first, as the
/// captures are judged; what they refer to is known at the end.
enum BatchSARIF {
    static func head() -> [UInt8] {
        var output = OutputBytes()
        output.literal("{\"$schema\":\"")
        output.captured(SARIFReport.schema, .json)
        output.literal("\",\"version\":\"2.1.0\",\"runs\":[{\"results\":[\n")
        return output.bytes
    }

    /// The results of one capture, as far as the run may hold them.
    ///
    /// - Parameters:
    ///   - part: one result a line, worst first.
    ///   - before: how many results the run holds.
    static func results(_ part: [UInt8], after before: Int) -> [UInt8] {
        let room = max(0, SARIFReport.resultLimit - before)
        let lines = part.split(separator: UInt8(ascii: "\n"))
        guard lines.count > room else { return part }
        var kept = Array(lines.prefix(room).joined(separator: [UInt8(ascii: "\n")]))
        // The comma behind the last of them.
        if kept.last == UInt8(ascii: ",") { kept.removeLast() }
        return kept
    }

    static func tail(_ summary: BatchSummary, _ options: BatchOptions) -> [UInt8] {
        var json = JSONWriter(.line)
        json.object { json in
            json.key("tool")
            json.object { json in
                json.key("driver")
                driver(&json, summary)
            }
            json.field("columnKind", "unicodeCodePoints")
            json.key("artifacts")
            json.array(summary.rows) { artifact(&$0, $1, options) }
            json.key("invocations")
            json.array([summary]) { invocation(&$0, $1, options) }
            json.key("properties")
            json.object { json in
                json.field("captures", summary.rows.count)
                json.field("findings", findings(summary))
                json.field("findingsNotListed", notListed(summary))
                json.field("state", summary.isComplete ? "complete" : "interrupted")
                json.key("notices")
                json.array(summary.notices) { $0.string($1) }
            }
        }
        var output = OutputBytes()
        output.literal("\n],")
        // The run goes on: its opening brace stands before the results.
        output.frame(json.bytes.dropFirst())
        output.literal("]}\n")
        return output.bytes
    }

    private static func findings(_ summary: BatchSummary) -> Int {
        summary.rows.map(\.findings).reduce(0, +)
    }

    private static func notListed(_ summary: BatchSummary) -> Int {
        max(0, findings(summary) - SARIFReport.resultLimit)
    }

    private static func driver(_ json: inout JSONWriter, _ summary: BatchSummary) {
        json.object { json in
            json.field("name", "BeaconProof")
            json.field("semanticVersion", summary.toolVersion)
            json.key("rules")
            json.array(summary.rules) { json, line in
                json.object { json in
                    json.field("id", line.rule)
                    json.message("shortDescription", line.title)
                    if !line.fix.isEmpty { json.message("help", line.fix) }
                    json.key("defaultConfiguration")
                    json.object { $0.field("level", line.severity.level) }
                }
            }
            json.key("properties")
            json.object { json in
                json.field("rulesVersion", summary.rulesVersion)
                json.field("rulesSHA256", summary.rulesSHA256)
            }
        }
    }

    private static func artifact(_ json: inout JSONWriter, _ row: BatchRow, _ options: BatchOptions) {
        json.object { json in
            json.key("location")
            json.object { $0.field("uri", RelativePath.uri(row.path, in: options.folder)) }
            if let sha256 = row.sha256 {
                json.key("hashes")
                json.object { $0.field("sha-256", sha256) }
            }
            json.key("properties")
            json.object { json in
                json.field("outcome", row.outcome.rawValue)
                json.field("exchanges", row.exchanges)
                json.field("beacons", row.beacons)
            }
        }
    }

    /// What gave no verdict is told here, because services show every result as a fault.
    private static func invocation(_ json: inout JSONWriter, _ summary: BatchSummary, _ options: BatchOptions) {
        json.object { json in
            json.field("executionSuccessful", summary.isComplete && summary.count(.error) == 0)
            json.key("toolExecutionNotifications")
            let rest = notListed(summary)
            let cut: [BatchRow?] = rest > 0 ? [nil] : []
            json.array(cut + summary.rows.filter { $0.outcome != .pass && $0.outcome != .fail }) { json, row in
                guard let row else { return json.notification(notListed: rest) }
                notification(&json, row, options)
            }
        }
    }

    private static func notification(_ json: inout JSONWriter, _ row: BatchRow, _ options: BatchOptions) {
        json.object { json in
            json.field("level", row.outcome == .error ? "error" : "warning")
            json.message("message", "\(row.headline): \(row.remark)")
            json.key("locations")
            json.array([row]) { json, row in
                json.object { json in
                    json.key("physicalLocation")
                    json.object { json in
                        json.key("artifactLocation")
                        json.object { $0.field("uri", RelativePath.uri(row.path, in: options.folder)) }
                    }
                }
            }
        }
    }
}
