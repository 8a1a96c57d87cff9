import Encodings
import Model

/// W3C extended log lines: a `#Fields:` line names the columns of those that follow. CloudFront separates them by tabs and
/// writes values percent-encoded; others separate them by spaces. Times are UTC.
struct W3CColumns: Sendable {
    private var names: [String: Int] = [:]
    private var count = 0

    mutating func read(_ line: ArraySlice<UInt8>) -> LogLine {
        if line.first == UInt8(ascii: "#") {
            let words = String(decoding: line, as: UTF8.self).split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.first?.lowercased() == "#fields:" else { return .nothing }
            names = [:]
            for (place, name) in words.dropFirst().enumerated() where names[name.lowercased()] == nil {
                names[name.lowercased()] = place
            }
            count = words.count - 1
            return .nothing
        }
        guard count > 0 else { return .unreadable("a line that begins with #Fields: before the first request") }
        let separator: UInt8 = line.contains(0x09) ? 0x09 : 0x20
        let values = line.split(separator: separator, omittingEmptySubsequences: false)
        guard values.count == count else { return .unreadable("\(count) columns, as #Fields: names them") }
        return request(values, isEncoded: separator == 0x09)
    }

    private func request(_ values: [ArraySlice<UInt8>], isEncoded: Bool) -> LogLine {
        func value(_ names: String...) -> ArraySlice<UInt8>? {
            for name in names {
                guard let place = self.names[name] else { continue }
                let value = values[place]
                if !value.elementsEqual([UInt8(ascii: "-")]), !value.isEmpty { return value }
            }
            return nil
        }
        func text(_ names: String...) -> String {
            for name in names {
                if let value = value(name) { return WireText.decode(value).text }
            }
            return ""
        }
        guard let date = value("date"), let time = value("time") else {
            return .unreadable("the columns date and time")
        }
        let moment = Array(date) + [UInt8(ascii: "T")] + time
        guard let at = ISO8601.read(moment.span)?.timestamp else { return .unreadable("a date and a time") }
        guard let method = value("cs-method").flatMap({ LoggedRequest.method($0) }),
            let stem = value("cs-uri-stem", "cs-uri")
        else { return .noRequest(at) }
        var target = Array(stem)
        if let query = value("cs-uri-query") { target += [UInt8(ascii: "?")] + query }
        var request = LoggedRequest(at: at, method: method, target: target)
        if request.authority.isEmpty { request.authority = text("x-host-header", "cs-host", "cs(host)").lowercased() }
        let scheme = text("cs-protocol").lowercased()
        if scheme == "http" || scheme == "https" { request.scheme = scheme }
        request.protocolName = HTTPProtocolName.canonical(text("cs-protocol-version", "cs-version"))
        request.status = Int(text("sc-status"))
        request.responseBytes = Int(text("sc-bytes"))
        request.client = text("c-ip")
        request.userAgent = unescaped(text("cs(user-agent)"), isEncoded)
        request.referer = text("cs(referer)")
        // CloudFront counts seconds with a fraction; IIS counts milliseconds and writes the line at the end as well.
        if let taken = value("time-taken") {
            let duration = LogTime.duration(Array(taken).span)
            request.durationUs = isEncoded ? duration : duration / 1_000
        }
        return .request(request)
    }

    /// CloudFront percent-encodes what a user agent has, IIS writes `+` for spaces.
    private func unescaped(_ text: String, _ isEncoded: Bool) -> String {
        guard isEncoded else {
            return text.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " ")
        }
        return WireText.decode(PercentCoding.decode(Array(text.utf8), plusIsSpace: false)[...]).text
    }
}
