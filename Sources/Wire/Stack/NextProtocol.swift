import Model

/// Which protocol a layer of a flow carries, told by its first bytes and never by a port.
enum NextProtocol: Sendable, Hashable {
    case tls
    case http1
    case http2
    /// A proxy, by the version of SOCKS.
    case socks(UInt8)
    /// Certainly neither; by name where the first bytes tell one.
    case other(String)

    /// The first bytes of a layer, as far as they are needed to decide.
    struct FirstBytes: Sendable {
        var toServer: [UInt8] = []
        var toClient: [UInt8] = []
        /// Something precedes these bytes that was not captured.
        var isJoinedLate = false
        /// The protocol that TLS negotiated.
        var applicationProtocol: String?
    }

    /// - Parameter isLast: no more bytes will come before the decision.
    /// - Returns: `nil` while more bytes may tell more.
    static func decide(_ first: FirstBytes, isLast: Bool) -> NextProtocol? {
        for bytes in [first.toServer, first.toClient] where TLSDecoder.recognises(bytes) == true { return .tls }
        if first.isJoinedLate, TLSRecord.isContinuation(first.toServer) || TLSRecord.isContinuation(first.toClient) {
            return .tls
        }
        if !first.isJoinedLate,
            let version = SOCKSMessages.version(toServer: first.toServer, toClient: first.toClient, isLast: isLast)
        {
            return .socks(version)
        }
        if let found = fromClient(first.toServer) { return found }
        if let found = fromServer(first.toClient) { return found }
        // An undecided beginning stays so until there is enough of it.
        let mayTellMore = first.toServer.count < enough && first.toClient.count < enough
        if mayTellMore, !isLast { return nil }
        switch first.applicationProtocol {
        case "h2": return .http2
        case "http/1.1", "http/1.0": return .http1
        case let name?: return .other(name)
        case nil: break
        }
        // In the middle of a message: HTTP/1.1 finds the next one, if there is one.
        return first.isJoinedLate ? .http1 : .other(name(first))
    }

    /// Bytes of one direction after which a decision is due: the longest request line that is waited for.
    static let enough = 16 << 10

    private static func fromClient(_ bytes: [UInt8]) -> NextProtocol? {
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        if bytes.count >= 16, bytes.starts(with: preface.prefix(16)) { return .http2 }
        // Empty lines before a request line are allowed (RFC 9112, section 2.2).
        let line = bytes.drop { $0 == 13 || $0 == 10 }
        if HTTPMethod.isKnown(Array(line.prefix(16))) { return .http1 }
        guard let end = line.firstIndex(of: 10) else { return nil }
        let text = line[..<end]
        return HTTPMethod.isToken(text) && contains(text, " HTTP/1.") ? .http1 : nil
    }

    private static func fromServer(_ bytes: [UInt8]) -> NextProtocol? {
        if bytes.starts(with: "HTTP/1.".utf8) || bytes.starts(with: "HTTP/0.9".utf8) { return .http1 }
        // A SETTINGS frame on stream 0, which begins each HTTP/2 connection (RFC 9113, section 3.4).
        guard bytes.count >= 9 else { return nil }
        let length = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
        let isSettings = bytes[3] == 4 && bytes[4] == 0 && bytes[5..<9].allSatisfy { $0 == 0 }
        return isSettings && length.isMultiple(of: 6) && length <= 384 ? .http2 : nil
    }

    private static let greetings: [(greeting: String, name: String)] = [
        ("SSH-", "ssh"), ("220 ", "smtp or ftp"), ("220-", "smtp or ftp"), ("* OK", "imap"), ("+OK", "pop3"),
        ("RFB ", "vnc"), ("<?xml", "xmpp"), ("<stream", "xmpp"), ("\u{13}BitTorrent", "bittorrent"),
    ]

    private static func name(_ first: FirstBytes) -> String {
        for (greeting, name) in greetings
        where first.toClient.starts(with: greeting.utf8) || first.toServer.starts(with: greeting.utf8) {
            return name
        }
        return isSSL2(first.toServer) ? "an SSL 2 hello" : "unknown"
    }

    /// A hello in the form of SSL 2, with which old clients also open TLS (RFC 5246, appendix E.2).
    private static func isSSL2(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 11, bytes[0] & 0x80 != 0, bytes[2] == 1, bytes[3] == 3 || bytes[3] == 0 else {
            return false
        }
        let length = Int(bytes[0] & 0x7f) << 8 | Int(bytes[1])
        let parts = [5, 7, 9].map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        return parts[0] > 0 && parts[0].isMultiple(of: 3) && length == 9 + parts.reduce(0, +)
    }

    /// Whether a name that ``decide(_:isLast:)`` gave is of a protocol that never carries HTTP.
    static func carriesNoHTTP(_ name: String) -> Bool {
        greetings.contains { $0.name == name }
    }

    private static func contains(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
        let word = Array(word.utf8)
        guard text.count >= word.count else { return false }
        return (text.startIndex...(text.endIndex - word.count)).contains { text[$0...].starts(with: word) }
    }
}

/// Recognises the beginning of a request line.
enum HTTPMethod {
    private static let known = [
        "GET ", "POST ", "HEAD ", "PUT ", "DELETE ", "OPTIONS ", "CONNECT ", "PATCH ", "TRACE ",
    ].map { Array($0.utf8) }

    /// Whether a method of RFC 9110 begins here, with its space.
    static func isKnown(_ bytes: [UInt8]) -> Bool {
        known.contains { bytes.starts(with: $0) }
    }

    /// Whether the first word could be the method of an extension.
    static func isToken(_ line: ArraySlice<UInt8>) -> Bool {
        guard let space = line.firstIndex(of: 32), space > line.startIndex, space - line.startIndex <= 32 else {
            return false
        }
        return line[..<space].allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
