/// Writes HTML and SVG. Markup is a literal of the source code or the shipped page frame; everything else is text or an
/// attribute value and is escaped. Attribute values are always quoted.
///
/// There is no way to write a link to a captured URL: following one would fire the beacon again.
struct HTMLWriter: Sendable {
    private(set) var output = OutputBytes()

    mutating func raw(_ markup: StaticString) {
        output.literal(markup)
    }

    mutating func text(_ captured: String) {
        output.captured(captured, .markup)
    }

    mutating func number(_ value: Int) {
        output.number(Int64(value))
    }

    /// ` name="value"`, to stand inside a tag that is open.
    mutating func attribute(_ name: StaticString, _ value: String) {
        output.literal(" ")
        output.literal(name)
        output.literal("=\"")
        output.captured(value, .markup)
        output.literal("\"")
    }

    mutating func attribute(_ name: StaticString, _ value: Int) {
        attribute(name, String(value))
    }

    /// `<name class="…">body</name>`.
    mutating func element(
        _ name: StaticString, class style: StaticString? = nil, _ body: (inout HTMLWriter) -> Void
    ) {
        output.literal("<")
        output.literal(name)
        if let style {
            output.literal(" class=\"")
            output.literal(style)
            output.literal("\"")
        }
        output.literal(">")
        body(&self)
        output.literal("</")
        output.literal(name)
        output.literal(">")
    }

    mutating func element(_ name: StaticString, class style: StaticString? = nil, text: String) {
        element(name, class: style) { $0.text(text) }
    }

    mutating func frame(_ part: PageFrame.Part) {
        output.frame(part.bytes)
    }
}
