import Foundation

/// Judges many seeds, in threads that each run the tool; what was judged already is not judged again.
struct LongRun {
    var options: WorldOptions
    var judge: Judge

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
        var choices: String
    }

    func run() throws {
        let results = try Results(folder: options.out)
        let seeds = options.seeds.filter { !results.isKnown($0) }
        let done = Progress(total: seeds.count)
        let share = max(1, options.jobs)
        DispatchQueue.concurrentPerform(iterations: share) { worker in
            for (place, seed) in seeds.enumerated() where place % share == worker {
                results.add(Self.line(of: seed, only: options.only, judge: judge))
                done.step()
            }
        }
        let table = Table(lines: results.lines(in: options.seeds))
        print(table.text)
        if let path = options.table { try table.page.write(toFile: path, atomically: true, encoding: .utf8) }
    }

    static func line(of seed: UInt64, only: Selection, judge: Judge) -> Line {
        let script = World.draw(seed: seed, only: only)
        let story = World.play(script)
        let recording = World.record(story)
        let expectation = Oracle.expect(story, recording)
        let verdict = (try? judge.verdict(on: recording)) ?? Verdict(trouble: "could not be run")
        let judgement = Judgement(verdict, against: expectation)
        return Line(
            seed: seed, kind: script.kind, fault: script.fault, recorder: script[Catalogue.recorderKnob],
            truth: expectation.kind, outcome: judgement.outcome, said: judgement.said,
            choices: script.choices.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
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
            for line in try String(contentsOf: place, encoding: .utf8).split(separator: "\n") {
                guard let line = try? JSONDecoder().decode(LongRun.Line.self, from: Data(line.utf8)) else { continue }
                state.lines[line.seed] = line
            }
            state.file = try FileHandle(forWritingTo: place)
            try state.file?.seekToEnd()
        }
        self.state = Locked(state)
    }

    func isKnown(_ seed: UInt64) -> Bool { state.with { $0.lines[seed] != nil } }

    func add(_ line: LongRun.Line) {
        state.with { state in
            state.lines[line.seed] = line
            guard let bytes = try? JSONEncoder().encode(line) else { return }
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

    func step() {
        let count = done.with { done in
            done += 1
            return done
        }
        guard count % 20 == 0 || count == total else { return }
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
