/// An XML element as an ad server writes it.
struct XMLNode: Sendable {
    var name: String
    var attributes: [(String, String)] = []
    var text: Text = .none
    var children: [XMLNode] = []

    enum Text: Sendable {
        case none
        case plain(String)
        case cdata(String)
    }

    init(_ name: String, _ attributes: [(String, String)] = [], _ children: [XMLNode] = []) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }

    init(_ name: String, _ attributes: [(String, String)] = [], text: String) {
        self.name = name
        self.attributes = attributes
        self.text = .plain(text)
    }

    init(_ name: String, _ attributes: [(String, String)] = [], cdata: String) {
        self.name = name
        self.attributes = attributes
        self.text = .cdata(cdata)
    }

    func document(declaration: Bool = true) -> String {
        (declaration ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : "") + written(indent: "")
    }

    func written(indent: String) -> String {
        var result = indent + "<" + name
        for (name, value) in attributes { result += " \(name)=\"\(Self.escaped(value))\"" }
        switch text {
        case .plain(let text): return result + ">" + Self.escaped(text) + "</\(name)>\n"
        case .cdata(let text): return result + "><![CDATA[" + text + "]]></\(name)>\n"
        case .none: break
        }
        guard !children.isEmpty else { return result + "/>\n" }
        result += ">\n"
        for child in children { result += child.written(indent: indent + "  ") }
        return result + indent + "</\(name)>\n"
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
