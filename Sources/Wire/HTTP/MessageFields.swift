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
                if line.nameCount == 6, section.bytes[line.name].elementsEqual("cookie".utf8) {
                    // Senders split cookies for compression's sake (RFC 9113 section 8.2.3).
                    if !cookies.isEmpty { cookies.append(contentsOf: "; ".utf8) }
                    cookies.append(contentsOf: section.bytes[line.value])
                } else {
                    if line.nameCount == 4, section.bytes[line.name].elementsEqual("host".utf8) {
                        hosts.append(String(decoding: section.bytes[line.value], as: UTF8.self))
                    }
                    block.append(contentsOf: section.bytes[line.line])
                }
                continue
            }
            setPseudoField(section.bytes[line.name], section.bytes[line.value])
        }
        if !cookies.isEmpty {
            block.append(contentsOf: "cookie: ".utf8)
            block.append(contentsOf: cookies)
            block.append(UInt8(ascii: "\n"))
        }
        headers = HeaderFields(block: block)
    }

    var isInterim: Bool { status.map { (100..<200).contains($0) } ?? false }

    private mutating func setPseudoField(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        let text = String(decoding: value, as: UTF8.self)
        func first(_ known: String?) -> String {
            if let known, known != text { contradicted = String(decoding: name, as: UTF8.self) }
            return known ?? text
        }
        switch name.count {
        case 5 where name.elementsEqual(":path".utf8): path = first(path)
        case 7 where name.elementsEqual(":method".utf8): method = first(method)
        case 7 where name.elementsEqual(":scheme".utf8): scheme = first(scheme)
        case 7 where name.elementsEqual(":status".utf8): status = status ?? Int(text)
        case 9 where name.elementsEqual(":protocol".utf8): tunnelled = tunnelled ?? text
        case 10 where name.elementsEqual(":authority".utf8):
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
