import Foundation

/// The disagreements of the fixed seeds that are known, each with its cause: a file of lines with tabs.
package struct KnownDisagreements: Sendable {
    package struct Disagreement: Sendable, Hashable {
        package var seed: UInt64
        package var outcome: String
        /// The fault that was missed or misnamed, or what was said of a correct app.
        package var cause: String
    }

    package var all: Set<Disagreement>

    package init(file text: String) {
        all = Set(
            text.split(separator: "\n").compactMap { line in
                let fields = line.split(separator: "\t", maxSplits: 2).map(String.init)
                guard fields.count == 3, let seed = UInt64(fields[0]) else { return nil }
                return Disagreement(seed: seed, outcome: fields[1], cause: fields[2])
            })
    }

    package init(_ fixed: FixedSeeds) {
        all = Set(
            fixed.lines.filter { $0.outcome.isWrong }.map { line in
                let what = line.truth == .clean ? "a correct app" : line.fault ?? ""
                return Disagreement(
                    seed: line.seed, outcome: line.outcome.rawValue, cause: "\(line.kind): \(what): \(line.said)")
            })
    }

    package var text: String {
        all.sorted { $0.seed < $1.seed }.map { "\($0.seed)\t\($0.outcome)\t\($0.cause)\n" }.joined()
    }
}

/// The seeds that every run of the tests judges.
package struct FixedSeeds: Sendable {
    package static let all: Range<UInt64> = 0..<400
    let lines: [LongRun.Line]

    /// Judges them in two threads.
    package init(judgedBy binary: String) throws {
        let judge = Judge(binary: binary)
        let found = Locked<[LongRun.Line]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            let lines = LongRun.lines(of: Self.all.filter { $0 % 2 == UInt64(worker) }, judge, binary)
            found.with { $0 += lines }
        }
        lines = found.with { $0 }
    }
}
