import Audit
import Model
import Store

/// Tries every systematic loss on everything that passes: the examples of rules, and captures with the facts beside
/// them.
package struct LossSuite: Sendable {
    private let pack: LoadedPack
    private let files: [RuleFile]

    /// - Parameter folder: of rules that replace the shipped ones; `nil` for these.
    package init(folder: String?) throws(PipelineFailure) {
        let shipped = ShippedRules()
        pack = try shipped.pack(adding: folder.map { [$0] } ?? [])
        if let folder { files = try RuleFolder(folder).ruleFiles() } else { files = try shipped.files() }
    }

    /// Something that passes as it is.
    private struct Passing {
        var name: String
        var capture: ExampleCapture
        var facts: Facts
        var settings: [String: String] = [:]
    }

    /// - Parameter captures: files that are tried besides the examples.
    package func run(captures: [String], examples: Bool = true) throws(PipelineFailure) -> LossTable {
        let judge = try LossRun(pack)
        var table = LossTable()
        for file in examples ? files : [] {
            for example in file.examples where example.expect == .pass {
                let capture = try PipelineFailure.reading { () throws(RuleFileFailure) in
                    try ExampleCapture(example, file: file.file, families: pack.pack.families)
                }
                let passing = Passing(
                    name: "\(file.file):\(example.line)", capture: capture, facts: capture.facts(example),
                    settings: example.settings)
                try tryLosses(of: passing, judge, into: &table)
            }
        }
        for path in captures { try tryLosses(of: try LossSuite.decoded(path), judge, into: &table) }
        return table
    }

    private func tryLosses(
        of passing: Passing, _ judge: LossRun, into table: inout LossTable
    ) throws(PipelineFailure) {
        let plain = try judge.judge(passing.capture, facts: passing.facts, settings: passing.settings)
        guard plain.headline == .pass || plain.headline == .noFaultSeen else { return }
        table.passing += 1
        for loss in Loss.allCases {
            for variant in loss.variants(of: passing.capture, plain.beacons) {
                var facts = passing.facts
                for (key, value) in variant.facts { facts.declare(key, value, source: "file") }
                let seen = try judge.judge(variant.capture, facts: facts, settings: passing.settings)
                table.add(loss, seen, "\(passing.name): \(variant.name)", lost: plain.lost(in: seen))
            }
        }
    }

    /// A capture as certify would read it, with the facts file beside it.
    private static func decoded(_ path: String) throws(PipelineFailure) -> Passing {
        var request = Certify.Request(inputs: [path], toolVersion: "")
        let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
        if FileTree.exists("\(stem).facts.yaml") { request.factsPath = "\(stem).facts.yaml" }
        let facts = try request.factsPath.map { path throws(PipelineFailure) in
            let (text, _) = try TextFile.content(path)
            return try PipelineFailure.reading { () throws(RuleFileFailure) in try Facts(text, file: path) }
        }
        let outcome = try Certify(request, rules: ShippedRules()).decode()
        let capture = try PipelineFailure.storing { () throws(StoreFailure) in
            try ExampleCapture(run: outcome.run, of: outcome.database)
        }
        return Passing(name: InputKind.fileName(path), capture: capture, facts: facts ?? Facts())
    }
}

extension ExampleCapture {
    /// A decoded run. Its end is that of its last capture.
    fileprivate init(run: ID<RunRecord>, of database: Database) throws(StoreFailure) {
        self.init()
        try database.finishDecoding()
        try ExchangeReader(database).forEachExchange(run: run) { _, exchange in add(exchange, isMarked: false) }
        var reader = CallReader(database, run: run)
        while let call = try reader.next(until: nil) { add(call.call, isMarked: false) }
        let arguments: [String: SQLValue] = ["run": SQLValue(run)]
        ends = try database.rows("SELECT max(last_us) AS us FROM capture WHERE run = :run", arguments).first?
            .integer("us").map(Timestamp.init(microseconds:))
        for row in try database.rows("SELECT * FROM blind WHERE run = :run AND id IS NOT NULL", arguments) {
            let blind = Blind(
                from: row.integer("from_us").map(Timestamp.init(microseconds:)),
                to: row.integer("to_us").map(Timestamp.init(microseconds:)), host: row.text("host"),
                hides: row.text("hides").flatMap(Blind.Hides.init(rawValue:)) ?? .both)
            self.blind.append((blind, row.text("reason") ?? ""))
        }
    }
}
