import Derive
import Store

/// The sentence of a finding: `{event} fired {observed} times`, filled from the columns of its first row. A column `…_us` is a
/// length of time, and is written in seconds.
package struct MessageTemplate: Sendable {
    private enum Part {
        case words(String)
        case column(String)
    }

    private var parts: [Part] = []

    package init(_ template: String) {
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            parts.append(.words(String(rest[..<open])))
            parts.append(.column(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.words(String(rest)))
    }

    func fill(from row: Row) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .words(let words): result += words
            case .column(let name) where name.hasSuffix("_us"):
                result += row.microseconds(name).map(MessageTemplate.seconds) ?? ""
            case .column(let name): result += MessageTemplate.text(row[name])
            }
        }
        return result
    }

    /// The columns it names.
    package var names: [String] {
        parts.compactMap { part in
            guard case .column(let name) = part else { return nil }
            return name
        }
    }

    /// The same as an expression of SQL over the columns of a table, which is NULL where one of them is. A name with a
    /// point is that of a setting.
    func sql(from table: String) -> String {
        let terms = parts.compactMap { part -> String? in
            switch part {
            case .words(let words): return words.isEmpty ? nil : SQLMacros.quoted(words)
            case .column(let name) where name.contains("."): return "format('%.12g', $setting(\(name)))"
            case .column(let name):
                // A column may be called like a keyword.
                let column = "\(table).\"\(name.filter { $0 != "\"" })\""
                return name.hasSuffix("_us") ? "round(\(column) / 1000000.0, 1) || ' s'" : column
            }
        }
        return terms.isEmpty ? "''" : terms.joined(separator: " || ")
    }

    /// As `sql(from:)` writes a length of time.
    private static func seconds(_ microseconds: Int64) -> String {
        let tenths = (microseconds.magnitude + 50_000) / 100_000
        return "\(microseconds < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10) s"
    }

    static func text(_ value: SQLValue) -> String {
        switch value {
        case .null: ""
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}
