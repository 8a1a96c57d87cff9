/// SQL as a tree: what stands in parentheses, or between CASE and END, is one node.
indirect enum SQLNode {
    /// A name or keyword, as written.
    case word(Substring)
    /// A text in single quotes, without them; `nil` for one with quotes inside.
    case text(String?)
    case symbol(Substring)
    case comma
    case group([SQLNode])
    /// What stands between CASE and END.
    case cases([SQLNode])
    /// A parameter, a quoted name.
    case other

    /// Empty for what is not understood.
    static func tree(of sql: String) -> [SQLNode] {
        guard isPlain(sql) else { return [] }
        var open: [(isCase: Bool, nodes: [SQLNode])] = [(false, [])]
        func add(_ node: SQLNode) { open[open.count - 1].nodes.append(node) }
        for piece in SQLPieces(sql) {
            switch piece {
            case .comment, .newline: continue
            case .open: open.append((false, []))
            case .close:
                guard open.count > 1, open.last?.isCase == false else { return [] }
                add(.group(open.removeLast().nodes))
            case .comma: add(.comma)
            case .symbol(let symbol): add(.symbol(symbol))
            case .whole(let text): add(SQLNode(whole: text))
            case .word(let word):
                switch word.uppercased() {
                case "CASE": open.append((true, []))
                case "END":
                    guard open.last?.isCase == true else { return [] }
                    add(.cases(open.removeLast().nodes))
                default: add(.word(word))
                }
            }
        }
        // What is not closed is not understood.
        return open.count == 1 ? open[0].nodes : []
    }

    /// Comments between `/*` and `*/`, names in brackets and other ends of lines are written nowhere in Rules. In a text, such as
    /// a pattern for GLOB, and behind `--` they mean nothing.
    private static func isPlain(_ sql: String) -> Bool {
        /// What a text or comment that has begun ends with.
        var end: UInt8?
        var last: UInt8 = 0
        for byte in sql.utf8 {
            defer { last = byte }
            if let closing = end {
                if byte == closing { end = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): end = byte
            case UInt8(ascii: "-") where last == byte: end = UInt8(ascii: "\n")
            case UInt8(ascii: "*") where last == UInt8(ascii: "/"): return false
            case UInt8(ascii: "["), UInt8(ascii: "`"), UInt8(ascii: "\r"): return false
            default: continue
            }
        }
        return true
    }

    private init(whole text: Substring) {
        guard text.first == "'", text.last == "'", text.count > 1 else {
            self = .other
            return
        }
        let inner = text.dropFirst().dropLast()
        self = .text(inner.contains("'") ? nil : String(inner))
    }

    /// Whether it is that keyword, which is given in capitals.
    func `is`(_ keyword: String) -> Bool {
        guard case .word(let word) = self else { return false }
        return word.uppercased() == keyword
    }

    func isAny(of keywords: Set<String>) -> Bool {
        guard case .word(let word) = self else { return false }
        return keywords.contains(word.uppercased())
    }

    var name: String? {
        guard case .word(let word) = self else { return nil }
        return word.lowercased()
    }

    /// What stands in the parentheses, where that is a SELECT.
    var select: [SQLNode]? {
        guard case .group(let nodes) = self, let first = nodes.first, first.isAny(of: ["SELECT", "WITH", "VALUES"])
        else {
            return nil
        }
        return nodes
    }
}
