/// Writes JSON with keys in the order given: with two spaces of indentation, or on one line.
struct JSONWriter: Sendable {
    private(set) var output = OutputBytes()
    private let isOnOneLine: Bool
    private var depth = 0
    private var isFirst = true
    private var followsKey = false

    init(onOneLine: Bool = false) {
        isOnOneLine = onOneLine
    }

    mutating func object(_ body: (inout JSONWriter) -> Void) {
        nest("{", "}", body)
    }

    mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void) {
        nest("[", "]") { json in
            for element in elements { body(&json, element) }
        }
    }

    mutating func key(_ name: StaticString) {
        separate()
        output.literal("\"")
        output.literal(name)
        output.literal(isOnOneLine ? "\":" : "\": ")
        followsKey = true
    }

    mutating func string(_ value: String?) {
        guard let value else { return literal("null") }
        separate()
        output.literal("\"")
        output.captured(value, .json)
        output.literal("\"")
    }

    mutating func number(_ value: Int64?) {
        guard let value else { return literal("null") }
        separate()
        output.number(value)
    }

    mutating func null() {
        literal("null")
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        output.literal(text)
    }

    private mutating func nest(_ open: StaticString, _ close: StaticString, _ body: (inout JSONWriter) -> Void) {
        separate()
        output.literal(open)
        depth += 1
        isFirst = true
        body(&self)
        depth -= 1
        if !isFirst { newLine() }
        isFirst = false
        output.literal(close)
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

    private mutating func newLine() {
        guard !isOnOneLine else { return }
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
}
