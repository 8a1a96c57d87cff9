import Foundation

/// What seeds are, without judging them: how often each fault is drawn, how often it makes a difference, and how often
/// that can be seen.
struct Census {
    /// A fault that has fewer says too little about the tool.
    static let enough = 30

    private struct Count: Sendable {
        var drawn = 0
        var faulty = 0
        var visible = 0
        /// Stories that the fault changed without a word of what it broke: a mistake of the world.
        var unblamed = 0
    }

    private var counts: [String: Count] = [:]
    private var kinds: [Expectation.Kind: Int] = [:]

    init(_ options: WorldOptions) {
        let seeds = Array(options.seeds)
        let share = max(1, options.jobs)
        let found = Locked<[(fault: String?, kind: Expectation.Kind, isBlamed: Bool)]>([])
        DispatchQueue.concurrentPerform(iterations: share) { worker in
            for place in stride(from: worker, to: seeds.count, by: share) {
                let trial = Trial(seed: seeds[place], only: options.only)
                found.with { $0.append((trial.script.fault, trial.expectation.kind, trial.isBlamed)) }
            }
        }
        for (fault, kind, isBlamed) in found.with({ $0 }) {
            kinds[kind, default: 0] += 1
            guard let fault else { continue }
            counts[fault, default: Count()].drawn += 1
            if kind != .clean { counts[fault, default: Count()].faulty += 1 }
            if kind == .visibleFault { counts[fault, default: Count()].visible += 1 }
            if kind != .clean, !isBlamed { counts[fault, default: Count()].unblamed += 1 }
        }
    }

    var text: String {
        let total = kinds.values.reduce(0, +)
        let shares = [Expectation.Kind.clean, .visibleFault, .invisibleFault, .open].map { kind in
            "\(kind.rawValue) \(kinds[kind] ?? 0) (\((kinds[kind] ?? 0) * 100 / max(1, total)) %)"
        }
        let rows = Catalogue.faults.map { ($0.id, counts[$0.id] ?? Count()) }.sorted { $0.1.faulty < $1.1.faulty }
        let few = rows.count { $0.1.faulty < Self.enough }
        return
            (["\(total) seeds: " + shares.joined(separator: ", "), "", "fault | drawn | faulty | visible | unblamed"]
            + rows.map { "\($0.0) | \($0.1.drawn) | \($0.1.faulty) | \($0.1.visible) | \($0.1.unblamed)" }
            + ["", "\(few) of \(rows.count) faults are in fewer than \(Self.enough) seeds"]).joined(separator: "\n")
    }
}
