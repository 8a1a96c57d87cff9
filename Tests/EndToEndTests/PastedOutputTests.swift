import Foundation
import TestSupport
import Testing

/// What pages show as the output of a command is what the command prints.
struct PastedOutputTests {
    static let pages =
        ["README.md", "docs/tour.md"]
        + ["qa-engineer", "vendor", "ci-engineer", "analyst", "rule-author"]
        .map { "docs/start/\($0).md" }

    @Test(arguments: pages)
    func isWhatTheCommandPrints(page: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Examples", withDestinationPath: Repository.path("Examples"))
        let blocks = PageBlock.blocks(of: try String(contentsOfFile: Repository.path(page), encoding: .utf8))
        var printed = ""
        var compared = 0
        for block in blocks {
            switch block.kind {
            // What needs a file that the reader has, and we do not, is not run.
            case .commands where ["Examples/", ".sqlite", "rules explain"].contains(where: block.text.contains):
                printed = try Tool.shell(block.text, in: folder.path).output
            case .commands: printed = ""
            case .output where !printed.isEmpty:
                compared += 1
                let difference = block.difference(from: printed)
                #expect(difference == nil, "\(page):\(block.line): \(difference ?? "")")
            case .output, .other: break
            }
        }
        #expect(compared > 0, "\(page) shows no output")
    }

    @Test func anotherLineIsFound() {
        let block = PageBlock(kind: .output, text: "one\n…\nfour: …\n", line: 1)
        #expect(block.difference(from: "one\ntwo\nthree\nfour: 4\n") == nil)
        #expect(block.difference(from: "one\ntwo\nthree\nfive: 4\n") == "'four: …' is not printed")
        #expect(block.difference(from: "none\nfour: 4\n") == "'one' is shown, and 'none' printed")
        #expect(block.difference(from: "one\nfour: 4\nfive\n") == "'five' is printed behind it")
    }
}

/// A piece of a page: commands, their output, or anything else in a fence.
struct PageBlock {
    enum Kind { case commands, output, other }

    var kind: Kind
    var text: String
    /// Where it begins, from 1.
    var line: Int

    /// A paragraph that is one command in backquotes and a colon is a block of commands too.
    static func blocks(of page: String) -> [PageBlock] {
        var blocks: [PageBlock] = []
        var open: PageBlock?
        for (place, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(block)
                    open = nil
                } else {
                    let kind: Kind = line == "```sh" ? .commands : line == "```text" ? .output : .other
                    open = PageBlock(kind: kind, text: "", line: place + 2)
                }
            } else if open != nil {
                open?.text += line + "\n"
            } else if line.hasPrefix("`beaconproof "), line.hasSuffix("`:") {
                blocks.append(PageBlock(kind: .commands, text: String(line.dropFirst().dropLast(2)), line: place + 1))
            }
        }
        return blocks
    }

    /// A line `…` stands for any lines, and at the end of a line for the rest of it.
    func difference(from printed: String) -> String? {
        var lines = Self.lines(printed)[...]
        var mayPass = false
        for shown in Self.lines(text) {
            guard shown != "…" else {
                mayPass = true
                continue
            }
            let place = mayPass ? lines.firstIndex { Self.fits(shown, $0) } : lines.startIndex
            guard let place, place < lines.endIndex else { return "'\(shown)' is not printed" }
            guard Self.fits(shown, lines[place]) else { return "'\(shown)' is shown, and '\(lines[place])' printed" }
            lines = lines[(place + 1)...]
            mayPass = false
        }
        return mayPass ? nil : lines.first.map { "'\($0)' is printed behind it" }
    }

    private static func lines(_ text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func fits(_ shown: Substring, _ printed: Substring) -> Bool {
        shown.hasSuffix("…") ? printed.hasPrefix(shown.dropLast()) : shown == printed
    }
}
