import Model
import Reporting
import Store

/// Puts results into input order: writes entries and copies databases as far as all before them are there.
struct BatchResults {
    private let outputs: [Batch.Output]
    private let spool: String
    private let merged: Database?
    private var waiting: [Int: BatchRow] = [:]
    private var rows: [BatchRow] = []
    private var findings = 0
    /// Of each output, whether it has an entry.
    private var hasEntry: [Bool]

    /// - Parameter path: the database of all runs.
    init(_ outputs: [Batch.Output], merging path: String?, spool: String) throws {
        self.outputs = outputs
        hasEntry = outputs.map { _ in false }
        self.spool = spool
        if let path {
            merged = try PipelineFailure.storing { () throws(StoreFailure) in
                try Database.create(at: path, replacing: true)
            }
        } else {
            merged = nil
        }
        for output in outputs { try output.write(output.format.begin()) }
    }

    mutating func take(_ row: BatchRow, _ number: Int) throws {
        waiting[number] = row
        while let row = waiting.removeValue(forKey: rows.count) { try write(row) }
    }

    /// Writes what is still waiting, and rows for captures that had no turn.
    ///
    /// - Parameter earlier: runs that an interrupted batch hands on unseen, so that the next one can go on from them.
    /// - Returns: all rows in input order.
    mutating func finish(_ jobs: [BatchJob], keeping earlier: EarlierRuns?) throws -> [BatchRow] {
        for job in jobs.dropFirst(rows.count) {
            if let row = waiting.removeValue(forKey: job.number) {
                try write(row)
                continue
            }
            try write(BatchRow(path: job.path, outcome: .notRun, exitCode: 0, message: "interrupted before its turn"))
            if let merged, let run = earlier?.run(of: job.path) {
                try PipelineFailure.storing { () throws(StoreFailure) in
                    _ = try merged.append(run: ID(run.run), from: Database.open(run.database, isExamined: true))
                }
            }
        }
        if let merged {
            try PipelineFailure.storing { () throws(StoreFailure) in
                try merged.finishLoading()
                try merged.publish()
            }
        }
        return rows
    }

    private mutating func write(_ row: BatchRow) throws {
        let files = BatchSpool(folder: spool, number: rows.count)
        for (place, output) in outputs.enumerated() {
            var part: [UInt8] = []
            let path = files.part(output.format.name)
            if row.message == nil, output.format.hasParts {
                part = try ByteSource.bytes(of: path)
            }
            let entry = output.format.entry(for: row, part: part, findingsBefore: findings, options: output.options)
            if entry.isEmpty { continue }
            try output.write(hasEntry[place] ? output.format.separator + entry : entry)
            hasEntry[place] = true
        }
        if row.message == nil, let merged {
            try PipelineFailure.storing { () throws(StoreFailure) in try merged.append(fresh: files.database) }
        }
        for format in outputs.map(\.format) where format.hasParts { FileTree.removeFile(files.part(format.name)) }
        FileTree.removeFile(files.database)
        rows.append(row)
        findings += row.findings
    }
}
