import Model

/// Identifiers that are known by their form, wherever they stand: UUIDs, mail addresses, phone numbers, addresses of
/// networks and devices, signed tokens, places.
enum IdentifierShapes {
    struct Match {
        var end: Int
        var kind: IdentifierKind
    }

    /// The identifier that begins at `start`, where no letter or digit goes before.
    static func match(_ text: DecodedText, at start: Int) -> Match? {
        let byte = text.bytes[start]
        if let end = endOfUserInfo(text.bytes, start) { return Match(end: end, kind: .authorization) }
        if isHexDigit(byte) {
            if let end = endOfUUID(text.bytes, start) { return Match(end: end, kind: .uuid) }
            if let end = endOfMAC(text.bytes, start) { return Match(end: end, kind: .mac) }
            if let end = endOfIPv6(text.bytes, start) { return Match(end: end, kind: .ip) }
        }
        if ASCII.isDigit(byte) {
            if let end = endOfIPv4(text.bytes, start), !AddressContext.isVersion(text.bytes, start, end) {
                return Match(end: end, kind: .ip)
            }
            if let end = endOfGroupedPhone(text.bytes, start) { return Match(end: end, kind: .phone) }
        }
        if ASCII.isDigit(byte) || byte == minus, let end = endOfPlace(text.bytes, start) {
            return Match(end: end, kind: .location)
        }
        if byte == UInt8(ascii: "+"), let end = endOfPhone(text.bytes, start) { return Match(end: end, kind: .phone) }
        if byte == UInt8(ascii: "("), let end = endOfGroupedPhone(text.bytes, start) {
            return Match(end: end, kind: .phone)
        }
        if byte == UInt8(ascii: "e"), let end = endOfToken(text.bytes, start) {
            return Match(end: end, kind: .authorization)
        }
        if text.hasAt, let end = endOfMail(text, start) { return Match(end: end, kind: .mail) }
        return nil
    }

    /// Letters and digits that are base64 of JSON: `{"` begins with `eyJ`.
    ///
    /// - Returns: where it may end: a slash belongs to it, or ends the segment of a path.
    static func endsOfPackedJSON(_ bytes: [UInt8], _ start: Int) -> [Int] {
        // What goes on from other digits was looked at where it began.
        guard start == 0 || bytes[start - 1] == slash || !isBase64(bytes[start - 1]),
            bytes[start] == UInt8(ascii: "e") || bytes[start] == UInt8(ascii: "W"),
            packedStarts.contains(where: { bytes[start...].starts(with: $0) })
        else { return [] }
        var ends: [Int] = []
        var end = start
        while end < bytes.count, end - start < 65_536, isBase64(bytes[end]) {
            if bytes[end] == slash {
                if start > 0, bytes[start - 1] == slash { return end - start >= 16 ? [end] : [] }
                if ends.isEmpty { ends.append(end) }
            }
            end += 1
        }
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        return (ends + [end]).filter { $0 - start >= 16 }
    }

    static func isUUID(_ value: String) -> Bool {
        let bytes = Array(value.utf8)
        return bytes.count == 36 && endOfUUID(bytes, 0) == 36
    }

    static func isHex(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy(isHexDigit)
    }

    /// `https://name:password@host`.
    private static func endOfUserInfo(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start > 1, bytes[start - 1] == slash, bytes[start - 2] == slash else { return nil }
        var end = start
        while end < bytes.count, end - start <= 128, isLocal(bytes[end]) || bytes[end] == colon { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "@") ? end : nil
    }

    // MARK: Ids and tokens

    private static func endOfUUID(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard bytes.count - start >= 36 else { return nil }
        guard bytes[start + 8] == minus, bytes[start + 13] == minus, bytes[start + 18] == minus,
            bytes[start + 23] == minus
        else { return nil }
        for offset in 0..<36 where !isHexDigit(bytes[start + offset]) && bytes[start + offset] != minus { return nil }
        guard bytes[start..<(start + 36)].count(where: { $0 == minus }) == 4 else { return nil }
        return isEnd(bytes, start + 36) ? start + 36 : nil
    }

    /// A JSON Web Token: two parts that are base64 of JSON, and a signature.
    private static func endOfToken(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start == 0 || bytes[start - 1] == slash || !isBase64(bytes[start - 1]) else { return nil }
        var end = start
        for part in 0..<3 {
            let from = end
            while end < bytes.count, isBase64(bytes[end]), bytes[end] != slash { end += 1 }
            if part < 2 {
                guard end - from >= 10, bytes[from...].starts(with: packedStarts[0]), end < bytes.count,
                    bytes[end] == dot
                else { return nil }
                end += 1
            }
        }
        return end
    }

    // MARK: Addresses

    private static func endOfMAC(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard bytes.count - start >= 17 else { return nil }
        let separator = bytes[start + 2]
        guard separator == colon || separator == minus else { return nil }
        for offset in 0..<17 {
            let byte = bytes[start + offset]
            guard offset % 3 == 2 ? byte == separator : isHexDigit(byte) else { return nil }
        }
        let end = start + 17
        guard isEnd(bytes, end), end == bytes.count || bytes[end] != separator else { return nil }
        return end
    }

    private static func endOfIPv4(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start == 0 || bytes[start - 1] != dot && bytes[start - 1] != minus else { return nil }
        var index = start
        for part in 0..<4 {
            if part > 0 {
                guard index < bytes.count, bytes[index] == dot else { return nil }
                index += 1
            }
            let from = index
            var value = 0
            while index < bytes.count, index - from < 3, let digit = ASCII.digitValue(bytes[index]) {
                value = value * 10 + Int(digit)
                index += 1
            }
            // An address has no leading zeros; dates and versions may.
            guard index > from, value <= 255, index - from == 1 || bytes[from] != UInt8(ascii: "0") else { return nil }
        }
        guard isEnd(bytes, index) else { return nil }
        // Five numbers are none, a full stop behind four is one.
        if index + 1 < bytes.count, bytes[index] == dot, ASCII.isDigit(bytes[index + 1]) { return nil }
        return index
    }

    private static func endOfIPv6(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start == 0 || bytes[start - 1] != colon, hasColon(bytes, start) else { return nil }
        var end = start
        while end < bytes.count, end - start < 40, isHexDigit(bytes[end]) || bytes[end] == colon { end += 1 }
        if end - start > 2, bytes[end - 1] == colon, bytes[end - 2] != colon { end -= 1 }
        guard isEnd(bytes, end) else { return nil }
        let groups = bytes[start..<end].split(separator: colon, omittingEmptySubsequences: false)
        let filled = groups.count { !$0.isEmpty }
        guard groups.allSatisfy({ $0.count <= 4 }), groups.contains(where: { $0.count >= 3 }) else { return nil }
        let gaps = groups.count - filled
        if gaps == 0 { return groups.count == 8 ? end : nil }
        // `2001:db8::1` has one empty group, `2001:db8::` two at its end.
        let isGapped = gaps == 1 || gaps == 2 && bytes[end - 1] == colon
        return isGapped && groups.count <= 8 && filled > 1 ? end : nil
    }

    /// The first group of an address has four digits at most.
    private static func hasColon(_ bytes: [UInt8], _ start: Int) -> Bool {
        var index = start
        while index < bytes.count, index - start <= 4 {
            if bytes[index] == colon { return true }
            index += 1
        }
        return false
    }

    private static func endOfMail(_ text: DecodedText, _ start: Int) -> Int? {
        let bytes = text.bytes
        var index = start
        while index < bytes.count, index - start <= 64, isLocal(bytes[index]) { index += 1 }
        guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: "@") else { return nil }
        let domain = index + 1
        index = domain
        var lastDot: Int?
        while index < bytes.count, index - domain <= 255, isHostByte(bytes[index]) {
            if bytes[index] == dot { lastDot = index }
            index += 1
        }
        // `photo@2x.png`, and a full stop that ends the sentence.
        if let last = lastDot, last == index - 1 {
            index = last
            lastDot = bytes[domain..<index].lastIndex(of: dot)
        }
        guard let lastDot, lastDot > domain, (3...25).contains(index - lastDot) else { return nil }
        guard bytes[(lastDot + 1)..<index].allSatisfy({ !ASCII.isDigit($0) && $0 != minus }) else { return nil }
        if ASCII.isDigit(bytes[domain]), bytes[domain + 1] == UInt8(ascii: "x"), bytes[domain + 2] == dot { return nil }
        return index
    }

    // MARK: Phones and places

    /// `+46 70 123 45 67`, `+46701234567`.
    private static func endOfPhone(_ bytes: [UInt8], _ start: Int) -> Int? {
        var index = start + 1
        var digits = 0
        var end = index
        guard index < bytes.count, ASCII.isDigit(bytes[index]), bytes[index] != UInt8(ascii: "0") else { return nil }
        while index < bytes.count, index - start < 24 {
            if ASCII.isDigit(bytes[index]) {
                digits += 1
                end = index + 1
            } else if !isPhoneMark(bytes[index]) || bytes[index - 1] == bytes[index] {
                break
            }
            index += 1
        }
        return (8...15).contains(digits) && isEnd(bytes, end) ? end : nil
    }

    /// `(555) 123-4567`, `555-123-4567`.
    private static func endOfGroupedPhone(_ bytes: [UInt8], _ start: Int) -> Int? {
        var index = start
        let isBracketed = bytes[index] == UInt8(ascii: "(")
        if isBracketed { index += 1 }
        for (group, length) in [3, 3, 4].enumerated() {
            guard bytes.count - index >= length, bytes[index..<(index + length)].allSatisfy(ASCII.isDigit) else {
                return nil
            }
            index += length
            guard group < 2 else { break }
            if group == 0, isBracketed {
                guard index < bytes.count, bytes[index] == UInt8(ascii: ")") else { return nil }
                index += 1
                if index < bytes.count, bytes[index] == 0x20 { index += 1 }
            } else {
                guard index < bytes.count, bytes[index] == minus else { return nil }
                index += 1
            }
        }
        guard isEnd(bytes, index), index == bytes.count || bytes[index] != minus else { return nil }
        return start == 0 || bytes[start - 1] != minus ? index : nil
    }

    /// Two coordinates with four decimals or more, one behind the other: `59.32932,18.06858`.
    private static func endOfPlace(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard let latitude = endOfCoordinate(bytes, start, most: 90) else { return nil }
        var index = latitude
        guard index < bytes.count, [0x2C, 0x3B, 0x7C].contains(bytes[index]) else { return nil }
        index += 1
        if index < bytes.count, bytes[index] == 0x20 { index += 1 }
        guard let end = endOfCoordinate(bytes, index, most: 180), isEnd(bytes, end) else { return nil }
        return end
    }

    private static func endOfCoordinate(_ bytes: [UInt8], _ start: Int, most: Int) -> Int? {
        var index = start
        if index < bytes.count, bytes[index] == minus { index += 1 }
        var whole = 0
        let from = index
        while index < bytes.count, index - from < 3, let digit = ASCII.digitValue(bytes[index]) {
            whole = whole * 10 + Int(digit)
            index += 1
        }
        guard index > from, whole <= most, index < bytes.count, bytes[index] == dot else { return nil }
        index += 1
        let decimals = index
        while index < bytes.count, index - decimals < 16, ASCII.isDigit(bytes[index]) { index += 1 }
        return index - decimals >= 4 ? index : nil
    }

    // MARK: Bytes

    private static let packedStarts = ["eyJ", "eyA", "ewo", "ewk", "W3s"].map { Array($0.utf8) }
    private static let dot = UInt8(ascii: ".")
    private static let slash = UInt8(ascii: "/")
    private static let minus = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")

    private static func isEnd(_ bytes: [UInt8], _ index: Int) -> Bool {
        index >= bytes.count || !ASCII.isLetterOrDigit(bytes[index])
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { ASCII.hexValue(byte) != nil }

    private static func isLocal(_ byte: UInt8) -> Bool {
        IdentifierText.isName(byte) || byte == UInt8(ascii: "+")
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte) || byte == dot || byte == minus
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2B, 0x2D, 0x2F, 0x5F: true
        default: ASCII.isLetterOrDigit(byte)
        }
    }

    private static func isPhoneMark(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x28, 0x29, 0x2D, 0x2E: true
        default: false
        }
    }
}

/// Four numbers are an address, or the version of an SDK: what stands before them tells.
private enum AddressContext {
    static func isVersion(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        if isProduct(bytes, start) { return true }
        var index = start
        while index > 0, start - index < 6, marks.contains(bytes[index - 1]) { index -= 1 }
        let nameEnd = index
        while index > 0, nameEnd - index < 40, IdentifierText.isName(bytes[index - 1]) { index -= 1 }
        let name = String(decoding: bytes[index..<nameEnd], as: UTF8.self).lowercased()
        return name.hasSuffix("v") || words.contains { name.contains($0) }
    }

    /// `Chrome/120.0.0.0` of a user agent: the name is a word of its own, not the segment of a path.
    private static func isProduct(_ bytes: [UInt8], _ start: Int) -> Bool {
        guard start > 1, bytes[start - 1] == UInt8(ascii: "/") else { return false }
        var index = start - 1
        while index > 0, start - index < 64, IdentifierText.isName(bytes[index - 1]) { index -= 1 }
        guard index < start - 1 else { return false }
        return index == 0 || bytes[index - 1] != UInt8(ascii: "/")
    }

    /// Between a name and its value.
    private static let marks = Set("\"' =:,\\[/".utf8)
    private static let words = ["ver", "sdk", "build", "release", "firmware", "player", "chrom", "brand", "osv"]
}
