/// Writes GitHub-flavoured Markdown. Captured text is either escaped text or a code span.
///
/// Renderers turn bare addresses and mentions into links whatever is escaped around them, so a word that looks like one
/// becomes a code span.
struct MarkdownWriter: Sendable {
    private(set) var output = OutputBytes()

    var count: Int { output.bytes.count }

    mutating func raw(_ markup: StaticString) {
        output.literal(markup)
    }

    mutating func number(_ value: Int) {
        output.number(Int64(value))
    }

    mutating func text(_ captured: String) {
        var isFirst = true
        for word in captured.split(separator: " ", omittingEmptySubsequences: false) {
            if !isFirst { output.literal(" ") }
            isFirst = false
            if Self.becomesLink(word) {
                code(String(word))
            } else {
                output.captured(String(word), .markdown)
            }
        }
    }

    /// A code span whose fence is longer than any run of backticks inside.
    mutating func code(_ captured: String) {
        guard !captured.isEmpty else { return }
        var longest = 0
        var run = 0
        for byte in captured.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        for _ in 0...longest { output.literal("`") }
        let padded = longest > 0 || captured.hasPrefix(" ") || captured.hasSuffix(" ")
        if padded { output.literal(" ") }
        output.captured(captured, .markdownCode)
        if padded { output.literal(" ") }
        for _ in 0...longest { output.literal("`") }
    }

    mutating func append(_ other: MarkdownWriter) {
        output.append(other.output)
    }

    private static func becomesLink(_ word: Substring) -> Bool {
        word.utf8.contains(UInt8(ascii: "@")) || word.contains("://") || word.lowercased().contains("www.")
    }
}
