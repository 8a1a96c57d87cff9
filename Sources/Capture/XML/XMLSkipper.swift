/// Steps over the rest of an element of any size in pieces, without holding it.
struct XMLSkipper: Sendable, Hashable {
    private var isInData = false

    /// Takes bytes up to and with the end tag that `endTag` begins.
    ///
    /// - Returns: whether the end tag was reached; incomplete when more bytes are needed to go on.
    mutating func skip(to endTag: StaticString, _ scanner: inout XMLScanner) throws(XMLFault) -> Bool {
        let start = scanner.position
        do throws(XMLFault) {
            while true {
                if isInData {
                    isInData = try !scanner.begins("]]>", at: scanner.position)
                } else if try scanner.begins(endTag, at: scanner.position) {
                    scanner.position = try scanner.find(">", from: scanner.position) + 1
                    return true
                } else {
                    isInData = try scanner.begins("<![CDATA[", at: scanner.position)
                }
                scanner.position += 1
            }
        } catch {
            guard scanner.position > start else { throw error }
            return false
        }
    }
}
