import Foundation
import Model

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads bytes into a tree of ``XMLNode``s with Foundation's XMLParser: no external entities, depth and size capped.
enum XMLTree {
    /// XMLParser refuses larger documents in one piece, though not as a stream.
    static let mostBytesAtOnce = 8 << 20

    static func read(_ bytes: [UInt8]) throws(XMLFault) -> XMLNode {
        guard bytes.count <= DocumentLimits.xmlBytes else {
            throw XMLFault(line: 1, column: 1, reason: "larger than \(DocumentLimits.xmlBytes) bytes")
        }
        let data = Data(bytes)
        let parser = bytes.count > mostBytesAtOnce ? XMLParser(stream: InputStream(data: data)) : XMLParser(data: data)
        let builder = TreeBuilder()
        parser.delegate = builder
        parser.shouldResolveExternalEntities = false
        let isWellFormed = parser.parse()
        if let fault = builder.fault { throw fault }
        guard isWellFormed, let root = builder.root else {
            throw builder.firstError ?? XMLFault(line: 1, column: 1, reason: XMLReasons.text(4))
        }
        return root
    }
}

/// The parser's callbacks, gathered into a tree. A class because XMLParser asks for one; it lives for one call.
private final class TreeBuilder: NSObject, XMLParserDelegate {
    private var open: [XMLNode] = []
    private var nodes = 0
    private(set) var root: XMLNode?
    /// A limit that was met.
    private(set) var fault: XMLFault?
    /// What the parser found first; later errors follow from it.
    private(set) var firstError: XMLFault?

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        nodes += 1
        guard open.count < DocumentLimits.xmlDepth, nodes <= DocumentLimits.xmlElements else {
            fault = XMLFault(
                line: parser.lineNumber, column: parser.columnNumber,
                reason: "more than \(DocumentLimits.xmlDepth) levels or \(DocumentLimits.xmlElements) elements")
            parser.abortParsing()
            return
        }
        var node = XMLNode(name: localName(elementName))
        for (name, value) in attributes { node.attributes[localName(name)] = value }
        node.line = parser.lineNumber
        open.append(node)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        append(string)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        append(String(decoding: block, as: UTF8.self))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard let node = open.popLast() else { return }
        if open.isEmpty {
            root = node
        } else {
            open[open.count - 1].children.append(node)
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        guard firstError == nil else { return }
        firstError = XMLFault(
            line: parser.lineNumber, column: parser.columnNumber, reason: XMLReasons.text((parseError as NSError).code))
    }

    private func append(_ text: String) {
        guard !open.isEmpty else { return }
        open[open.count - 1].text += text
    }

    private func localName(_ name: String) -> String {
        let local = name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
        return local.lowercased()
    }
}

/// The faults that ad documents have, in words; the numbers are libxml2's.
private enum XMLReasons {
    static func text(_ code: Int) -> String {
        switch code {
        case 4: "the document is empty"
        case 5: "the document ends early, or something follows it"
        case 9: "a character that XML does not allow"
        case 23, 68: "a stray `&` (or an entity without `;`)"
        case 26, 27: "an entity that is not declared"
        case 38: "an attribute without its closing quote, or with `<` in it"
        case 39: "an attribute value without quotes"
        case 41: "an attribute without a value"
        case 42: "an attribute given twice"
        case 64: "something stands before the XML declaration"
        case 73: "a tag without its `>`"
        case 76: "a tag that does not match its start tag"
        case 77: "an element that is not closed"
        case 81: "bytes that are not in the declared encoding"
        case 89: "entities that expand without bound"
        default: "not well-formed (libxml2 error \(code))"
        }
    }
}
