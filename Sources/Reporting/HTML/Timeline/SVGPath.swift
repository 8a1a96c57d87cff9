/// The outline of shapes as SVG's paths have it. Many of one kind in one path, because a page may hold thousands.
struct SVGPath {
    fileprivate var output = OutputBytes()

    var isEmpty: Bool { output.bytes.isEmpty }

    /// Steps that are drawn from a place on.
    mutating func add(_ x: Int, _ y: Int, _ steps: StaticString) {
        move(x, y)
        output.literal(steps)
    }

    mutating func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        move(x, y)
        step("h", width)
        step("v", height)
        step("h", -width)
        output.literal("z")
    }

    private mutating func move(_ x: Int, _ y: Int) {
        output.literal("M")
        output.number(Int64(x))
        output.literal(" ")
        output.number(Int64(y))
    }

    private mutating func step(_ letter: StaticString, _ length: Int) {
        output.literal(letter)
        output.number(Int64(length))
    }
}

extension HTMLWriter {
    /// A path's ` d="…"`.
    mutating func outline(_ path: SVGPath) {
        raw(" d=\"")
        append(path.output)
        raw("\"")
    }
}
