import Foundation
import TestSupport
import Testing

/// Comments cite pages that are here, by headings they have, and standards that are public: nothing else.
struct CitationTests {
    @Test func commentsAreFound() {
        #expect(Citations.files.count > 500)
        #expect(Citations.files.flatMap(\.pages).count > 30)
    }

    @Test func everyPageCitedIsHere() {
        let wrong = Citations.files.flatMap { file in
            file.pages.filter { Citations.problem(of: $0) != nil }.map {
                "\(file.path): \($0.page)\($0.heading.map { ", \"\($0)\"" } ?? "") \(Citations.problem(of: $0) ?? "")"
            }
        }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }

    @Test func everySectionCitedIsOfAPublicDocument() {
        let wrong = Citations.files.flatMap { file in file.sectionsOfNothing.map { "\(file.path): \($0)" } }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }

    // MARK: The checks themselves

    @Test func findsWhatIsNotHere() {
        let cited = CitingFile(
            path: "Sample.swift",
            text: """
                /// See docs/attribution.md, "Whose
                /// it is", docs/attribution.md, "Nobody's" and docs/gone.md; measured in notes.md (decision 0011, 9999).
                let url = "docs/other.md"  // CHANGELOG.md
                """
        ).pages
        #expect(cited.count == 6)
        #expect(
            cited.map { Citations.problem(of: $0) != nil } == [false, true, true, true, false, false],
            "\(cited)")
        let decision = CitingFile(path: "a.sql", text: "-- as decision 9999 has it")
        #expect(decision.pages.compactMap(Citations.problem).count == 1)
    }

    @Test(arguments: [
        "(specification section 4.3)", "as the specification of pings, section 2 says", "Section 6.1.",
    ])
    func findsSectionsOfNothing(text: String) {
        #expect(CitingFile(path: "a.swift", text: "/// \(text)").sectionsOfNothing.count == 1)
    }

    @Test(arguments: ["RFC 9112 section 3.2", "VAST 4.3, section 3.14.1", "XML 1.0, section 2.11", "this section 2x"])
    func publicSectionsAreFine(text: String) {
        #expect(CitingFile(path: "a.swift", text: "/// \(text)").sectionsOfNothing.isEmpty)
    }
}

private enum Citations {
    /// A page that a comment names, with the heading where it names one.
    struct Page: Sendable, Hashable {
        var page: String
        var heading: String?
    }

    /// What people and machines wrote, but for captures and pages themselves.
    static let files: [CitingFile] = {
        let endings = [".swift", ".sql", ".yaml", ".sh", ".py", ".c", ".h", "Makefile"]
        return [
            "Sources", "Tests", "Rules", "Queries", "Examples", "Benchmarks", "scripts", "Package.swift", "Makefile",
        ]
        .flatMap { folder -> [String] in
            let path = Repository.path(folder)
            guard let found = FileManager.default.enumerator(atPath: path) else { return [folder] }
            let below = found.compactMap { $0 as? String }.map { "\(folder)/\($0)" }
            return below.isEmpty ? [folder] : below
        }
        .filter { path in endings.contains { path.hasSuffix($0) } && !path.contains("/.build/") }
        .filter { !$0.contains("Tests/Vectors/") && !$0.hasSuffix("CitationTests.swift") }
        .sorted()
        .compactMap { path in (try? Repository.text(path)).map { CitingFile(path: path, text: $0) } }
    }()

    private static let here: Set<String> = {
        let paths = FileManager.default.enumerator(atPath: Repository.root.path)?.compactMap { $0 as? String } ?? []
        return Set(paths.filter { $0.hasSuffix(".md") && !$0.hasPrefix(".") })
    }()

    private static let decisions = here.compactMap {
        $0.firstMatch(of: /docs\/decisions\/(\d{4})-/).map { String($0.1) }
    }

    /// - Returns: `nil` when the page is here and has the heading.
    static func problem(of cited: Page) -> String? {
        if let number = cited.page.wholeMatch(of: /decision (\d{4})/) {
            return decisions.contains(String(number.1)) ? nil : "is not among docs/decisions"
        }
        guard let path = [cited.page, "docs/\(cited.page)"].first(where: here.contains) else {
            return here.contains { $0.hasSuffix("/\(cited.page)") } ? nil : "is not in the repository"
        }
        guard let heading = cited.heading else { return nil }
        guard let text = try? Repository.text(path) else { return "cannot be read" }
        let headings = text.matches(of: /(?m)^#+ (.+)$/).map { String($0.1) }
        return headings.contains(heading) ? nil : "has no such heading"
    }
}

/// The comments of one file, each run of lines as one text.
private struct CitingFile: Sendable {
    let path: String
    private let comments: String

    init(path: String, text: String) {
        self.path = path
        let mark =
            path.hasSuffix(".sql")
            ? "--" : path.hasSuffix(".swift") || path.hasSuffix(".c") || path.hasSuffix(".h") ? "//" : "#"
        comments = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            CitingFile.comment(in: line, mark)
        }.joined(separator: " ")
    }

    /// What stands behind a mark at the beginning of a line, or after a blank.
    private static func comment(in line: Substring, _ mark: String) -> Substring {
        var rest = line
        while let range = rest.range(of: mark) {
            let before = range.lowerBound == line.startIndex ? nil : line[line.index(before: range.lowerBound)]
            if before == nil || before == " " {
                return line[range.upperBound...].drop { $0 == "/" || $0 == " " || $0 == ":" }
            }
            rest = line[range.upperBound...]
        }
        return ""
    }

    var pages: [Citations.Page] {
        let named = comments.matches(of: /([A-Za-z0-9_.\/-]*[A-Za-z0-9_-]\.md)\b(?:, "([^"]+)")?/).map {
            Citations.Page(page: String($0.1), heading: $0.2.map(String.init))
        }
        return named + comments.matches(of: /[dD]ecision (\d{4})/).map { Citations.Page(page: "decision \($0.1)") }
    }

    /// Citations of a section behind which no public document stands.
    var sectionsOfNothing: [String] {
        comments.matches(of: /[sS]ections? \d+(\.\d+)*\b(?![A-Za-z])/).compactMap { match in
            let before = comments[..<match.range.lowerBound].suffix(60)
            let own = before.contains(/[sS]pecification[^.;:]{0,40}$/)
            if !own, before.contains(CitingFile.publicDocument) { return nil }
            if !own, comments.contains(/RFC \d+|APPNOTE/), !before.contains("rchitecture") { return nil }
            return String(comments[..<match.range.upperBound].suffix(80))
        }
    }

    nonisolated(unsafe) private static let publicDocument =
        /(RFC ?\d+|VAST|VMAP|XML|YAML|WHATWG|CSP|SARIF|APPNOTE|W3C|HAR|Fetch)/
}
