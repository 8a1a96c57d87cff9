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

    mutating func add(_ key: String, flag value: Bool) {
        json.key(captured: key)
        json.boolean(value)
    }

    mutating func add(_ key: String, _ value: Double) {
        json.key(captured: key)
        json.real(value)
    }

    mutating func add(_ key: String, _ values: [String]) {
        json.key(captured: key)
        json.array(values) { $0.string($1) }
    }

    /// A value that is JSON already.
    mutating func add(_ key: String, object: [UInt8]) {
        json.key(captured: key)
        json.value(json: object)
    }

    mutating func add(_ key: String, objects: [[UInt8]]) {
        json.key(captured: key)
        json.array(objects) { $0.value(json: $1) }
    }

    /// A string from bytes that are valid UTF-8.
    mutating func add(_ key: String, utf8: [UInt8]) {
        json.key(captured: key)
        json.string(String(decoding: utf8, as: UTF8.self))
    }

    /// Microseconds as milliseconds with three decimals, exact.
    mutating func add(_ key: String, milliseconds microseconds: Int64) {
        json.key(captured: key)
        json.thousandths(microseconds)
    }

    /// The finished object, without a line end.
    consuming func closed() -> [UInt8] {
        json.closeObject()
        return json.bytes
    }
}
