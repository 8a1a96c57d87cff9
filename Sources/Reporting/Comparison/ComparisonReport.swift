import Model

/// A comparison as text, Markdown, a page, or JSON (`beaconproof.comparison/1`).
package enum ComparisonFormat: String, Sendable, Hashable, CaseIterable {
    case text, markdown, html, json

    /// The report as UTF-8.
    package func render(_ comparison: Comparison, options: ReportOptions = ReportOptions()) -> [UInt8] {
        switch self {
        case .text: text(comparison, options)
        case .markdown: markdown(comparison)
        case .html: ComparisonHTML(comparison).render()
        case .json: json(comparison)
        }
    }

    private func text(_ comparison: Comparison, _ options: ReportOptions) -> [UInt8] {
        var text = TerminalWriter(width: options.width, colour: options.colour)
        for (side, name, verdict) in [
            ("A", comparison.names.0, comparison.verdicts.0), ("B", comparison.names.1, comparison.verdicts.1),
        ] {
            text.paragraph(
                TerminalText("\(name): \(verdict?.word ?? "NOT JUDGED")"), lead: TerminalText("\(side)  "))
        }
        for section in comparison.sections {
            text.blank()
            text.paragraph(TerminalText("\(section.title): \(section.lines.count)"), .strong)
            for line in section.lines { text.paragraph(TerminalText(line), indent: 2) }
        }
        text.blank()
        text.paragraph(TerminalText(comparison.sentence), comparison.isEqual ? .good : .warning)
        return text.output.bytes
    }

    private func markdown(_ comparison: Comparison) -> [UInt8] {
        var text = MarkdownWriter()
        text.raw("# ")
        text.text(comparison.sentence)
        text.raw("\n\n- A: ")
        text.code(comparison.names.0)
        text.text(": \(comparison.verdicts.0?.word ?? "NOT JUDGED")")
        text.raw("\n- B: ")
        text.code(comparison.names.1)
        text.text(": \(comparison.verdicts.1?.word ?? "NOT JUDGED")")
        text.raw("\n")
        for section in comparison.sections {
            text.raw("\n## ")
            text.text(section.title)
            text.raw("\n\n")
            for line in section.lines {
                text.raw("- ")
                text.text(line)
                text.raw("\n")
            }
        }
        return text.output.bytes
    }

    private func json(_ comparison: Comparison) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("schema", "beaconproof.comparison/1")
            json.key("equal")
            json.boolean(comparison.isEqual)
            json.key("runs")
            json.array([
                (comparison.names.0, comparison.verdicts.0, comparison.counts.0),
                (comparison.names.1, comparison.verdicts.1, comparison.counts.1),
            ]) { json, run in
                json.object { json in
                    json.field("name", run.0)
                    json.field("verdict", run.1?.rawValue)
                    json.field("beacons", run.2)
                }
            }
            json.key("verdicts")
            json.array(comparison.changes) { json, change in
                json.object { json in
                    json.field("what", change.what)
                    json.field("from", change.from?.rawValue)
                    json.field("to", change.to?.rawValue)
                }
            }
            json.key("findings")
            json.array(comparison.newFindings.map { ("new", $0) } + comparison.goneFindings.map { ("gone", $0) }) {
                json, entry in
                json.object { json in
                    json.field("change", entry.0)
                    json.field("rule", entry.1.rule)
                    json.field("severity", entry.1.severity.rawValue)
                    json.field("message", entry.1.message)
                    json.field("fingerprint", entry.1.fingerprint)
                }
            }
            json.key("beacons")
            json.array(comparison.beacons) { json, entry in json.beacon(entry.beacon, entry.ordinal, entry.change) }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    fileprivate mutating func beacon(
        _ beacon: ComparedRun.BeaconName, _ ordinal: Int, _ change: Comparison.BeaconChange
    ) {
        object { json in
            json.field("family", beacon.family)
            json.field("event", beacon.event)
            json.field("adPlay", beacon.adPlay.isEmpty ? nil : beacon.adPlay)
            json.field("host", beacon.host)
            json.field("ordinal", ordinal)
            switch change {
            case .appeared(let offset):
                json.field("change", "appeared")
                json.field("offsetUs", offset)
            case .vanished(let offset):
                json.field("change", "vanished")
                json.field("offsetUs", offset)
            case .moved(let from, let to):
                json.field("change", "moved")
                json.field("fromUs", from)
                json.field("toUs", to)
            case .parameter(let name, let from, let to):
                json.field("change", "parameter")
                json.field("parameter", name)
                json.field("from", from)
                json.field("to", to)
            }
        }
    }
}
