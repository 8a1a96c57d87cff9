/// Writes XML 1.0, indented. Element and attribute names are literals of the source code; values are escaped, and
/// characters that XML forbids are shown by the escape table, never sent.
struct XMLWriter: Sendable {
    private(set) var output = OutputBytes()
    private var depth = 0

    init() {
        output.literal("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    /// `<name attributes>text</name>`, or an empty element without text.
    mutating func element(
        _ name: StaticString, _ attributes: [(name: StaticString, value: String)], text: String? = nil
    ) {
        open(name, attributes)
        if let text, !text.isEmpty {
            output.literal(">")
            output.captured(text, .xmlText)
            close(name)
        } else {
            output.literal("/>\n")
        }
    }

    mutating func element(
        _ name: StaticString, _ attributes: [(name: StaticString, value: String)],
        _ body: (inout XMLWriter) -> Void
    ) {
        open(name, attributes)
        output.literal(">\n")
        depth += 1
        body(&self)
        depth -= 1
        indent()
        close(name)
    }

    private mutating func open(_ name: StaticString, _ attributes: [(name: StaticString, value: String)]) {
        indent()
        output.literal("<")
        output.literal(name)
        for attribute in attributes {
            output.literal(" ")
            output.literal(attribute.name)
            output.literal("=\"")
            output.captured(attribute.value, .markup)
            output.literal("\"")
        }
    }

    private mutating func close(_ name: StaticString) {
        output.literal("</")
        output.literal(name)
        output.literal(">\n")
    }

    private mutating func indent() {
        for _ in 0..<depth { output.literal("  ") }
    }
}
