import Audit
import Derive
import Foundation
import Pipeline
import TestSupport
import Testing

/// What must hold of the shipped relations as a whole.
struct RelationLibraryTests {
    private static let library = (try? ShippedRules().pack().pack.library) ?? .empty
    /// Packages that know no family.
    private static let ground: Set<String> = ["core", "viewing"]
    /// Pairs of families of which one may need the other, each with its reason.
    private static let acquainted = [
        "vast vmap": "the document of a break is due where the schedule places it in the content",
        "omid vast": "an ad's verification scripts stand in documents of VAST",
        "criteo vast": "Criteo's trackers stand in documents of VAST, which may not say all of them",
        "dai ima": "the SDK that plays the stream logs its breaks",
        "ssai hls": "an interstitial's ad is reported like a stitched one, and its place is that of a schedule",
    ]

    @Test func thereAreRelations() {
        #expect(Self.library.relations.count >= 2)
    }

    @Test(arguments: library.relations)
    func familiesAreStrangersToOneAnother(relation: Relation) {
        for part in relation.parts {
            for need in part.needs {
                guard let other = Self.library[need]?.package, other != part.package, !Self.ground.contains(other)
                else {
                    continue
                }
                #expect(
                    !Self.ground.contains(part.package), "\(relation.name) needs \(need), which belongs to a family")
                #expect(
                    Self.acquainted["\(part.package) \(other)"] != nil,
                    "\(relation.name) of \(part.package) needs \(need) of \(other)")
            }
        }
    }

    @Test(arguments: library.relations)
    func oneScreenIsEnough(relation: Relation) {
        for part in relation.parts {
            #expect(
                part.select.split(separator: "\n").count <= 80, "\(part.package)/\(relation.name) has too many lines")
        }
    }

    @Test(arguments: library.relations)
    func eachHasAnExample(relation: Relation) {
        let path = Repository.path("Rules/library/\(relation.package)/\(relation.name).yaml")
        // Its rows are written down, and ContractTests tries each.
        guard relation.name != "event_contract" else { return }
        #expect(relation.isInternal || FileManager.default.fileExists(atPath: path), "\(relation.name) has no example")
    }

    /// SQLite's quick check of a kept file, up to 3.40 at the least, takes another column for one of the key otherwise.
    @Test(arguments: library.relations)
    func theKeyStandsInFront(relation: Relation) {
        #expect(relation.columns.map(\.name).starts(with: relation.key), "\(relation.name)")
    }

    /// What nobody reads is not derived, and is in the way.
    @Test func eachIsReadBySomeRule() throws {
        // What the audit itself asks for (docs/verdicts.md).
        let uses = Set(try ShippedRules().pack().pack.rules().flatMap(\.uses)).union([
            "foreign_log", "owing", "unmet",
        ])
        let needed = Set(Self.library.needed(by: uses).map(\.name))
        #expect(Self.library.relations.map(\.name).filter { !needed.contains($0) } == [])
    }

    @Test func theSQLIsWrittenInOneWay() throws {
        let format = try RuleFormat(Repository.path("Rules"))
        #expect(format.longLines == [])
        #expect(format.changes.map(\.path) == [])
    }

    /// Other readers of YAML than ours refuse a second anchor of one name.
    @Test func anchorsAreNamedOnceInAFile() throws {
        let files = FileManager.default.enumerator(atPath: Repository.path("Rules"))?.compactMap { $0 as? String } ?? []
        let rules = files.filter { $0.hasSuffix(".yaml") }
        #expect(rules.count > 300)
        for file in rules {
            let anchors = try Repository.text("Rules/\(file)").matches(of: /(?m)^\s*[\w.-]+: &(\w+)\s*$/).map(\.1)
            #expect(Set(anchors).count == anchors.count, "\(file)")
        }
    }
}
