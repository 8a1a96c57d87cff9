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

    mutating func clock(_ microseconds: Int64) { output.clock(microseconds) }
    mutating func time(_ microseconds: Int64) { output.time(microseconds) }
    mutating func offset(_ microseconds: Int64) { output.offset(microseconds) }
    mutating func seconds(_ microseconds: Int64) { output.seconds(microseconds) }

    /// ` name="value"`, to stand inside a tag that is open.
    mutating func attribute(_ name: StaticString, _ value: String) {
        output.literal(" ")
        output.literal(name)
        output.literal("=\"")
        output.captured(value, .markup)
        output.literal("\"")
    }

    mutating func attribute(_ name: StaticString, _ value: Int) {
        output.literal(" ")
        output.literal(name)
        output.literal("=\"")
        output.number(Int64(value))
        output.literal("\"")
    }

    /// Part of a name in the page: what an identifier may not hold becomes a hyphen.
    mutating func name(_ captured: String) {
        output.name(captured)
    }

    /// ` name="a b"`: each of them once, in order; nothing without any.
    mutating func attribute(_ name: StaticString, each values: [String]) {
        guard let first = values.first else { return }
        let isOne = values.allSatisfy { $0 == first }
        attribute(name, isOne ? first : Set(values).sorted().joined(separator: " "))
    }

    /// `<name class="…">body</name>`.
    mutating func element(
        _ name: StaticString, class style: StaticString? = nil, _ body: (inout HTMLWriter) -> Void
    ) {
        open(name, class: style)
        body(&self)
        close(name)
    }

    mutating func element(_ name: StaticString, class style: StaticString? = nil, text: String) {
        open(name, class: style)
        output.captured(text, .markup)
        close(name)
    }

    private mutating func open(_ name: StaticString, class style: StaticString?) {
        output.literal("<")
        output.literal(name)
        if let style {
            output.literal(" class=\"")
            output.literal(style)
            output.literal("\"")
        }
        output.literal(">")
    }

    private mutating func close(_ name: StaticString) {
        output.literal("</")
        output.literal(name)
        output.literal(">")
    }

    /// What another writer of markup made.
    mutating func append(_ other: OutputBytes) {
        output.append(other)
    }

    mutating func frame(_ part: PageFrame.Part) {
        output.frame(part.bytes)
    }
}
