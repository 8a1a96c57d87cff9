/// Captured text made harmless for outputs that are no reports.
package enum EscapedText {
    /// One line for a terminal: controls and characters that hide or reorder text are shown, never sent.
    package static func terminal(_ captured: String) -> String {
        TerminalText(captured).value
    }

    /// The cell of a GitHub-flavoured Markdown table.
    package static func markdown(_ captured: String) -> String {
        var text = MarkdownWriter()
        text.text(captured)
        return String(decoding: text.output.bytes, as: UTF8.self)
    }
}
