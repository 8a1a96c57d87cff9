import Derive
import Model

/// The rules of one run: the shipped ones, and a person's own that add to them or replace them by id.
package struct RulePack: Sendable, Codable {
    /// `year.month` of the newest source, raised with each release of the rules.
    package var version: String
    package var rules: [Rule]
    package var profiles: [Profile]
    package var settings: [SettingDefault]
    /// What the rules may read besides the views.
    package var library: RelationLibrary
    /// The families whose traffic is known.
    package var families: [FamilyDeclaration]

    package init(
        version: String, rules: [Rule], profiles: [Profile], settings: [SettingDefault],
        library: RelationLibrary = .empty, families: [FamilyDeclaration] = []
    ) {
        self.version = version
        self.rules = rules.sorted { $0.id < $1.id }
        self.profiles = profiles.sorted { $0.id < $1.id }
        self.settings = settings.sorted { $0.key < $1.key }
        self.library = library
        self.families = families.sorted { $0.name < $1.name }
    }

    /// Adds rules and profiles; one with a known id, or one that a known rule had before, replaces it.
    package mutating func add(rules added: [Rule], profiles new: [Profile]) {
        let added = added.map { rule in
            var rule = rule
            if let known = self.rule(rule.id), known.id != rule.id {
                (rule.id, rule.formerly) = (known.id, known.formerly)
            }
            return rule
        }
        let ids = Set(added.map(\.id))
        rules = (rules.filter { !ids.contains($0.id) } + added).sorted { $0.id < $1.id }
        let names = Set(new.map(\.id))
        let renamed = new.map { $0.naming(rules: currentID) }
        profiles = (profiles.filter { !names.contains($0.id) } + renamed).sorted { $0.id < $1.id }
    }

    /// Adds families; one with a known name replaces it.
    package mutating func add(families added: [FamilyDeclaration]) {
        let names = Set(added.map(\.name))
        families = (families.filter { !names.contains($0.name) } + added).sorted { $0.name < $1.name }
    }

    /// Adds settings; one with a known key replaces it.
    package mutating func add(settings added: [SettingDefault]) {
        let keys = Set(added.map(\.key))
        settings = (settings.filter { !keys.contains($0.key) } + added).sorted { $0.key < $1.key }
    }

    /// The rule of that name, or that had it before.
    package func rule(_ id: String) -> Rule? {
        rules.first { $0.id == id } ?? rules.first { $0.formerly.contains(id) }
    }

    /// What a rule is called today; the id itself where nothing is known of it.
    package func currentID(_ id: String) -> String { rule(id)?.id ?? id }

    /// The profile of that name.
    package func profile(_ id: String) -> Profile? {
        profiles.first { $0.id == id }
    }
}
