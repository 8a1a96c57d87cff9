import Foundation
import TestSupport
import Testing

/// The tree that docs/architecture.md draws is the one there is.
struct ArchitecturePageTests {
    /// The lines of the drawing, each folder of `Sources` with the lines that belong to it.
    private static let drawn: [String: String] = {
        let page = (try? Repository.text("docs/architecture.md")) ?? ""
        let tree =
            page.components(separatedBy: "## 6. Tree").last?.components(separatedBy: "```").dropFirst().first ?? ""
        var drawn: [String: String] = [:]
        var module = ""
        for line in tree.split(separator: "\n") {
            if let match = line.wholeMatch(of: #/  (\w+)/ (.*)/#) { module = String(match.1) }
            guard line.hasPrefix("  "), !module.isEmpty else { continue }
            drawn[module, default: ""] += line + "\n"
        }
        return drawn
    }()

    private static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.path(path)).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: Repository.path("\(path)/\(name)"), isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    @Test func everyModuleIsDrawn() throws {
        let modules = try Self.folders(in: "Sources").filter { !$0.hasPrefix("C") || Self.drawn[$0] != nil }
        #expect(modules.count > 15)
        for module in modules { #expect(Self.drawn[module] != nil, "Sources/\(module) is missing") }
    }

    @Test func everyFolderOfAModuleIsDrawnAndNoOther() throws {
        for (module, lines) in Self.drawn
        where !module.hasPrefix("C") || module == "Capture" || module == "Cryptography" {
            let folders = try Self.folders(in: "Sources/\(module)")
            let named = Set(lines.matches(of: /(\w[\w.]*)\//).map { String($0.1) }).subtracting([module])
            #expect(named == Set(folders).filter { $0 != "include" }, "\(module)")
        }
    }

    /// So is its table of imports.
    @Test func everyModuleHasARowInTheTableOfImports() throws {
        let page = try Repository.text("docs/architecture.md")
        for module in Self.drawn.keys where !module.hasPrefix("C") || module == "Capture" || module == "Cryptography" {
            #expect(page.contains("| `\(module)` |"), "\(module)")
        }
    }
}
