import Foundation
import Pipeline
import TestSupport
import Testing

/// The words that docs/style.md says to avoid are not used.
struct StyleTests {
    struct Word: Sendable, CustomTestStringConvertible {
        var pattern: String
        var instead: String
        var testDescription: String { pattern }
    }

    /// The rows of its table: a pattern in backquotes, and what to write.
    static let words: [Word] = {
        do {
            let page = try String(contentsOfFile: Repository.path("docs/style.md"), encoding: .utf8)
            return page.matches(of: /(?m)^\| `(.+?)` \| (.+?) \|$/).map {
                Word(pattern: String($0.1).replacing("\\|", with: "|"), instead: String($0.2))
            }
        } catch {
            Issue.record(error)
            return []
        }
    }()

    /// Pages that people write; generated ones say so in their first line.
    static let pages: [String] = {
        let folders = ["", "docs", "docs/start", "docs/decisions", "Examples"]
        return folders.flatMap { folder in
            let place = Repository.path(folder)
            let names = (FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".md") && !$0.contains("/") }
            return names.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
        }.filter { !["docs/style.md", "CHANGELOG.md"].contains($0) }.sorted()
    }()

    @Test func thereAreWordsAndPages() {
        #expect(Self.words.count >= 8)
        #expect(Self.pages.count >= 40)
    }

    @Test(arguments: words)
    func isNotUsed(word: Word) throws {
        let expression = try NSRegularExpression(pattern: word.pattern, options: [.caseInsensitive])
        for page in Self.pages {
            let text = try String(contentsOfFile: Repository.path(page), encoding: .utf8)
            guard !text.hasPrefix("<!-- Generated") else { continue }
            for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                let found = Range(match.range, in: text).map { String(text[$0]) } ?? ""
                Issue.record("\(page): '\(found)'; write: \(word.instead)")
            }
        }
    }

    // MARK: - Rules

    /// What a receiver reads of each rule.
    static let ruleTexts: [(rule: String, part: String, text: String)] = {
        do {
            return try ShippedRules().pack().pack.rules().flatMap { rule in
                [("title", rule.title), ("message", rule.message), ("why", rule.why), ("fix", rule.fix)].map {
                    (rule.id, $0.0, $0.1)
                }
            }
        } catch {
            Issue.record(error)
            return []
        }
    }()

    @Test(arguments: words)
    func isNotUsedInARule(word: Word) throws {
        #expect(Self.ruleTexts.count > 1_000)
        let expression = try NSRegularExpression(pattern: word.pattern, options: [.caseInsensitive])
        for (rule, part, text) in Self.ruleTexts {
            for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                let found = Range(match.range, in: text).map { String(text[$0]) } ?? ""
                Issue.record("\(rule), \(part): '\(found)'; write: \(word.instead)")
            }
        }
    }

    /// The most words that docs/style.md gives each part.
    @Test(arguments: ["title", "message", "fix", "why"])
    func isShort(part: String) throws {
        let page = try Repository.text("docs/style.md")
        let row = try #require(
            page.firstMatch(of: try Regex("\\| \(part) \\|.*\\| ([0-9]+) words \\|", as: (Substring, Substring).self)))
        let most = try #require(Int(row.output.1))
        for text in Self.ruleTexts where text.part == part {
            let count = text.text.split(whereSeparator: \.isWhitespace).count
            #expect(count <= most, "\(text.rule), \(part): \(count) words, at most \(most)")
        }
    }
}
