import Model

/// A field section of HTTP/2 or HTTP/3 as a message sees it: pseudo-fields apart, cookies joined.
struct MessageFields: Sendable {
    var method: String?
    var scheme: String?
    var authority: String?
    var path: String?
    /// `:protocol` of an extended CONNECT (RFC 8441).
    var tunnelled: String?
    var status: Int?
    var headers = HeaderFields()
    /// Fields that refer to table entries never seen.
    let unknownFields: Int
    /// Some fields are unknown, and any of the missing ones may be among them.
    let hasUnknown: Bool
    /// A pseudo-field came again with another value: receivers differ on which one counts, if they take the message.
    private var contradicted: String?
    /// `host` fields, which HTTP/2 and HTTP/3 do not need beside `:authority`.
    private var hosts: [String] = []

    init(_ section: FieldSection) {
        unknownFields = section.unknownFields
        hasUnknown = section.unknownFields > 0 || section.failure != nil
        var block: [UInt8] = []
        block.reserveCapacity(section.bytes.count)
        var cookies: [UInt8] = []
        for line in section.lines {
            guard line.nameCount > 0, section.bytes[line.start] == UInt8(ascii: ":") else {
                if section.names(line, "cookie") {
                    // Senders split cookies for compression's sake (RFC 9113 section 8.2.3).
                    if !cookies.isEmpty { cookies.append(contentsOf: "; ".utf8) }
                    cookies.append(contentsOf: section.bytes[line.value])
                } else {
                    if section.names(line, "host") {
                        hosts.append(String(decoding: section.bytes[line.value], as: UTF8.self))
                    }
                    block.append(contentsOf: section.bytes[line.line])
                }
                continue
            }
            setPseudoField(line, of: section)
        }
        if !cookies.isEmpty {
            block.append(contentsOf: "cookie: ".utf8)
            block.append(contentsOf: cookies)
            block.append(UInt8(ascii: "\n"))
        }
        headers = HeaderFields(block: block)
    }

    var isInterim: Bool { status.map { (100..<200).contains($0) } ?? false }

    private mutating func setPseudoField(_ line: FieldLine, of section: FieldSection) {
        let text = String(decoding: section.bytes[line.value], as: UTF8.self)
        func first(_ known: String?) -> String {
            if let known, known != text { contradicted = String(decoding: section.bytes[line.name], as: UTF8.self) }
            return known ?? text
        }
        switch line.nameCount {
        case 5 where section.names(line, ":path"): path = first(path)
        case 7 where section.names(line, ":method"): method = first(method)
        case 7 where section.names(line, ":scheme"): scheme = first(scheme)
        case 7 where section.names(line, ":status"): status = status ?? Int(text)
        case 9 where section.names(line, ":protocol"): tunnelled = tunnelled ?? text
        case 10 where section.names(line, ":authority"):
            if authority != nil { hosts.append(text) }
            authority = first(authority)
        default: break
        }
    }

    /// Why receivers may read the request otherwise, and which hosts it may be for; `nil` when they cannot.
    var dispute: (reason: String, hosts: [String])? {
        guard contradicted != nil || !hosts.isEmpty else { return nil }
        let hosts = ([authority].compactMap(\.self) + hosts).map(Exchange.Request.host)
        guard let asked = hosts.first else { return nil }
        if let other = hosts.first(where: { $0 != asked }) {
            return ("it names \(asked) and \(other)", [asked, other])
        }
        return contradicted.map { ("\($0) comes twice", [asked]) }
    }
}
