import Encodings
import Model

/// The client configuration that a config request was answered with, as far as it can be told without its schema: every
/// setting by name. Apps receive JSON, browsers a script that holds the same settings.
struct NielsenConfig: Sendable, Hashable {
    struct Setting: Sendable, Hashable {
        var name: String
        var value: String
    }

    var settings: [Setting]
    /// Where the text stopped being JSON; the settings were then found by their names alone.
    var fault: JSONDocumentFault?

    init(_ body: [UInt8]) {
        do throws(JSONDocumentFault) {
            let root = try JSONReader.readEmbeddedObject(body)
            settings = root.scalars.map { scalar in
                Setting(name: scalar.path.split(separator: ".").last.map(String.init) ?? "", value: scalar.value)
            }
        } catch {
            fault = error
            settings = error.isAmbiguous ? [] : Self.scan(body)
        }
    }

    /// Seconds between duration pings: `nol_segmentLength` times `nol_segmentValue`; `nil` when not configured.
    var intervalSeconds: Int? {
        guard let length = number("nol_segmentLength"), let value = number("nol_segmentValue") else { return nil }
        let (product, overflow) = length.multipliedReportingOverflow(by: value)
        return overflow || product <= 0 ? nil : product
    }

    private func number(_ name: String) -> Int? {
        settings.first { $0.name == name }.flatMap { Int($0.value) }
    }

    /// Finds `nol_name: value` in a text that is no JSON: quotes of either kind or none, `:` or `=` between.
    private static func scan(_ body: [UInt8]) -> [Setting] {
        var found: [Setting] = []
        var index = 0
        let prefix = Array("nol_".utf8)
        while index < body.count, found.count < JSONValue.mostScalars {
            guard body[index...].starts(with: prefix), index == 0 || !isNameByte(body[index - 1]) else {
                index += 1
                continue
            }
            let start = index
            while index < body.count, isNameByte(body[index]) { index += 1 }
            let name = String(decoding: body[start..<index], as: UTF8.self)
            if let value = value(after: &index, in: body) { found.append(Setting(name: name, value: value)) }
        }
        return found
    }

    private static func value(after index: inout Int, in body: [UInt8]) -> String? {
        var cursor = index
        if cursor < body.count, isQuote(body[cursor]) { cursor += 1 }
        skipSpace(&cursor, in: body)
        guard cursor < body.count, body[cursor] == UInt8(ascii: ":") || body[cursor] == UInt8(ascii: "=") else {
            return nil
        }
        cursor += 1
        skipSpace(&cursor, in: body)
        guard cursor < body.count else { return nil }
        let quote = isQuote(body[cursor]) ? body[cursor] : nil
        if quote != nil { cursor += 1 }
        let start = cursor
        // A setting is short: an unclosed quote must not swallow the rest of the text.
        let limit = min(body.count, start + 2_048)
        while cursor < limit, quote == nil ? isNameByte(body[cursor]) : body[cursor] != quote { cursor += 1 }
        guard quote == nil || cursor < limit else { return nil }
        index = cursor
        return String(decoding: body[start..<cursor], as: UTF8.self)
    }

    private static func skipSpace(_ cursor: inout Int, in body: [UInt8]) {
        while cursor < body.count, body[cursor] <= 0x20 { cursor += 1 }
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || ASCII.isDigit(byte)
            || (ASCII.lowercased(byte) >= UInt8(ascii: "a") && ASCII.lowercased(byte) <= UInt8(ascii: "z"))
    }
}
