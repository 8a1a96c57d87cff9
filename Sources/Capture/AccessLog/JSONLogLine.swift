import Encodings
import Model

/// One JSON object a line, as nginx's `log_format … escape=json` is commonly set up. Keys are nginx's variable names or
/// their usual variants; objects inside are searched too.
enum JSONLogLine {
    /// What is taken, under whichever of its names comes first.
    private enum Part: CaseIterable {
        case epoch, iso, ncsa, request, method, target, query, scheme, host, status, bytes, client, agent, referer
        case duration, version

        var names: [StaticString] {
            switch self {
            case .epoch: ["msec", "epoch"]
            case .iso: ["time_iso8601", "@timestamp", "timestamp", "time", "ts", "datetime"]
            case .ncsa: ["time_local"]
            case .request: ["request", "requestLine"]
            case .method: ["request_method", "method", "requestMethod", "http_method"]
            case .target: ["request_uri", "uri", "requestUri", "url", "path", "requestUrl"]
            case .query: ["query_string", "args"]
            case .scheme: ["scheme"]
            case .host: ["http_host", "host", "server_name", "vhost", "authority"]
            case .status: ["status", "response_status", "status_code"]
            case .bytes: ["body_bytes_sent", "bytes_sent", "bytes"]
            case .client: ["remote_addr", "client_ip", "remoteIp", "client", "ip"]
            case .agent: ["http_user_agent", "user_agent", "userAgent", "agent"]
            case .referer: ["http_referer", "http_referrer", "referer", "referrer"]
            case .duration: ["request_time"]
            case .version: ["server_protocol", "protocol"]
            }
        }
    }

    static func read(_ line: ArraySlice<UInt8>) -> LogLine {
        guard let parts = parts(of: line) else { return .unreadable("one JSON object whose keys differ") }
        return request(parts)
    }

    private static func parts(of text: ArraySlice<UInt8>) -> [Part: [UInt8]]? {
        text.withUnsafeBufferPointer { bytes -> [Part: [UInt8]]? in
            guard var scanner = JSONScanner(bytes) else { return nil }
            do {
                var parts: [Part: [UInt8]] = [:]
                return try collect(&scanner, into: &parts, depth: 0) ? parts : nil
            } catch {
                return nil
            }
        }
    }

    /// - Returns: whether the line says one thing: a key that comes twice in one object with different values is two lines
    ///   that a cut has joined, or an edit.
    private static func collect(
        _ scanner: inout JSONScanner, into parts: inout [Part: [UInt8]], depth: Int
    ) throws(JSONFault) -> Bool {
        try scanner.take(UInt8(ascii: "{"), orExpected: .object)
        var first = true
        var own: [(key: JSONString, value: [UInt8])] = []
        while let key = try scanner.nextKey(&first) {
            if try scanner.peek() == UInt8(ascii: "{"), depth < 4 {
                guard try collect(&scanner, into: &parts, depth: depth + 1) else { return false }
                continue
            }
            let part = Part.allCases.first { part in part.names.contains { scanner.matches(key, $0) } }
            guard let part else {
                try scanner.skipValue()
                continue
            }
            let value = try scanner.scalarBytes()
            let name = scanner.bytes(of: key)
            if own.contains(where: { scanner.bytes(of: $0.key) == name && $0.value != value }) { return false }
            own.append((key, value))
            guard parts[part] == nil else { continue }
            if !value.isEmpty, !value.elementsEqual([UInt8(ascii: "-")]) { parts[part] = value }
        }
        return true
    }

    private static func request(_ parts: [Part: [UInt8]]) -> LogLine {
        guard let time = time(parts) else {
            return .unreadable("a time as msec, time_iso8601, @timestamp, time or time_local")
        }
        var request: LoggedRequest
        if let target = parts[.target], let method = parts[.method].flatMap({ LoggedRequest.method($0[...]) }) {
            var target = target
            if let query = parts[.query], !target.contains(UInt8(ascii: "?")) { target += [UInt8(ascii: "?")] + query }
            request = LoggedRequest(at: time.at, method: method, target: target)
            request.protocolName = HTTPProtocolName.canonical(text(parts[.version]))
        } else if let line = parts[.request] {
            guard let read = LoggedRequest(at: time.at, requestLine: line) else { return .noRequest(time.at) }
            request = read
        } else {
            return .noRequest(time.at)
        }
        request.hasOffset = time.hasOffset
        if request.authority.isEmpty { request.authority = text(parts[.host]).lowercased() }
        if request.scheme.isEmpty { request.scheme = text(parts[.scheme]).lowercased() }
        request.status = Int(text(parts[.status]))
        request.responseBytes = Int(text(parts[.bytes]))
        request.client = text(parts[.client])
        request.userAgent = text(parts[.agent])
        request.referer = text(parts[.referer])
        if let duration = parts[.duration] { request.durationUs = LogTime.duration(duration.span) }
        return .request(request)
    }

    private static func time(_ parts: [Part: [UInt8]]) -> (at: Timestamp, hasOffset: Bool)? {
        if let at = parts[.epoch].flatMap({ LogTime.epoch($0.span) }) { return (at, true) }
        if let text = parts[.iso] {
            if let read = ISO8601.read(text.span) { return (read.timestamp, read.hasOffset) }
            if let read = LogTime.ncsa(text[...]) { return read }
            if let at = LogTime.epoch(text.span) { return (at, true) }
        }
        return parts[.ncsa].flatMap { LogTime.ncsa($0[...]) }
    }

    private static func text(_ bytes: [UInt8]?) -> String {
        bytes.map { WireText.decode($0[...]).text } ?? ""
    }
}
