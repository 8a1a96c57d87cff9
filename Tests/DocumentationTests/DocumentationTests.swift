import Audit
import Foundation
import Interpret
import Model
import Pipeline
import TestSupport
import Testing

@testable import Store

struct DocumentationTests {
    @Test func schema() throws {
        try GeneratedFile.check("docs/schema.md", is: SchemaDocument.markdown)
    }

    /// The schema of this version, by which later ones will know its files. Once a version is released its file stays as it
    /// is: a change begins the next one with an empty file of the next number, listed in `SchemaLibrary.c`.
    @Test func schemaHistory() throws {
        let number = "00\(Schema.version)".suffix(3)
        try GeneratedFile.check("Sources/SchemaLibrary/history/\(number).sql", is: Schema.snapshot)
    }

    @Test func savedQueries() throws {
        try GeneratedFile.check("docs/queries.md", is: SavedQuery.markdown)
    }

    @Test func recordSchema() throws {
        try GeneratedFile.check("docs/records.schema.json", is: RecordSchema.json)
    }

    @Test func diagnostics() throws {
        try GeneratedFile.check("docs/diagnostics.md", is: DiagnosticsDocument.markdown)
    }

    @Test func nielsenCalls() throws {
        try GeneratedFile.check("docs/nielsen-calls.md", is: NielsenAutomaton.document)
    }

    @Test func coverage() throws {
        try GeneratedFile.check("docs/coverage.md", is: ShippedRules().coverage().markdown)
    }

    @Test func rules() throws {
        let pages = try RuleTexts(ShippedRules().pack().pack).pages(files: ShippedRules().files())
        for page in pages { try GeneratedFile.check("docs/rules/\(page.name)", is: page.text) }
        let found = try FileManager.default.contentsOfDirectory(atPath: Repository.path("docs/rules"))
        #expect(Set(found) == Set(pages.map(\.name)), "pages of rules that are gone")
    }

    @Test func families() throws {
        let pages = try FamilyTexts(ShippedRules().pack().pack).pages(files: ShippedRules().families())
        #expect(pages.count > 16)
        for page in pages { try GeneratedFile.check("docs/families/\(page.name)", is: page.text) }
    }

    // MARK: Diagnostics

    @Test func everyDiagnosticIsListedOnce() {
        let ids = DiagnosticsDocument.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.count > 50)
    }

    /// Ids as they are declared in the sources: none is missing in the lists, none is listed and not declared.
    @Test func everyDeclaredDiagnosticIsListed() throws {
        let root = Repository.root.appending(path: "Sources")
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        var declared: Set<String> = []
        for path in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /DiagnosticCode\(\s*"([a-z0-9.-]+)"/) { declared.insert(String(match.1)) }
        }
        #expect(declared == Set(DiagnosticsDocument.all.map(\.id)))
    }

    @Test(arguments: DiagnosticsDocument.all.map(\.id))
    func isWellWritten(id: String) throws {
        let code = try #require(DiagnosticsDocument.all.first { $0.id == id })
        #expect(id.wholeMatch(of: /[a-z0-9]+\.[a-z0-9]+(-[a-z0-9]+)*/) != nil)
        #expect(["capture", "wire", "interpret", "audit"].contains(code.stage))
        #expect(code.meaning.hasSuffix(".") && code.remedy.hasSuffix("."))
    }

    // MARK: Dependencies

    @Test func everyPinIsListedWithItsVersionAndLicence() throws {
        let page = try Repository.text("docs/dependencies.md")
        let pins = try Repository.text("Package.swift").matches(of: /url: "https:\/\/([^"]+)", exact: "([^"]+)"/)
        #expect(pins.count == 1)
        for pin in pins {
            let row = page.split(separator: "\n").first { $0.contains("https://\(pin.1))") }
            #expect(row?.contains("| \(pin.2) | ") == true, "\(pin.1) is pinned to \(pin.2)")
            #expect(row?.firstMatch(of: /\| (Apache-2\.0|MIT) \|/) != nil, "\(pin.1) has no licence")
        }
    }

    /// scripts/dependencies.sh compares the content; here, that no package is left out and none is left over.
    @Test func everyDependencyIsLocked() throws {
        let pins = try Repository.text("Package.swift").matches(of: /url: "https:[^"]*\/([^"\/]+)", exact: "([^"]+)"/)
        let locked = try Repository.text("scripts/dependencies.sha256").split(separator: "\n")
        #expect(locked.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{64}  \S+ \S+/) != nil })
        #expect(Set(locked.map { String($0.dropFirst(66)) }) == Set(pins.map { "\($0.1) \($0.2)" }))
        #expect(locked.count == pins.count)
    }

    // MARK: What people read

    /// The README and the pages of `docs`, but for the generated ones.
    private static let prose: String = {
        let pages = FileManager.default.enumerator(atPath: Repository.path("docs"))?.compactMap { $0 as? String } ?? []
        let files = ["README.md"] + pages.filter { $0.hasSuffix(".md") && !$0.hasPrefix("rules/") }.map { "docs/\($0)" }
        return files.compactMap { try? Repository.text($0) }.joined(separator: "\n")
    }()

    private static let hasReadme = FileManager.default.fileExists(atPath: Repository.path("README.md"))

    /// Commands and options as the sources of the executable declare them.
    static let declared: [String] = {
        let folder = Repository.path("Sources/BeaconProofCommand")
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var names: Set<String> = []
        for path in paths.sorted() where path.hasSuffix(".swift") {
            guard let text = try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) else { continue }
            for match in text.matches(of: /commandName: "([a-z-]+)"/) { names.insert(String(match.1)) }
            for declaration in text.split(separator: "\n\n") where declaration.contains(/@(Option|Flag)\b/) {
                if declaration.contains(".hidden") || declaration.contains("visibility: .private") { continue }
                if let custom = declaration.firstMatch(of: /customLong\("([a-z-]+)"\)/) {
                    names.insert("--\(custom.1)")
                } else if let name = declaration.firstMatch(of: /\n\s*var (\w+)/) {
                    names.insert("--" + kebab(String(name.1)))
                }
            }
        }
        return names.sorted()
    }()

    private static func kebab(_ name: String) -> String {
        name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }

    @Test(.enabled(if: hasReadme, "no README yet"), arguments: declared)
    func isDescribed(name: String) {
        #expect(Self.prose.contains("`\(name)") || Self.prose.contains(" \(name)"), "\(name) is in no page")
    }

    @Test func commandsAndOptionsAreFound() {
        for name in ["certify", "query", "--facts", "--set", "--allow-inconclusive", "--no-config"] {
            #expect(Self.declared.contains(name), "\(name)")
        }
    }

    /// Links between pages lead somewhere.
    @Test func relativeLinksResolve() throws {
        let pages = FileManager.default.enumerator(atPath: Repository.path("docs"))?.compactMap { $0 as? String } ?? []
        let files = (Self.hasReadme ? ["README.md"] : []) + pages.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
        for file in files {
            let folder = Repository.root.appending(path: file).deletingLastPathComponent()
            for match in try Repository.text(file).matches(of: /\]\(([^)#:\s]+)(#[^)]*)?\)/) {
                let target = folder.appending(path: String(match.1)).path
                #expect(FileManager.default.fileExists(atPath: target), "\(file): \(match.1)")
            }
        }
    }
}
