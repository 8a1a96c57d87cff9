import Foundation

/// Judges many seeds, in threads that each run the tool; what was judged already is not judged again.
struct LongRun {
    var options: WorldOptions
    var judge: Judge
    /// How many seeds one call of the tool judges.
    private static let handful = 40

    /// One line of the results file.
    struct Line: Codable, Sendable {
        var seed: UInt64
        var kind: String
        var fault: String?
        var recorder: String
        var truth: Expectation.Kind
        var outcome: Judgement.Outcome
        var said: String
        /// What is special about the script, to group disagreements by.
        var choices: [String: String]
        /// What was judged, by content and tool, and the verdict.
        var judged: String
        var verdict: Verdict

        init(_ trial: Trial, _ verdict: Verdict, tool: String) {
            let judgement = Judgement(verdict, against: trial.expectation)
            seed = trial.seed
            kind = trial.script.kind
            fault = trial.script.fault
            recorder = trial.script[Catalogue.recorderKnob]
            truth = trial.expectation.kind
            outcome = judgement.outcome
            said = judgement.said
            choices = trial.script.choices
            judged = trial.content + " " + tool
            self.verdict = verdict
        }
    }

    func run() throws {
        let results = try Results(folder: options.out)
        let tool = try judge.identity()
        let seeds = Array(options.seeds)
        let handfuls = stride(from: 0, to: seeds.count, by: Self.handful).map {
            Array(seeds[$0..<min($0 + Self.handful, seeds.count)])
        }
        let done = Progress(total: seeds.count)
        let share = max(1, options.jobs)
        DispatchQueue.concurrentPerform(iterations: share) { worker in
            for (place, seeds) in handfuls.enumerated() where place % share == worker {
                for line in Self.lines(of: seeds, only: options.only, judge, tool, results) { results.add(line) }
                done.step(seeds.count)
            }
        }
        let table = Table(lines: results.lines(in: options.seeds))
        print(table.text)
        if let path = options.table { try Page.write(table.markdown, into: path) }
    }

    /// Judges what is not judged yet. What is kept is compared with the truth anew: the world may have learnt.
    static func lines(
        of seeds: [UInt64], only: Selection = .all, _ judge: Judge, _ tool: String, _ results: Results? = nil
    ) -> [Line] {
        let trials = seeds.map { Trial(seed: $0, only: only) }
        let kept = trials.map { results?.verdict(of: $0, by: tool) }
        let open = trials.indices.filter { kept[$0] == nil }
        let said =
            (try? judge.verdicts(on: open.map { trials[$0].recording }))
            ?? open.map { _ in Verdict(trouble: "could not be run") }
        let new = Dictionary(zip(open, said)) { first, _ in first }
        return trials.indices.compactMap { place in
            (kept[place] ?? new[place]).map { Line(trials[place], $0, tool: tool) }
        }
    }
}

/// The results so far: lines of JSON in a file that a later run takes up.
final class Results: Sendable {
    private let state: Locked<State>

    private struct State: Sendable {
        var lines: [UInt64: LongRun.Line] = [:]
        var file: FileHandle?
    }

    init(folder: String?) throws {
        var state = State()
        if let folder {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let place = URL(filePath: folder).appending(path: "results.ndjson")
            if !FileManager.default.fileExists(atPath: place.path) {
                _ = FileManager.default.createFile(atPath: place.path, contents: nil)
            }
            let decoder = JSONDecoder()
            for line in try Data(contentsOf: place).split(separator: UInt8(ascii: "\n")) {
                guard let line = try? decoder.decode(LongRun.Line.self, from: line) else { continue }
                state.lines[line.seed] = line
            }
            state.file = try FileHandle(forWritingTo: place)
            try state.file?.seekToEnd()
        }
        self.state = Locked(state)
    }

    func verdict(of trial: Trial, by tool: String) -> Verdict? {
        state.with { state in
            state.lines[trial.seed].flatMap { $0.judged == trial.content + " " + tool ? $0.verdict : nil }
        }
    }

    func add(_ line: LongRun.Line) {
        state.with { state in
            let isNew = state.lines[line.seed]?.judged != line.judged
            state.lines[line.seed] = line
            guard isNew, let bytes = try? JSONEncoder().encode(line) else { return }
            state.file?.write(bytes + Data("\n".utf8))
        }
    }

    func lines(in seeds: Range<UInt64>) -> [LongRun.Line] {
        state.with { state in seeds.compactMap { state.lines[$0] } }
    }
}

/// A line on standard error that says how far it is.
final class Progress: Sendable {
    private let total: Int
    private let done = Locked(0)

    init(total: Int) { self.total = total }

    func step(_ more: Int = 1) {
        let count = done.with { done in
            done += more
            return done
        }
        guard more > 1 || count % 20 == 0 || count == total else { return }
        FileHandle.standardError.write(Data("\r\(count) of \(total)\(count == total ? "\n" : "")".utf8))
    }
}

/// A value behind a lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
