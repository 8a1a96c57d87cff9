import Model
import Reporting
import Store

/// `export har`: a run's exchanges as an HTTP Archive 1.2 (docs/har.md), for browsers' network panels, mitmproxy and scripts.
///
/// What HAR has no words for (how bodies were seen, what could not be seen) is in members named `_beaconproof`, which
/// the specification allows and other tools step over. Reading the export gives the verdicts that the capture gives.
package struct HARExport: Sendable {
    private let run: ID<RunRecord>
    private let database: Database
    private let toolVersion: String
    private let redaction: Redaction

    /// - Parameter redaction: whether identifiers are replaced by the stand-ins that reports use. Binary bodies are then
    ///   left out, for nothing can be replaced in them.
    package init(run: ID<RunRecord>, of database: Database, toolVersion: String, redaction: Redaction = .none) {
        self.run = run
        self.database = database
        self.toolVersion = toolVersion
        self.redaction = redaction
    }

    /// Writes the file piece by piece, so that memory grows with the largest exchange only.
    package func write(to output: ([UInt8]) throws -> Void) throws {
        try PipelineFailure.storing { () throws(StoreFailure) in try database.finishDecoding() }
        var redaction = try learned()
        var piece = try head(&redaction)
        var isFirst = true
        var failure: (any Error)?
        try forEachExchange { exchange in
            guard failure == nil else { return }
            piece.append(contentsOf: isFirst ? "\n".utf8 : ",\n".utf8)
            isFirst = false
            piece.append(contentsOf: HAREntryWriter.entry(exchange, &redaction))
            guard piece.count > 1 << 16 else { return }
            do { try output(piece) } catch { failure = error }
            piece.removeAll(keepingCapacity: true)
        }
        if let failure { throw failure }
        piece.append(contentsOf: "\n]}}\n".utf8)
        try output(piece)
    }

    /// Reads all exchanges once to learn the identifiers: one may stand alone before it stands behind its name.
    private func learned() throws(PipelineFailure) -> ExportRedaction? {
        var lesson = try PipelineFailure.storing { () throws(StoreFailure) in
            try ExportRedaction(redaction, of: database, run: run)
        }
        guard lesson != nil else { return nil }
        try forEachExchange { _ = HAREntryWriter.entry($0, &lesson) }
        return lesson
    }

    private func forEachExchange(_ body: (Exchange) -> Void) throws(PipelineFailure) {
        try PipelineFailure.storing { () throws(StoreFailure) in
            try ExchangeReader(database).forEachExchange(run: run) { (_, exchange) throws(StoreFailure) in
                body(exchange)
            }
        }
    }

    private func head(_ redaction: inout ExportRedaction?) throws(PipelineFailure) -> [UInt8] {
        var creator = JSONLine()
        creator.add("name", "BeaconProof")
        creator.add("version", toolVersion)
        var head = Array(#"{"log":{"version":"1.2","creator":"#.utf8)
        head.append(contentsOf: creator.closed())
        head.append(contentsOf: #","_beaconproof":"#.utf8)
        head.append(contentsOf: try origin(&redaction))
        head.append(contentsOf: #","entries":["#.utf8)
        return head
    }

    /// What the captures of the run covered, and what they could not show.
    private func origin(_ redaction: inout ExportRedaction?) throws(PipelineFailure) -> [UInt8] {
        let (spans, blind) = try PipelineFailure.storing { () throws(StoreFailure) in
            (
                try database.rows(
                    ExportSQL.span,
                    ["run": SQLValue(run)]),
                // The ends of a single capture follow from its span.
                try database.rows(
                    ExportSQL.blindStretches, ["run": SQLValue(run)])
            )
        }
        var json = JSONLine()
        json.add("firstUs", spans.first?.integer("first_us"))
        json.add("lastUs", spans.first?.integer("last_us"))
        var rows: [[UInt8]] = []
        for row in blind {
            var line = JSONLine()
            line.add("fromUs", row.integer("from_us"))
            line.add("toUs", row.integer("to_us"))
            line.add("host", redaction.redact(row.text("host")))
            line.add("server", redaction.redact(row.text("server")))
            line.add("manyHosts", row.integer("many_hosts"))
            line.add("hides", row.text("hides"))
            line.add("code", row.text("code"))
            line.add("reason", redaction.redact(row.text("reason")))
            rows.append(line.closed())
        }
        json.add("blind", objects: rows)
        return json.closed()
    }
}

extension ExportRedaction? {
    /// The text as it is when nothing is redacted.
    mutating func redact(_ text: String?) -> String? {
        guard let text else { return nil }
        return self?.redact(text) ?? text
    }
}
