import Encodings
import Model

/// What stands between captured bytes and a well-formed document: marks and blanks in front, stray ampersands.
enum XMLRepair {
    /// UTF-8 text without a byte order mark and without white space before the first `<`.
    ///
    /// - Returns: the bytes, and whether a blank stood before the XML declaration, which XML forbids.
    static func clean(_ bytes: [UInt8]) -> (bytes: [UInt8], hadBlankBeforeDeclaration: Bool) {
        let text = utf8(bytes)
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 == 0x00 }
        let start = text.firstIndex { !isBlank($0) } ?? text.count
        let trimmed = start == 0 ? text : Array(text[start...])
        return (trimmed, start > 0 && trimmed.matches(Array("<?xml".utf8), at: 0))
    }

    /// Writes `&amp;` for every `&` outside CDATA that begins no entity.
    ///
    /// - Returns: the repaired bytes and the number of repairs.
    static func escapeStrayAmpersands(_ bytes: [UInt8]) -> (bytes: [UInt8], repairs: Int) {
        let cdata = Array("<![cdata[".utf8)
        let cdataEnd = Array("]]>".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        var repairs = 0
        var isInCDATA = false
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<"), bytes.matches(cdata, at: index) { isInCDATA = true }
            if byte == UInt8(ascii: "]"), bytes.matches(cdataEnd, at: index) { isInCDATA = false }
            result.append(byte)
            if byte == UInt8(ascii: "&"), !isInCDATA, !beginsEntity(bytes, index) {
                result.append(contentsOf: "amp;".utf8)
                repairs += 1
            }
        }
        return (result, repairs)
    }

    /// XML's five named entities and character references; HTML's names are not declared in ad documents.
    private static func beginsEntity(_ bytes: [UInt8], _ ampersand: Int) -> Bool {
        for name in named where bytes.matches(name, at: ampersand + 1) { return true }
        guard ampersand + 2 < bytes.count, bytes[ampersand + 1] == UInt8(ascii: "#") else { return false }
        let isHex = bytes[ampersand + 2] == UInt8(ascii: "x")
        let digits = bytes[(ampersand + (isHex ? 3 : 2))...].prefix(8).prefix { byte in
            isHex ? ASCII.hexValue(byte) != nil : ASCII.isDigit(byte)
        }
        return !digits.isEmpty && digits.endIndex < bytes.count && bytes[digits.endIndex] == UInt8(ascii: ";")
    }

    private static let named = ["amp;", "lt;", "gt;", "quot;", "apos;"].map { Array($0.utf8) }

    /// Valid UTF-8 in every case: players read on where libxml2 gives up.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xFE, 0xFF]) { return fromUTF16(bytes) { $0 << 8 | $1 } }
        if bytes.starts(with: [0xFF, 0xFE]) { return fromUTF16(bytes) { $1 << 8 | $0 } }
        let text = bytes[ByteOrderMark.count(bytes.span)...]
        let (declaration, encoding) = declaredEncoding(text)
        if let encoding, latinNames.contains(encoding) {
            return blanked(text.flatMap { Array(String(Unicode.Scalar($0)).utf8) }, declaration)
        }
        let valid = Array(String(decoding: text, as: UTF8.self).utf8)
        return encoding == nil ? valid : blanked(valid, declaration)
    }

    private static let latinNames: Set<String> = ["iso-8859-1", "latin1", "windows-1252", "cp1252", "us-ascii"]

    /// The range of the XML declaration, and the encoding it names, unless that is UTF-8.
    private static func declaredEncoding(_ text: ArraySlice<UInt8>) -> (declaration: Range<Int>, encoding: String?) {
        let head = Array(text.prefix(256))
        guard let start = head.firstIndex(of: Array("<?xml".utf8), from: 0),
            let end = head.firstIndex(of: Array("?>".utf8), from: start)
        else { return (0..<0, nil) }
        let range = start..<(end + 2)
        let name = encodingName(Array(head[range]))
        return (range, name == "utf-8" ? nil : name)
    }

    private static func encodingName(_ declaration: [UInt8]) -> String? {
        guard let key = declaration.firstIndex(of: Array("encoding".utf8), from: 0),
            let open = declaration[key...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
            let close = declaration[(open + 1)...].firstIndex(of: declaration[open])
        else { return nil }
        return String(decoding: declaration[(open + 1)..<close], as: UTF8.self).lowercased()
    }

    /// The declaration overwritten with spaces, since what it says is no longer so.
    private static func blanked(_ text: [UInt8], _ declaration: Range<Int>) -> [UInt8] {
        var result = text
        for index in declaration where result.indices.contains(index) { result[index] = UInt8(ascii: " ") }
        return result
    }

    /// Transcoded, so that the declaration, which still says UTF-16, must go.
    private static func fromUTF16(_ bytes: [UInt8], _ join: (UInt16, UInt16) -> UInt16) -> [UInt8] {
        var units: [UInt16] = []
        for index in stride(from: 2, to: bytes.count - 1, by: 2) {
            units.append(join(UInt16(bytes[index]), UInt16(bytes[index + 1])))
        }
        let text = Array(String(decoding: units, as: UTF16.self).utf8)
        guard text.matches(Array("<?xml".utf8), at: 0), let end = text.firstIndex(of: UInt8(ascii: ">")) else {
            return text
        }
        return Array(text[(end + 1)...])
    }
}
