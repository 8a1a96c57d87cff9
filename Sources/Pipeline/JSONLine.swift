import Reporting

/// One JSON object on one line: what decode, query and export print.
struct JSONLine {
    private var json = JSONWriter(.line)

    init() {
        json.openObject()
    }

    mutating func add(_ key: String, _ value: String?) {
        json.key(captured: key)
        json.string(value)
    }

    mutating func add(_ key: String, _ value: Int64?) {
        json.key(captured: key)
        json.number(value)
    }

    mutating func add(_ key: String, _ value: Double) {
        json.key(captured: key)
        json.real(value)
    }

    mutating func add(_ key: String, _ values: [String]) {
        json.key(captured: key)
        json.array(values) { $0.string($1) }
    }

    /// The finished object, without a line end.
    consuming func closed() -> [UInt8] {
        json.closeObject()
        return json.bytes
    }
}
