import Foundation
import Testing

@testable import World

@Suite("The world")
struct WorldTests {
    @Test
    func isDeterministic() {
        for seed in UInt64(0)..<40 {
            let script = World.draw(seed: seed)
            #expect(script == World.draw(seed: seed))
            let (one, other) = (World.record(World.play(script)), World.record(World.play(script)))
            #expect(one.files.map(\.bytes) == other.files.map(\.bytes))
        }
    }

    @Test
    func scriptsAreKept() throws {
        for seed in UInt64(0)..<40 {
            let script = World.draw(seed: seed)
            let kept = try JSONDecoder().decode(Script.self, from: JSONEncoder().encode(script))
            #expect(kept == script)
        }
    }

    @Test
    func catalogue() {
        #expect(Catalogue.faults.count >= 150)
        #expect(Set(Catalogue.faults.map(\.id)).count == Catalogue.faults.count)
        let kinds = Set(Catalogue.kinds.map(\.name))
        for fault in Catalogue.faults { #expect(!kinds.isDisjoint(with: fault.kinds), "\(fault.id)") }
    }

    @Test
    func turns() {
        let drawn = (UInt64(40)..<40 + UInt64(Catalogue.faults.count) * 10 / 3).compactMap {
            World.draw(seed: $0).fault
        }
        let counts = Dictionary(drawn.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts.count == Catalogue.faults.count)
        #expect(counts.values.allSatisfy { $0 == 2 })
    }

    @Test(
        "A repeat of what was not answered is a retry: no fault is drawn beside a tracker that answers 503 or is blocked"
    )
    func noRetries() {
        for seed in UInt64(0)..<2_000 {
            let script = World.draw(seed: seed)
            guard script.fault != nil else { continue }
            #expect(script[Network.oddity] != .unavailable && script[Network.oddity] != .blocked)
        }
    }

    @Test
    func shares() throws {
        let kinds = try Self.fixed.get().lines.map(\.truth)
        #expect(kinds.count { $0 != .clean } * 100 >= 40 * kinds.count)
        #expect(kinds.count { $0 == .open } * 100 <= 5 * kinds.count)
        #expect(kinds.count { $0 == .invisibleFault } * 100 <= 20 * kinds.count)
    }

    @Test
    func fixedSeeds() throws {
        let list = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "known-disagreements.tsv")
        let known = KnownDisagreements(file: try String(contentsOf: list, encoding: .utf8)).all
        let found = KnownDisagreements(try Self.fixed.get()).all
        for new in found.subtracting(known) { Issue.record("new: \(new)") }
        for gone in known.subtracting(found) { Issue.record("no longer so, `make world-known`: \(gone)") }
    }

    @Test
    func kept() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "World/regressions")
        let decided = Kept.decided(try String(contentsOf: folder.appending(path: "decided.tsv"), encoding: .utf8))
        #expect(decided.count >= 12)
        let outcomes = try Kept(folder: folder, judgedBy: Self.needTool()).outcomes
        for name in Set(decided.keys).union(outcomes.keys).sorted() {
            #expect(outcomes[name] == decided[name], "\(name)")
        }
    }

    @Test
    func togetherAsAlone() throws {
        let judge = Judge(binary: try Self.needTool())
        let recordings = (UInt64(0)..<8).map { Trial(seed: 500 + $0).recording }
        let together = try judge.verdicts(on: recordings)
        for (recording, verdict) in zip(recordings, together) {
            #expect(try judge.verdict(on: recording) == verdict)
        }
    }

    /// Judged once for all tests.
    private static let fixed = Result { try FixedSeeds(judgedBy: needTool()) }

    private static func needTool() throws -> String {
        try #require(tool, "the executable is not beside the tests")
    }

    /// It lies beside the test bundle.
    private static let tool: String? = {
        let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
        let folders = (bundles + [Bundle.main.executableURL].compactMap(\.self)).map { $0.deletingLastPathComponent() }
        return folders.map { $0.appending(path: "beaconproof").path }
            .first(where: FileManager.default.isExecutableFile)
    }()
}
