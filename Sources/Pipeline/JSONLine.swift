/// One JSON object on one line, written into bytes: the escaping of decode, query and export output.
struct JSONLine {
    private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

    mutating func add(_ key: String, _ value: String?) {
        name(key)
        guard let value else { return null() }
        JSONLine.append(value, to: &bytes)
    }

    mutating func add(_ key: String, _ value: Int64?) {
        name(key)
        guard let value else { return null() }
        bytes.append(contentsOf: String(value).utf8)
    }

    mutating func add(_ key: String, flag value: Bool) {
        name(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    mutating func add(_ key: String, _ value: Double) {
        name(key)
        guard value.isFinite else { return null() }
        bytes.append(contentsOf: String(value).utf8)
    }

    mutating func add(_ key: String, _ values: [String]) {
        name(key)
        bytes.append(UInt8(ascii: "["))
        for (place, value) in values.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONLine.append(value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// The finished object, without a line end.
    consuming func closed() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private mutating func name(_ key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        JSONLine.append(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func null() {
        bytes.append(contentsOf: "null".utf8)
    }

    /// A JSON string (RFC 8259, section 7), control characters escaped.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let hex = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case 0..<0x20, 0x7F:
                bytes.append(contentsOf: #"\u00"#.utf8)
                bytes.append(hex[Int(byte >> 4)])
                bytes.append(hex[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
