/// Writes JSON with keys in the order given.
package struct JSONWriter: Sendable {
    /// Whether lines are broken.
    package enum Layout: Sendable {
        /// Two spaces of indentation.
        case indented
        /// Everything on one line, without spaces.
        case line
    }

    private(set) var output = OutputBytes()
    private let layout: Layout
    private var depth = 0
    private var isFirst = true
    private var followsKey = false

    package init(_ layout: Layout = .indented) {
        self.layout = layout
    }

    package var bytes: [UInt8] { output.bytes }

    /// An object whose members the body writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        nest("{", "}", body)
    }

    /// Begins an object whose fields are not all known yet.
    package mutating func openObject() {
        open("{")
    }

    /// The end of an object that stays open for long.
    package mutating func closeObject() {
        close("}")
    }

    /// An array with an element for each of a sequence.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void
    ) {
        nest("[", "]") { json in
            for element in elements { body(&json, element) }
        }
    }

    /// A key that stands in the source code.
    package mutating func key(_ name: StaticString) {
        separate()
        output.literal("\"")
        output.literal(name)
        colon()
    }

    /// A key that comes from a database or a capture.
    package mutating func key(captured name: String) {
        separate()
        output.literal("\"")
        output.captured(name, .json)
        colon()
    }

    /// A number that need not be whole.
    package mutating func real(_ value: Double) {
        guard value.isFinite else { return null() }
        separate()
        output.frame(String(value).utf8)
    }

    /// A text, escaped; null without one.
    package mutating func string(_ value: String?) {
        guard let value else { return literal("null") }
        separate()
        output.literal("\"")
        output.captured(value, .json)
        output.literal("\"")
    }

    /// The same of valid UTF-8.
    package mutating func string(utf8 value: UnsafeBufferPointer<UInt8>?) {
        guard let value else { return literal("null") }
        separate()
        output.literal("\"")
        output.captured(value, .json)
        output.literal("\"")
    }

    /// A whole number; null without one.
    package mutating func number(_ value: Int64?) {
        guard let value else { return literal("null") }
        separate()
        output.number(value)
    }

    /// A number of thousandths as a decimal number of ones, exact.
    package mutating func thousandths(_ value: Int64) {
        separate()
        let (whole, rest) = value.quotientAndRemainder(dividingBy: 1_000)
        let decimals = String(1_000 + rest.magnitude).dropFirst()
        output.frame("\(value < 0 && whole == 0 ? "-" : "")\(whole).\(decimals)".utf8)
    }

    /// A value that another writer of JSON made.
    package mutating func value(json bytes: [UInt8]) {
        separate()
        output.frame(bytes)
    }

    /// true or false.
    package mutating func boolean(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    /// null.
    package mutating func null() {
        literal("null")
    }

    /// Ends the line of an object; the next one stands on a line of its own.
    package mutating func endLine() {
        output.literal("\n")
    }

    /// Forgets what was handed on already.
    package mutating func removeAll() {
        output.removeAll()
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        output.literal(text)
    }

    private mutating func nest(_ start: StaticString, _ end: StaticString, _ body: (inout JSONWriter) -> Void) {
        open(start)
        body(&self)
        close(end)
    }

    private mutating func open(_ bracket: StaticString) {
        separate()
        output.literal(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func close(_ bracket: StaticString) {
        depth -= 1
        if !isFirst { newLine() }
        isFirst = false
        output.literal(bracket)
    }

    private mutating func separate() {
        if followsKey {
            followsKey = false
            return
        }
        guard depth > 0 else { return }
        if !isFirst { output.literal(",") }
        isFirst = false
        newLine()
    }

    private mutating func colon() {
        output.literal(layout == .indented ? "\": " : "\":")
        followsKey = true
    }

    private mutating func newLine() {
        guard layout == .indented else { return }
        output.literal("\n")
        for _ in 0..<depth { output.literal("  ") }
    }
}

extension JSONWriter {
    mutating func field(_ name: StaticString, _ value: String?) {
        key(name)
        string(value)
    }

    mutating func field(_ name: StaticString, _ value: Int64?) {
        key(name)
        number(value)
    }

    mutating func field(_ name: StaticString, _ value: Int?) {
        key(name)
        number(value.map(Int64.init))
    }

    mutating func field(_ name: StaticString, _ value: Bool) {
        key(name)
        boolean(value)
    }
}
