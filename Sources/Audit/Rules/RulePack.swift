import Derive
import Model

/// The rules of one run: the shipped ones, and a person's own that add to them or replace them by id.
package struct RulePack: Sendable {
    /// What a pack holds besides rules.
    package struct Contents: Sendable, Hashable {
        /// `year.month` of the newest source, raised with each release of the rules.
        package var version: String
        package var profiles: [Profile]
        package var settings: [SettingDefault]
        /// What the rules may read besides the views.
        package var library: RelationLibrary
        /// The families whose traffic is known.
        package var families: [FamilyDeclaration]

        package init(
            version: String, profiles: [Profile] = [], settings: [SettingDefault] = [],
            library: RelationLibrary = .empty, families: [FamilyDeclaration] = []
        ) {
            self.version = version
            self.profiles = profiles.sorted { $0.id < $1.id }
            self.settings = settings.sorted { $0.key < $1.key }
            self.library = library
            self.families = families.sorted { $0.name < $1.name }
        }
    }

    package private(set) var contents: Contents
    /// By family.
    private var shelves: [String: RuleShelf]

    package init(_ contents: Contents, shelves: [RuleShelf]) {
        self.contents = contents
        self.shelves = Dictionary(shelves.map { ($0.family, $0) }, uniquingKeysWith: { $1 })
    }

    package init(_ contents: Contents, rules: [Rule]) {
        self.init(
            contents, shelves: Dictionary(grouping: rules, by: \.family).map { RuleShelf($0.key, rules: $0.value) })
    }

    package var version: String { contents.version }
    package var profiles: [Profile] { contents.profiles }
    package var settings: [SettingDefault] { contents.settings }
    package var families: [FamilyDeclaration] { contents.families }
    package var library: RelationLibrary {
        get { contents.library }
        set { contents.library = newValue }
    }

    // MARK: - Rules

    /// All rules, by id.
    package func rules() throws(RuleFileFailure) -> [Rule] { try rules(of: Set(shelves.keys)) }

    /// The rules of some families, by id. The others are not read.
    package func rules(of families: Set<String>) throws(RuleFileFailure) -> [Rule] {
        var rules: [Rule] = []
        for (family, shelf) in shelves where families.contains(family) { rules += try shelf.rules() }
        return rules.sorted { $0.id < $1.id }
    }

    /// The columns that the preconditions of some families' rules and of all relations ask for.
    func asked(of families: Set<String>) throws(RuleFileFailure) -> AskedColumns {
        var asked = library.asked
        for (family, shelf) in shelves where families.contains(family) { asked.formUnion(try shelf.contents().asked) }
        return asked
    }

    /// The rule of that name, or that had it before.
    package func rule(_ id: String) throws(RuleFileFailure) -> Rule? {
        if let shelf = shelves[Rule.family(of: id)], let rule = try shelf.rules().first(where: { $0.id == id }) {
            return rule
        }
        return try rules().first { $0.formerly.contains(id) }
    }

    /// What a rule is called today; the id itself where nothing is known of it.
    package func currentID(_ id: String) throws(RuleFileFailure) -> String { try rule(id)?.id ?? id }

    /// Families of rules that no family file names.
    var undeclaredFamilies: Set<String> { Set(shelves.keys).subtracting(families.map(\.name)) }

    /// The profile of that name.
    package func profile(_ id: String) -> Profile? { profiles.first { $0.id == id } }

    // MARK: - What a person adds

    /// Adds rules and profiles; one with a known id, or one that a known rule had before, replaces it.
    package mutating func add(rules added: [Rule], profiles new: [Profile]) throws(RuleFileFailure) {
        for rule in added {
            var rule = rule
            if let known = try self.rule(rule.id), known.id != rule.id {
                (rule.id, rule.formerly) = (known.id, known.formerly)
            }
            let others = try shelves[rule.family]?.rules().filter { $0.id != rule.id } ?? []
            shelves[rule.family] = RuleShelf(rule.family, rules: others + [rule])
        }
        let names = Set(new.map(\.id))
        var renamed: [Profile] = []
        for profile in new { renamed.append(try profile.naming(rulesOf: self)) }
        contents.profiles = (profiles.filter { !names.contains($0.id) } + renamed).sorted { $0.id < $1.id }
    }

    /// Adds families, each with the rules of its contract; one with a known name replaces it.
    package mutating func add(families added: [FamilyFile]) throws(RuleFileFailure) {
        let names = Set(added.map(\.declaration.name))
        contents.families =
            (families.filter { !names.contains($0.name) } + added.map(\.declaration)).sorted { $0.name < $1.name }
        for family in added {
            guard shelves[family.declaration.name] == nil else {
                try add(rules: family.rules(), profiles: [])
                continue
            }
            shelves[family.declaration.name] = RuleShelf(family.declaration.name, family.rules)
        }
    }

    /// Adds settings; one with a known key replaces it.
    package mutating func add(settings added: [SettingDefault]) {
        let keys = Set(added.map(\.key))
        contents.settings = (settings.filter { !keys.contains($0.key) } + added).sorted { $0.key < $1.key }
    }
}
