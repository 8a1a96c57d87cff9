import Store

/// The sentence of a finding: `{event} fired {observed} times`, filled from the columns of its first row.
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
