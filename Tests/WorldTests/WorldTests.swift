import Foundation
import Testing

@testable import World

@Suite("The world")
struct WorldTests {
    @Test("The same seed gives the same story and the same recording, byte for byte")
    func isDeterministic() {
        for seed in UInt64(0)..<40 {
            let script = World.draw(seed: seed)
            #expect(script == World.draw(seed: seed))
            let (one, other) = (World.record(World.play(script)), World.record(World.play(script)))
            #expect(one.files.map(\.bytes) == other.files.map(\.bytes))
        }
    }

    @Test("A script survives being written down")
    func scriptsAreKept() throws {
        for seed in UInt64(0)..<40 {
            let script = World.draw(seed: seed)
            let kept = try JSONDecoder().decode(Script.self, from: JSONEncoder().encode(script))
            #expect(kept == script)
        }
    }

    @Test("The catalogue has at least 150 faults, each with a name of its own")
    func catalogue() {
        #expect(Catalogue.faults.count >= 150)
        #expect(Set(Catalogue.faults.map(\.id)).count == Catalogue.faults.count)
    }

    @Test("Of the fixed seeds at least 40 % are faulty, at most 5 % open and at most 20 % invisible")
    func shares() {
        let kinds = KnownDisagreements.seeds.map { seed in
            let story = World.play(World.draw(seed: seed))
            return Oracle.expect(story, World.record(story)).kind
        }
        #expect(kinds.count { $0 != .clean } * 100 >= 40 * kinds.count)
        #expect(kinds.count { $0 == .open } * 100 <= 5 * kinds.count)
        #expect(kinds.count { $0 == .invisibleFault } * 100 <= 20 * kinds.count)
    }

    @Test("The tool disagrees with the truth of the fixed seeds exactly where that is known")
    func fixedSeeds() throws {
        let list = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "known-disagreements.tsv")
        let known = KnownDisagreements(file: try String(contentsOf: list, encoding: .utf8)).all
        let found = try KnownDisagreements(of: try #require(Self.tool, "the executable is not beside the tests")).all
        for new in found.subtracting(known) { Issue.record("new: \(new)") }
        for gone in known.subtracting(found) { Issue.record("no longer so, `make world-known`: \(gone)") }
    }

    /// It lies beside the test bundle.
    private static let tool: String? = {
        let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
        let folders = (bundles + [Bundle.main.executableURL].compactMap(\.self)).map { $0.deletingLastPathComponent() }
        return folders.map { $0.appending(path: "beaconproof").path }
            .first(where: FileManager.default.isExecutableFile)
    }()
}
