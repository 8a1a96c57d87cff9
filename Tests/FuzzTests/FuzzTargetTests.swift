import FuzzTargets
import TestSupport
import Testing

/// Every door of the product, with its seeds whole, cut and damaged; `Tests/Fuzz/run.sh` goes on where this stops.
@Suite struct FuzzTargetTests {
    /// Mutants of each seed, and the bytes that they may add up to: long seeds are for the fuzzer.
    private static let rounds = 2_000
    private static let budget = 1 << 18

    @Test(arguments: FuzzTarget.all)
    func everyPrefixHoldsTheContract(target: FuzzTarget) throws {
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds {
            #expect(throws: Never.self, "\(seed)") { try target.exercise(seed.bytes) }
            for length in stride(from: 0, to: seed.bytes.count, by: max(1, seed.bytes.count / 64)) {
                #expect(throws: Never.self, "\(seed) cut at \(length)") {
                    try target.exercise(Array(seed.bytes[..<length]))
                }
            }
        }
    }

    @Test(arguments: FuzzTarget.all)
    func everyMutantHoldsTheContract(target: FuzzTarget) throws {
        var random = SeededGenerator(seed: 12)
        for seed in try target.seeds() where !seed.bytes.isEmpty {
            for round in 0..<min(Self.rounds, Self.budget / seed.bytes.count) {
                let mutant = Mutation.mutate(seed.bytes, using: &random)
                #expect(throws: Never.self, "\(seed), mutant \(round)") { try target.exercise(mutant) }
            }
        }
    }

    @Test func namesAreUnique() {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
    }
}
