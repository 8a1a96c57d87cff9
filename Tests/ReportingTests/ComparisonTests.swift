import Foundation
import Store
import TestSupport
import Testing

@testable import Reporting

@Suite struct ComparisonTests {
    private func side(_ run: SampleRun, _ name: String = "a.har") throws -> ComparedRun {
        let database = try Database.temporary()
        return try ComparedRun(reading: database, run: run.fill(database), name: name)
    }

    @Test func aRunEqualsItself() throws {
        let comparison = Comparison(try side(SampleRun()), try side(SampleRun(), "/other/b.har"))
        #expect(comparison.isEqual, "\(comparison.sections)")
        #expect(ComparisonFormat.text.render(comparison).starts(with: "A  a.har: FAIL\n".utf8))
    }

    @Test func beaconsThatAppearVanishAndMove() throws {
        let left = try side(SampleRun())
        var right = left
        let gone = right.beacons.removeFirst()
        right.beacons[0].offsetUs += 2_000_000
        right.beacons[1].parameters["added"] = "x"
        right.beacons.append(gone)
        right.beacons[right.beacons.count - 1].name.event = "other"
        let lines = Comparison(left, right).sections.flatMap(\.lines)
        #expect(lines.count { $0.contains(" vanished, was at ") } == 1)
        #expect(lines.count { $0.contains(" other ") && $0.contains(" appeared at ") } == 1)
        #expect(lines.count { $0.contains(" moved by +2.000 s") } == 1)
        #expect(lines.count { $0.contains("added: (absent) → x") } == 1)
        #expect(lines.count == 4)
    }

    @Test func verdictsAndFindings() throws {
        let left = try side(SampleRun())
        let right = try side(SampleRun(moreFindings: 1, verdict: .inconclusive))
        let comparison = Comparison(left, right)
        #expect(comparison.newFindings.map(\.fingerprint) == ["more-0"] && comparison.goneFindings.isEmpty)
        #expect(comparison.sections.first?.lines == ["run: FAIL → CANNOT TELL"])
    }

    @Test(arguments: [
        ("cb", "60487852", "12345678", true), ("ts", "2026-11-21T04:21:22.125Z", "2026-11-22T05:00:00.000Z", true),
        ("ph", "00:00:03.590", "00:00:03.671", true), ("c9", "devid,aaaa", "devid,bbbb", true),
        ("e", "start", "complete", false), ("uoo", "true", "false", false), ("cb", "60487852", "[CACHEBUSTING]", false),
        ("idfa", "20A7CFD5-1111-4222-8333-444455556666", "00000000-0000-0000-0000-000000000000", false),
        ("us_privacy", "1YNN", "1---", false), ("n", "3", "4", false),
    ])
    func values(_ name: String, _ left: String, _ right: String, _ isSame: Bool) {
        #expect((ParameterValue(left, named: name) == ParameterValue(right, named: name)) == isSame)
    }

    private func schema() throws -> StructuralSchema {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try StructuralSchema(contentsOf: root.appending(path: "docs/comparison.schema.json"))
    }

    @Test func theSchemaCheckCanFail() throws {
        let comparison = Comparison(try side(SampleRun()), try side(SampleRun(moreFindings: 1)))
        let text = String(decoding: ComparisonFormat.json.render(comparison), as: UTF8.self)
        let schema = try schema()
        #expect(try schema.faults(in: Array(text.utf8)) == [])
        for (old, new) in [("\"new\"", "\"newer\""), ("\"fingerprint\"", "\"print\""), ("\"equal\"", "\"same\"")] {
            #expect(try !schema.faults(in: Array(text.replacing(old, with: new).utf8)).isEmpty, "\(old)")
        }
    }

    @Test func noFormatShowsAnIdentifierOrBreaks() throws {
        let left = try side(SampleRun())
        let schema = try schema()
        for trick in HostileText.corpus {
            let right = try side(SampleRun(captured: { $0 + "x" + trick.text }))
            let comparison = Comparison(left, right)
            #expect(!comparison.isEqual)
            #expect(try schema.faults(in: ComparisonFormat.json.render(comparison)) == [], "\(trick.name)")
            for format in ComparisonFormat.allCases {
                let text = String(decoding: format.render(comparison), as: UTF8.self)
                for identifier in SampleRun.identifiers {
                    #expect(!text.contains(identifier), "\(trick.name): \(format) shows \(identifier)")
                }
                #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(trick.name): \(format)")
            }
        }
    }
}
