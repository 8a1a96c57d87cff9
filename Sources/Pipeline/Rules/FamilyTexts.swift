import Audit
import Model

/// What is known of families, for people.
package struct FamilyTexts: Sendable {
    private let families: [FamilyDeclaration]
    private let rules: [Rule]

    package init(_ pack: RulePack) throws(PipelineFailure) {
        families = pack.families
        rules = try PipelineFailure.reading(pack.rules)
    }

    /// One line each: name, title, how many rules, hosts.
    package func list() -> String {
        let width = families.map(\.name.count).max() ?? 0
        return families.map { family in
            let count = rules.count { $0.family == family.name }
            let name = family.name + String(repeating: " ", count: width - family.name.count)
            let hosts = family.hosts.isEmpty ? "hosts of each publisher's own" : family.hosts.joined(separator: ", ")
            let whenExpected = family.isJudgedWhenExpected ? "; judged where expect.families names it" : ""
            return "\(name)  \(family.title); \(count) rule\(count == 1 ? "" : "s"); \(hosts)\(whenExpected)\n"
        }.joined()
    }

    /// A family whole: hosts, requests, rules.
    package func show(_ name: String, withRules: Bool = true) throws(PipelineFailure) -> String {
        guard let family = families.first(where: { $0.name == name }) else {
            let hint = Spelling.nearest(to: name, in: families.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
            throw .usage("there is no family '\(name)'\(hint)")
        }
        var lines = ["\(family.name): \(family.title)", ""]
        lines.append("Hosts: \(family.hosts.isEmpty ? "each publisher's own" : family.hosts.joined(separator: ", "))")
        if !family.carries.isEmpty { lines.append("Its documents carry: \(family.carries.joined(separator: ", "))") }
        if family.isJudgedWhenExpected {
            lines.append("Judged where the facts (expect.families) or a profile name it.")
        }
        for (name, kind) in family.identifiers.sorted(by: { $0.key < $1.key }) {
            lines.append("Redacted: \(name) (\(kind.rawValue))")
        }
        if family.requests.isEmpty { lines.append("Its requests are read by code.") }
        for form in family.requests { lines += FamilyTexts.lines(of: form) }
        let own = rules.filter { $0.family == name }
        if withRules, !own.isEmpty { lines += ["", "Rules:"] + own.map { "  \($0.id): \($0.title)" } }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A page per family, with an index: docs/families holds them.
    package func pages(files: [FamilyFile]) throws(PipelineFailure) -> [(name: String, text: String)] {
        let head = "<!-- Generated from the family files by `beaconproof families document`. Do not edit. -->\n"
        var pages: [(name: String, text: String)] = []
        var index =
            head
            + "# Families\n\nHow each is described: [families](../families.md).\n\n| family | | rules |\n|---|---|---|\n"
        for file in files.sorted(by: { $0.declaration.name < $1.declaration.name }) {
            let name = file.declaration.name
            let own = rules.filter { $0.family == name }
            index += "| [\(name)](\(name).md) | \(file.declaration.title) | \(own.count) |\n"
            var text = head + "# \(file.declaration.title)\n\n```text\n\(try show(name, withRules: false))```\n"
            if !own.isEmpty {
                text += "\n## Rules\n\n" + own.map { "- [\($0.id)](../rules/\($0.id).md): \($0.title)\n" }.joined()
            }
            text += "\n## Sources\n\n" + file.sources.map { "- \($0.line)\n" }.joined()
            pages.append(("\(name).md", text))
        }
        return [("README.md", index)] + pages
    }

    private static func lines(of form: RequestForm) -> [String] {
        let methods = form.methods.isEmpty ? "any method" : form.methods.joined(separator: " or ")
        let paths = form.paths.isEmpty ? "any path" : form.paths.joined(separator: ", ")
        var lines = ["", "Request '\(form.kind)': \(methods), \(paths)"]
        func add(_ what: String, _ names: [String]) {
            if !names.isEmpty { lines.append("  \(what): \(names.joined(separator: ", "))") }
        }
        add("parameters in", form.places.map(\.rawValue))
        add("a beacon for each item of", form.each.map { [$0] } ?? [])
        add("event", form.event)
        add("events", Set(form.eventNames.values).sorted())
        add("session", form.session)
        for scope in RequestForm.Scope.allCases { add(scope.rawValue, form.subjects[scope] ?? []) }
        add("position", form.position?.names ?? [])
        add("sent at", form.sentAt?.names ?? [])
        add("mandatory", form.mandatory)
        return lines
    }
}
