import Testing

/// The module table and the banned code of the architecture, held against every file under `Sources`.
struct ArchitectureTests {
    @Test func thereAreFilesInEveryModule() {
        #expect(SourceFile.all.count > 150)
        #expect(Set(SourceFile.all.map(\.module)) == Set(AllowedImports.table.keys))
    }

    @Test(arguments: AllowedImports.table.keys.sorted())
    func importsPointDown(module: String) {
        let violations = SourceFile.all.filter { $0.module == module }.flatMap(AllowedImports.violations)
        #expect(violations.isEmpty, "\(violations)")
    }

    /// What simulates captures must not share a mistake with what reads them.
    @Test func theWorldImportsNothingOfTheProduct() {
        #expect(SourceFile.world.count > 50)
        let foreign = SourceFile.world.flatMap { file in
            AllowedImports.imports(of: file).filter { !["Foundation", "FoundationEssentials"].contains($0.module) }
                .map { "\(file.path):\($0.line): \($0.module)" }
        }
        #expect(foreign.isEmpty, "\(foreign)")
    }

    /// The table itself: no module may import one that imports it, and the four halves never import one another.
    @Test func theTableHasNoCycle() {
        let table = AllowedImports.table
        func reachable(from module: String, _ seen: Set<String> = []) -> Set<String> {
            var seen = seen
            for next in table[module] ?? [] where table[next] != nil && seen.insert(next).inserted {
                seen.formUnion(reachable(from: next, seen))
            }
            return seen
        }
        for module in table.keys { #expect(!reachable(from: module).contains(module), "\(module) reaches itself") }
        let halves: Set<String> = ["Capture", "Wire", "Interpret", "Audit", "Reporting"]
        for half in halves { #expect(reachable(from: half).isDisjoint(with: halves), "\(half)") }
    }

    @Test func functionsHaveFewParameters() {
        let violations = SourceFile.all.flatMap(ParameterCount.violations)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func exceptionsAreStillNeeded() {
        for (path, exception) in AllowedImports.exceptions {
            let file = SourceFile.all.first { $0.path == path }
            #expect(file != nil, "\(path) is gone")
            let imports = Set(file.map { AllowedImports.imports(of: $0).map(\.module) } ?? [])
            #expect(exception.imports.isSubset(of: imports), "\(path) imports less than it may")
        }
        for check in BannedCode.all {
            for path in check.exceptions.keys.sorted() {
                let file = SourceFile.all.first { $0.path == path }
                #expect(
                    file.map { !$0.matches(of: check.pattern).isEmpty } ?? false,
                    "\(check.name): \(path) needs no exception")
            }
        }
    }

    @Test(arguments: BannedCode.all)
    func nothingBanned(check: BannedCode) {
        let violations = SourceFile.all.flatMap(check.violations)
        #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
    }

    @Test func noCatchIsEmpty() {
        let violations = SourceFile.all.flatMap(BannedCode.emptyCatches)
        #expect(violations.isEmpty, "\(violations)")
    }
}

/// The checks themselves: each finds its bad samples and lets the good ones pass.
struct ArchitectureCheckTests {
    @Test(arguments: BannedCode.all)
    func findsBadSamplesOnly(check: BannedCode) throws {
        let module = try #require(check.modules.sorted().first)
        for line in check.bad {
            let file = SourceFile(path: "\(module)/Sample.swift", text: line)
            #expect(check.violations(in: file).count == 1, "not found: \(line)")
        }
        for line in check.good {
            let file = SourceFile(path: "\(module)/Sample.swift", text: line)
            #expect(check.violations(in: file).isEmpty, "wrongly found: \(line)")
        }
        let elsewhere = SourceFile(path: "Elsewhere/Sample.swift", text: check.bad[0])
        #expect(check.violations(in: elsewhere).isEmpty)
    }

    @Test(arguments: [
        "import Store", "@testable import Store", "@preconcurrency import Store", "public import Store",
        "    import struct Store.Row", "@_exported import Store", "internal import Store  // why",
    ])
    func everyFormOfImportIsSeen(line: String) {
        let file = SourceFile(path: "Wire/Sample.swift", text: "// import Model\n" + line)
        #expect(AllowedImports.violations(in: file).map(\.code) == ["import Store"])
        #expect(AllowedImports.violations(in: file).map(\.line) == [2])
    }

    @Test func whatIsAllowedIsNotFound() {
        let file = SourceFile(path: "Wire/Sample.swift", text: "import Model\nlet importance = 3\n\"import Store\"")
        #expect(AllowedImports.violations(in: file).isEmpty)
        let foundation = SourceFile(path: "Model/Sample.swift", text: "import Foundation")
        #expect(AllowedImports.violations(in: foundation).count == 1)
    }

    @Test(arguments: [
        ("func f(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int)", 1),
        ("func f(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int)", 0),
        (
            "func f(\n    _ a: Map<Int, Int>, b: (Int, Int) -> Int, c: [Int: Int], d: Int = min(1, 2, 3),\n    e: Int, f: Int\n)",
            0
        ),
        ("func f<A, B>(_ a: Map<A, B>, b: (Int) -> Int, c: Int, d: Int, e: Int, f: Int, g: Int) {}", 1),
        ("func f() { g(1, 2, 3, 4, 5, 6, 7) }", 0),
        ("static func < (left: A, right: B) -> Bool { h(1, 2, 3, 4, 5, 6, 7) }", 0),
        ("let text = \"func f(a, b, c, d, e, f, g)\"", 0),
    ])
    func manyParametersAreSeen(code: String, count: Int) {
        #expect(ParameterCount.violations(in: SourceFile(path: "Wire/Sample.swift", text: code)).count == count)
        #expect(ParameterCount.violations(in: SourceFile(path: "Elsewhere/Sample.swift", text: code)).isEmpty)
    }

    @Test func emptyCatchesAreSeen() {
        let text = "do { try a() } catch {}\ndo {\n  try b()\n} catch let error as Failure {\n\n}\ndo {} catch { c() }"
        let found = BannedCode.emptyCatches(in: SourceFile(path: "Wire/Sample.swift", text: text))
        #expect(found.map(\.line) == [1, 4])
    }

    @Test func commentsAndLiteralsAreNoCode() {
        let text = """
            a // try? b
            /* try? /* c */
            try? */ d
            "try? \\(try? e)" + #"try? \\(x)"#
            f
            """
        let file = SourceFile(path: "Wire/Sample.swift", text: text)
        #expect(file.lines.count == 5)
        #expect(file.matches(of: #"try\?"#).map(\.line) == [4])
        #expect(file.lines[2].contains("d") && file.lines[4] == "f")
    }
}
