import Encodings
import Model
import Reporting

/// One exchange as an entry of a HAR 1.2.
enum HAREntryWriter {
    static func entry(_ exchange: Exchange, _ redaction: inout ExportRedaction?) -> [UInt8] {
        let timings = Timings(of: exchange)
        var json = JSONLine()
        json.add("startedDateTime", ISO8601.text(exchange.startedAt))
        json.add("time", milliseconds: timings.total)
        json.add("request", object: request(exchange, &redaction))
        json.add("response", object: response(exchange, &redaction))
        json.add("cache", object: JSONLine().closed())
        json.add("timings", object: timings.json())
        if let (address, port) = exchange.connection.server.flatMap(split) {
            json.add("serverIPAddress", address)
            json.add("_serverPort", port)
        }
        if exchange.connection.flow > 0 { json.add("connection", String(exchange.connection.flow)) }
        json.add("_beaconproof", object: origin(exchange, isRedacted: redaction != nil))
        return json.closed()
    }

    // MARK: Messages

    private static func request(_ exchange: Exchange, _ redaction: inout ExportRedaction?) -> [UInt8] {
        let request = exchange.request
        let headers = fields(request.headers, &redaction)
        let url = redaction.redact(url(of: exchange)) ?? ""
        var json = JSONLine()
        json.add("method", request.method)
        json.add("url", url)
        json.add("httpVersion", version(exchange.connection.protocolName))
        json.add("cookies", objects: cookies(headers, named: "cookie"))
        json.add("headers", objects: headers.map(pair))
        json.add("queryString", objects: query(of: url).map(pair))
        if !request.body.bytes.isEmpty {
            var post = JSONLine()
            post.add("mimeType", request.headers["content-type"] ?? "")
            add(request.body, to: &post, &redaction)
            json.add("postData", object: post.closed())
        }
        json.add("headersSize", Int64(-1))
        json.add("bodySize", Int64(request.body.size ?? -1))
        return json.closed()
    }

    private static func response(_ exchange: Exchange, _ redaction: inout ExportRedaction?) -> [UInt8] {
        let response = exchange.response
        let headers = fields(response?.headers ?? HeaderFields(), &redaction)
        var content = JSONLine()
        content.add("size", Int64(response?.body.size ?? (response == nil ? 0 : -1)))
        content.add("mimeType", response?.headers["content-type"] ?? "")
        if let body = response?.body {
            if body.content == .media { content.add("comment", "media is counted, not kept") }
            // An empty text says that the body was empty; none, that it is not here.
            if !body.bytes.isEmpty || body.content == .empty { add(body, to: &content, &redaction) }
        }
        var json = JSONLine()
        // Status 0 is what browsers write where there was no answer.
        json.add("status", Int64(response?.status ?? 0))
        json.add("statusText", "")
        json.add("httpVersion", version(exchange.connection.protocolName))
        json.add("cookies", objects: cookies(headers, named: "set-cookie"))
        json.add("headers", objects: headers.map(pair))
        json.add("content", object: content.closed())
        json.add("redirectURL", redaction.redact(response?.headers["location"]) ?? "")
        json.add("headersSize", Int64(-1))
        json.add("bodySize", Int64(-1))
        return json.closed()
    }

    /// A body as text where it is UTF-8, in base64 where it is not.
    private static func add(_ body: Body, to json: inout JSONLine, _ redaction: inout ExportRedaction?) {
        let bytes = body.bytes
        if String(validating: bytes, as: UTF8.self) != nil {
            if let redacted = redaction?.redact(String(decoding: bytes, as: UTF8.self)) {
                json.add("text", redacted)
            } else {
                json.add("text", utf8: bytes)
            }
        } else if redaction == nil {
            json.add("text", utf8: Base64.encode(bytes))
            json.add("encoding", "base64")
        } else {
            json.add("text", "")
            json.add("comment", "binary, left out of a redacted export")
        }
    }

    /// What HAR has no words for. A redacted export does not name the client's address, and its texts have other lengths.
    private static func origin(_ exchange: Exchange, isRedacted: Bool) -> [UInt8] {
        var json = JSONLine()
        json.add(exchange.locator.kind, exchange.locator.value)
        json.add("ending", exchange.ending.rawValue)
        json.add("protocol", exchange.connection.protocolName)
        json.add("flow", Int64(exchange.connection.flow))
        json.add("stream", exchange.connection.stream.map { Int64($0) })
        if !isRedacted {
            json.add("client", exchange.connection.client)
            // A target that is no path, or holds what a URL cannot carry.
            let target = exchange.request.target
            if !isPath(target) || target.utf8.contains(UInt8(ascii: "#")) {
                json.add("target", target)
            }
        }
        json.add("requestBody", state(exchange.request.body, isRedacted: isRedacted))
        json.add("requestBytes", exchange.request.body.size.map { Int64($0) })
        if let response = exchange.response {
            json.add("responseBody", state(response.body, isRedacted: isRedacted))
            json.add("responseBytes", response.body.size.map { Int64($0) })
            json.add("responseUs", response.startedAt?.microseconds)
            json.add("endUs", response.endedAt?.microseconds)
        }
        json.add("notes", exchange.notes.joined(separator: " "))
        return json.closed()
    }

    private static func state(_ body: Body, isRedacted: Bool) -> String {
        guard isRedacted, !body.bytes.isEmpty, String(validating: body.bytes, as: UTF8.self) == nil else {
            return body.state
        }
        return "missing"
    }

    // MARK: Fields

    /// The URL as a HAR has it; what the capture named otherwise, such as a `data:` URL, stays whole. A target that is no
    /// path, as of `OPTIONS *` and `CONNECT`, would run into the authority.
    private static func url(of exchange: Exchange) -> String {
        let request = exchange.request
        if request.authority.isEmpty { return request.target }
        return isPath(request.target) ? exchange.url : "\(request.scheme)://\(request.authority)/"
    }

    private static func isPath(_ target: String) -> Bool { target.utf8.first == UInt8(ascii: "/") }

    /// As Chrome and mitmproxy write and read it.
    private static func version(_ protocolName: String?) -> String {
        switch protocolName {
        case "h2": "HTTP/2"
        case "h3": "HTTP/3"
        case "http/1.0": "HTTP/1.0"
        case "http/1.1": "HTTP/1.1"
        default: ""
        }
    }

    private typealias Field = (name: String, value: String)

    private static func fields(_ headers: HeaderFields, _ redaction: inout ExportRedaction?) -> [Field] {
        var fields: [Field] = []
        for (name, value) in headers.fields {
            fields.append((name, redaction?.redact(field: name, value: value) ?? value))
        }
        return fields
    }

    /// Name and value as they stand in the URL, still encoded.
    private static func query(of url: String) -> [Field] {
        guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return url[url.index(after: mark)...].split(separator: "&").map { part in
            guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (String(part), "") }
            return (String(part[..<equals]), String(part[part.index(after: equals)...]))
        }
    }

    /// Names and values of the cookies; `Set-Cookie` carries one, with attributes that stay in the header.
    private static func cookies(_ headers: [Field], named name: String) -> [[UInt8]] {
        headers.filter { $0.name.lowercased() == name }.flatMap { field in
            field.value.split(separator: ";").prefix(name == "cookie" ? .max : 1).compactMap { part in
                guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
                let name = part[..<equals].drop { $0 == " " }
                return pair((String(name), String(part[part.index(after: equals)...])))
            }
        }
    }

    private static func pair(_ field: Field) -> [UInt8] {
        var json = JSONLine()
        json.add("name", field.name)
        json.add("value", field.value)
        return json.closed()
    }

    /// `address:port`, the address without the brackets of IPv6.
    private static func split(_ server: String) -> (address: String, port: Int64)? {
        guard let colon = server.utf8.lastIndex(of: UInt8(ascii: ":")),
            let port = Int64(server[server.index(after: colon)...])
        else { return nil }
        let address = server[..<colon]
        guard address.first == "[", address.last == "]" else { return (String(address), port) }
        return (String(address.dropFirst().dropLast()), port)
    }
}

/// Microseconds of the phases of an exchange that a capture of packets shows.
private struct Timings {
    let wait: Int64
    let receive: Int64

    init(of exchange: Exchange) {
        let head = exchange.response?.startedAt ?? exchange.startedAt
        let end = exchange.response?.endedAt ?? head
        wait = max(0, head.microseconds(since: exchange.startedAt))
        receive = max(0, end.microseconds(since: head))
    }

    var total: Int64 { wait.addingReportingOverflow(receive).overflow ? .max : wait + receive }

    func json() -> [UInt8] {
        var json = JSONLine()
        for phase in ["blocked", "dns", "connect", "ssl"] { json.add(phase, Int64(-1)) }
        json.add("send", Int64(0))
        json.add("wait", milliseconds: wait)
        json.add("receive", milliseconds: receive)
        return json.closed()
    }
}
