import CXML
import Model

/// Reads UTF-8 into a tree of ``XMLNode``s with libxml2's reader: nothing is fetched, no entity expanded, depth and size
/// capped. Processing instructions and comments are left out.
enum XMLTree {
    static func read(_ bytes: [UInt8]) throws(XMLFault) -> XMLNode {
        guard bytes.count <= DocumentLimits.xmlBytes else {
            throw XMLFault(line: 1, column: 1, reason: "larger than \(DocumentLimits.xmlBytes) bytes")
        }
        // It would be taken for UTF-16 or UCS-4, whatever is said of its encoding.
        guard !bytes.prefix(4).contains(0) else { throw XMLFault(line: 1, column: 1, reason: XMLReasons.text(9)) }
        if let line = XMLTagSizes.lineOfCrowdedTag(bytes.span, most: DocumentLimits.xmlAttributes) {
            throw XMLFault(line: line, column: 1, reason: "more than \(DocumentLimits.xmlAttributes) attributes")
        }
        // Not XML_PARSE_HUGE: it lifts the bounds of entities too.
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue)
        return try bytes.withUnsafeBytes { bytes -> Result<XMLNode, XMLFault> in
            let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
            guard let reader = xmlReaderForMemory(start, Int32(bytes.count), nil, "UTF-8", options) else {
                return .failure(XMLFault(line: 1, column: 1, reason: XMLReasons.text(4)))
            }
            defer { xmlFreeTextReader(reader) }
            return read(reader)
        }.get()
    }

    private static func read(_ reader: xmlTextReaderPtr) -> Result<XMLNode, XMLFault> {
        var firstError: XMLFault?
        return withUnsafeMutablePointer(to: &firstError) { firstError in
            let note: xmlStructuredErrorFunc = { place, error in
                guard let error = error?.pointee, error.level.rawValue >= XML_ERR_FATAL.rawValue,
                    let first = place?.assumingMemoryBound(to: XMLFault?.self), first.pointee == nil
                else { return }
                first.pointee = XMLFault(
                    line: Int(error.line), column: Int(error.int2), reason: XMLReasons.text(Int(error.code)))
            }
            xmlTextReaderSetStructuredErrorHandler(reader, note, firstError)
            var tree = TreeBuilder()
            while true {
                switch xmlTextReaderRead(reader) {
                case 1:
                    if let fault = tree.take(reader) { return .failure(fault) }
                case 0:
                    guard let root = tree.root else { fallthrough }
                    return .success(root)
                default:
                    return .failure(
                        firstError.pointee ?? XMLFault(line: 1, column: 1, reason: XMLReasons.text(4)))
                }
            }
        }
    }
}

/// The reader's nodes, gathered into a tree.
private struct TreeBuilder {
    private var open: [XMLNode] = []
    private var elements = 0
    private(set) var root: XMLNode?

    /// Takes the node that the reader stands on.
    ///
    /// - Returns: the limit that it meets.
    mutating func take(_ reader: xmlTextReaderPtr) -> XMLFault? {
        switch UInt32(xmlTextReaderNodeType(reader)) {
        case XML_READER_TYPE_ELEMENT.rawValue:
            elements += 1
            guard open.count < DocumentLimits.xmlDepth, elements <= DocumentLimits.xmlElements else {
                return XMLFault(
                    line: line(reader), column: Int(xmlTextReaderGetParserColumnNumber(reader)),
                    reason: "more than \(DocumentLimits.xmlDepth) levels or \(DocumentLimits.xmlElements) elements")
            }
            let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
            open.append(element(reader))
            if isEmpty { close() }
        case XML_READER_TYPE_END_ELEMENT.rawValue:
            close()
        case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue, XML_READER_TYPE_WHITESPACE.rawValue,
            XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue:
            if !open.isEmpty { open[open.count - 1].text += text(xmlTextReaderConstValue(reader)) }
        default:
            break
        }
        return nil
    }

    private func element(_ reader: xmlTextReaderPtr) -> XMLNode {
        var node = XMLNode(name: localName(xmlTextReaderConstName(reader)))
        node.line = line(reader)
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            node.attributes[localName(xmlTextReaderConstName(reader))] = text(xmlTextReaderConstValue(reader))
        }
        return node
    }

    private mutating func close() {
        guard let node = open.popLast() else { return }
        if open.isEmpty {
            root = node
        } else {
            open[open.count - 1].children.append(node)
        }
    }

    /// Where the node's start tag ends; the reader itself is ahead of it.
    private func line(_ reader: xmlTextReaderPtr) -> Int {
        Int(xmlGetLineNo(xmlTextReaderCurrentNode(reader)))
    }

    private func localName(_ name: UnsafePointer<xmlChar>?) -> String {
        let name = text(name)
        let local = name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
        return local.lowercased()
    }

    private func text(_ value: UnsafePointer<xmlChar>?) -> String {
        value.map { String(cString: $0) } ?? ""
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
