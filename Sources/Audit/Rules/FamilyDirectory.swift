import Model

/// The families that a pack knows, by name.
package struct FamilyDirectory: Sendable, Hashable {
    private var byName: [String: FamilyDeclaration]

    package init(_ families: [FamilyDeclaration] = []) {
        byName = Dictionary(families.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    subscript(_ name: String) -> FamilyDeclaration? { byName[name] }

    /// Hosts that a rule is about, besides those that its subjects were seen at: its own, or its family's.
    func hosts(of rule: Rule) -> [String] { rule.looks.hosts ?? byName[rule.family]?.hosts ?? [] }

    /// Whether nobody can say where what the rule looks at would go: anything that was hidden may have been that.
    func knowsNoHosts(of rule: Rule) -> Bool {
        rule.looks.hosts == nil && rule.looks.families.isEmpty && byName[rule.family] == nil
    }
}
