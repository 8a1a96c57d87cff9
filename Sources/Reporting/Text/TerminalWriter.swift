/// Writes lines for a terminal. Everything captured comes in as ``TerminalText``; colour is added here and nowhere else.
struct TerminalWriter {
    enum Style {
        case plain, strong, faint, good, bad, warning

        var sequence: StaticString {
            switch self {
            case .plain: ""
            case .strong: "\u{1B}[1m"
            case .faint: "\u{1B}[2m"
            case .good: "\u{1B}[1;32m"
            case .bad: "\u{1B}[1;31m"
            case .warning: "\u{1B}[1;33m"
            }
        }
    }

    /// Lines; captured values may be as long as a capture.
    private static let longestParagraph = 12

    let width: Int
    let colour: Bool
    private(set) var output = OutputBytes()

    init(width: Int, colour: Bool) {
        self.width = max(40, width)
        self.colour = colour
    }

    mutating func blank() {
        output.literal("\n")
    }

    /// One line as it is; the caller has seen to its width.
    mutating func line(_ spans: (TerminalText, Style)...) {
        for (text, style) in spans { span(text, style) }
        output.literal("\n")
    }

    /// Wrapped behind `indent` columns. The first line begins with `lead`, the others stand under its text.
    mutating func paragraph(_ text: TerminalText, lead: TerminalText? = nil, indent: Int = 0, _ style: Style = .plain) {
        let hang = indent + (lead?.columns ?? 0)
        for (index, part) in text.shortened(to: width * Self.longestParagraph).wrapped(to: width - hang).enumerated() {
            if index == 0, let lead {
                spaces(indent)
                span(lead, .strong)
            } else {
                spaces(hang)
            }
            // A CI service would run a line that begins like one of its commands.
            if part.value.hasPrefix("::") || part.value.hasPrefix("##[") { output.literal("\\") }
            span(part, style)
            output.literal("\n")
        }
    }

    mutating func spaces(_ count: Int) {
        for _ in 0..<count { output.literal(" ") }
    }

    private mutating func span(_ text: TerminalText, _ style: Style) {
        if colour, style != .plain { output.literal(style.sequence) }
        output.captured(text.value, .terminal)
        if colour, style != .plain { output.literal("\u{1B}[0m") }
    }
}
