import Foundation

/// Tries every law on many seeds: one table, and the seeds that break a law.
struct LawRun {
    var options: WorldOptions
    var judge: Judge

    private struct Line: Sendable {
        var law: String
        var seed: UInt64
        var kind: String
        var fault: String
        var words: String?
    }

    func run() {
        let seeds = Array(options.seeds)
        let lines = Locked<[Line]>([])
        let done = Progress(total: seeds.count)
        let share = max(1, options.jobs)
        DispatchQueue.concurrentPerform(iterations: share) { worker in
            for (place, seed) in seeds.enumerated() where place % share == worker {
                let made = self.lines(of: seed)
                lines.with { $0 += made }
                done.step()
            }
        }
        print(table(lines.with { $0 }))
    }

    private func lines(of seed: UInt64) -> [Line] {
        let script = World.draw(seed: seed, only: options.only)
        let story = World.play(script)
        let recording = World.record(story)
        let changed = LawBook.all.filter { options.law == nil || $0.name == options.law }
            .compactMap { law in law.apply(story, recording).map { (law, $0) } }
        guard let verdicts = try? judge.verdicts(on: [recording] + changed.map(\.1)), let before = verdicts[0].headline
        else { return [] }
        return zip(changed.map(\.0), verdicts.dropFirst()).map { law, after in
            let isKept = after.headline.map { law.promise.isKept(before, $0) } ?? false
            let errors = Set(after.findings.filter { $0.severity == "error" }.map(\.rule)).sorted()
            let words =
                "\(before.rawValue) -> \(after.headline?.rawValue ?? "trouble") " + errors.joined(separator: " ")
            return Line(
                law: law.name, seed: seed, kind: script.kind, fault: script.fault ?? "-", words: isKept ? nil : words)
        }
    }

    private func table(_ lines: [Line]) -> String {
        var text = "law | promise | tried | broken\n---|---|---|---\n"
        for law in LawBook.all {
            let tried = lines.filter { $0.law == law.name }
            text += "\(law.name): \(law.title) | \(law.promise.rawValue) | \(tried.count) | "
            text += "\(tried.count { $0.words != nil })\n"
        }
        text += "\nBroken\n"
        let broken = Dictionary(grouping: lines.filter { $0.words != nil }) {
            "\($0.law) | \($0.kind) | \($0.words ?? "")"
        }
        for (what, lines) in broken.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            let seeds = lines.sorted { $0.seed < $1.seed }.prefix(6).map { "\($0.seed)(\($0.fault))" }
            text += "\(lines.count) | \(what) | \(seeds.joined(separator: " "))\n"
        }
        return text
    }
}
