import Encodings
import Model

/// A URL cut into what an HTTP request carries, byte for byte: nothing is encoded, decoded or normalised.
struct RequestURL: Sendable, Hashable {
    /// `http` or `https`; a WebSocket URL has the scheme of its opening request.
    var scheme: String
    var authority: String
    /// Path and query; `/` where the URL has none, as clients send it. Without the fragment, which is never sent.
    var target: String
    var isWebSocket = false

    enum Reading: Sendable, Hashable {
        case http(RequestURL)
        /// A URL that causes no HTTP request, with its scheme.
        case other(scheme: String)
        /// No absolute URL at all, or one without a host.
        case unusable
    }

    /// - Parameter repaired: set when the URL was not UTF-8.
    static func read(_ url: Span<UInt8>, repaired: inout Bool) -> Reading {
        guard let colon = first(in: url, from: 0, where: { $0 == UInt8(ascii: ":") }),
            first(in: url, from: 0, where: { !isSchemeByte($0) }) == colon, colon > 0
        else { return .unusable }
        let isWebSocket: Bool
        let scheme: String
        switch lowercased(url.extracting(..<colon)) {
        case "https": (scheme, isWebSocket) = ("https", false)
        case "http": (scheme, isWebSocket) = ("http", false)
        case "wss": (scheme, isWebSocket) = ("https", true)
        case "ws": (scheme, isWebSocket) = ("http", true)
        case let other: return .other(scheme: other)
        }
        guard url.count - colon > 3, url[colon + 1] == UInt8(ascii: "/"), url[colon + 2] == UInt8(ascii: "/") else {
            return .unusable
        }
        var start = colon + 3
        let authorityEnd =
            first(
                in: url, from: start,
                where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
            ?? url.count
        // Credentials are sent as a header, never in the authority.
        for index in start..<authorityEnd where url[index] == UInt8(ascii: "@") { start = index + 1 }
        guard start < authorityEnd else { return .unusable }
        let targetEnd = first(in: url, from: authorityEnd, where: { $0 == UInt8(ascii: "#") }) ?? url.count
        var target = JSONScanner.text(of: url.extracting(authorityEnd..<targetEnd), repaired: &repaired)
        if authorityEnd == targetEnd {
            target = "/"
        } else if url[authorityEnd] == UInt8(ascii: "?") {
            target = "/" + target
        }
        return .http(
            RequestURL(
                scheme: scheme,
                authority: JSONScanner.text(of: url.extracting(start..<authorityEnd), repaired: &repaired),
                target: target, isWebSocket: isWebSocket))
    }

    /// Whether a host is an address and no name.
    static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    }

    private static func first(in bytes: Span<UInt8>, from start: Int, where isWanted: (UInt8) -> Bool) -> Int? {
        var index = start
        while index < bytes.count {
            if isWanted(bytes[index]) { return index }
            index += 1
        }
        return nil
    }

    /// RFC 3986 section 3.1.
    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch ASCII.lowercased(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func lowercased(_ bytes: Span<UInt8>) -> String {
        var lower = ""
        for index in 0..<min(bytes.count, 64) {
            lower.unicodeScalars.append(Unicode.Scalar(ASCII.lowercased(bytes[index])))
        }
        return lower
    }
}

extension Exchange.Request {
    /// A request as a recorder has it that keeps the URL and the header fields: what was sent names the authority.
    ///
    /// - Parameter method: `GET` where it is empty.
    init(_ method: String, sentTo url: RequestURL, headers: HeaderFields, body: Body = .none) {
        self.init(
            method: method.isEmpty ? "GET" : method, scheme: url.scheme,
            authority: headers[":authority"] ?? headers["host"] ?? url.authority, target: url.target, headers: headers,
            body: body)
    }
}
