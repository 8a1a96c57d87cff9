import Audit
import Derive
import Model
import Pipeline
import TestSupport
import Testing

/// Every shipped rule, with the examples and mutations of its own file.
struct ShippedRuleTests {
    static let files = Result { try ShippedRules().files() }
    static let ids: [String] = ((try? files.get()) ?? []).map(\.rule.id)

    private func file(_ id: String) throws -> RuleFile {
        try #require(try Self.files.get().first { $0.rule.id == id })
    }

    private static func isOfContract(_ file: RuleFile) -> Bool { file.file.hasPrefix("families/") }

    /// One case per rule, so that a failure names it.
    @Test(arguments: ids)
    func provesItself(id: String) throws {
        let path = "\(Repository.rules)/\(try file(id).file)"
        let outcome = try ExampleSuite(path: path).run()
        #expect(outcome.failures.isEmpty, "\(outcome.failures.joined(separator: "\n"))")
        // A contract stands for several rules.
        #expect(outcome.rules == (try Self.isOfContract(file(id)) ? outcome.rules : 1))
        #expect(outcome.mutations >= outcome.examples, "\(outcome.summary)")
    }

    @Test(arguments: ids)
    func hasExamplesOfBothKinds(id: String) throws {
        let file = try file(id)
        for verdict in [Verdict.pass, .fail] {
            #expect(file.examples.contains { $0.expect == verdict }, "no example that must \(verdict.rawValue)")
        }
        #expect(Set(file.examples.map(\.name)).count == file.examples.count, "two examples of one name")
        for (name, reason) in file.mutations { #expect(reason.count > 10, "\(name) is switched off without a reason") }
        let blindOutcomes = [file.rule.blindness.fail == .stays, file.rule.blindness.pass == .stays]
        if blindOutcomes.contains(false), file.mutations["gap"] != nil {
            #expect(file.examples.contains { $0.expect == .inconclusive }, "nothing shows what blindness does to it")
        }
    }

    @Test(arguments: ids)
    func isWellWritten(id: String) throws {
        let file = try file(id)
        let place = Self.isOfContract(file) ? "families/\(file.rule.family).yaml" : "\(file.rule.family)/\(id).yaml"
        #expect(file.file == place, "the file is not where its id says")
        #expect(
            file.rule.sources.allSatisfy { $0.authority == "practice" || $0.since != nil }, "a source without a date")
        #expect(file.rule.title.last != ".")
        #expect(file.rule.why.count > 40 && file.rule.fix.count > 20)
    }

    @Test func thereAreRulesOfEveryKind() throws {
        let files = try Self.files.get()
        #expect(files.count >= 36)
        #expect(Set(files.map(\.rule.kind)) == ["once", "order", "require", "cadence", "match", "absent", "sql"])
        #expect(Set(files.map(\.rule.id)).count == files.count)
    }

    @Test func noIdIsUsedAgain() throws {
        let files = try Self.files.get()
        let former = files.flatMap(\.rule.formerly)
        #expect(Set(former).count == former.count)
        #expect(Set(former).isDisjoint(with: files.map(\.rule.id)))
    }

    /// `beaconproof rules pack Rules` makes it anew.
    @Test func thePackIsNotStale() throws {
        let made = try RulePackFile(of: Repository.rules, version: ShippedRules.version)
        let embedded = ShippedRules.embedded
        #expect(made.pack == embedded.pack, "Rules/Pack/pack.txt is stale: beaconproof rules pack Rules")
        #expect(made.sources == embedded.sources, "Rules/Pack/sources.txt is stale: beaconproof rules pack Rules")
    }

    @Test func profilesNameRulesThatExist() throws {
        let pack = try ShippedRules().pack().pack
        #expect(pack.profiles.count >= 6)
        for profile in pack.profiles {
            #expect(!profile.sources.isEmpty, "\(profile.id) has no source")
            for id in profile.requiredRules + profile.without.keys.sorted() {
                #expect(try pack.rule(id) != nil, "\(profile.id) names \(id)")
            }
            for id in profile.requiredRules {
                #expect(profile.includes(id), "\(profile.id) demands \(id) and leaves it out")
            }
            for key in profile.settings.keys {
                #expect(pack.settings.contains { $0.key == key }, "\(profile.id): \(key)")
            }
            for key in profile.assume.keys { #expect(Facts.keys.contains { $0.name == key }, "\(profile.id): \(key)") }
        }
    }

    /// A rule of a person's own that does not say counts for form; a shipped one says what it is.
    @Test func eachSaysWhatItIsAWitnessOf() throws {
        let silent = try ShippedRules().pack().pack.rules().filter { $0.witness == nil }.map(\.id)
        #expect(silent == [])
    }

    @Test func everySettingIsReadByARule() throws {
        let pack = try ShippedRules().pack().pack
        let relations = pack.library.relations.flatMap(\.parts)
        let read = try Set(
            pack.rules().flatMap(\.settings) + relations.flatMap { SQLMacros.expand($0.select).settings })
        for setting in pack.settings { #expect(read.contains(setting.key), "no rule reads \(setting.key)") }
    }
}
