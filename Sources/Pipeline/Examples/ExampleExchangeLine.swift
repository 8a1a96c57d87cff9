import Audit
import Model

/// `0.0 GET https://ads.test/tag -> 200 [tag] with Accept=text/xml`: one exchange written out; the document and the
/// request's header fields are optional, as is the address of who asked, `client=10.0.0.2`. `0.0 POST https://t.test/b [body] -> 200`: the request has a body.
struct ExampleExchangeLine {
    let exchange: Exchange

    init(_ line: Example.Line, documents: [String: String], file: String) throws(RuleFileFailure) {
        func failure(_ message: String) -> RuleFileFailure {
            RuleFileFailure(file: file, line: line.line, column: 1, message: message)
        }
        var words = line.text.split(separator: " ").map(String.init)
        var sent = Body.none
        if words.count > 4, words[3].hasPrefix("["), words[4] == "->" {
            let name = words.remove(at: 3).filter { $0 != "[" && $0 != "]" }
            guard let text = documents[name] else { throw failure("no document is named '\(name)'") }
            sent = .kept(Array(text.utf8))
        }
        guard words.count >= 5, words[3] == "->", let seconds = Double(words[0]) else {
            throw failure("an exchange is 'TIME METHOD URL [body] -> STATUS [document]', not '\(line.text)'")
        }
        var body = Body.none
        let fields = words.firstIndex(of: "with") ?? words.endIndex
        if fields > 5 {
            let name = words[5].filter { $0 != "[" && $0 != "]" }
            guard let text = documents[name] else { throw failure("no document is named '\(name)'") }
            body = .kept(Array(text.utf8))
        }
        let at = ExampleCapture.time(seconds)
        var exchange = try ExampleExchangeLine.exchange(
            at: at, method: words[1], url: words[2], status: words[4], body: body, failure)
        exchange.request.body = sent
        for field in words[fields...].dropFirst() {
            let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw failure("a header field is 'Name=value', not '\(field)'") }
            if parts[0] == "client" {
                exchange.connection.client = parts[1]
                continue
            }
            // A request without a body has no type, and none a location: they are those of the answer.
            if parts[0] == "Location" || parts[0] == "Content-Type" && words[1] == "GET" {
                exchange.response?.headers.append(name: parts[0], value: parts[1])
            } else {
                exchange.request.headers.append(name: parts[0], value: parts[1])
            }
        }
        self.exchange = exchange
    }

    /// An exchange with a response 20 ms later; status `none` is a request without one.
    static func exchange(
        at: Timestamp, method: String, url: String, status: String, body: Body = .none,
        _ failure: (String) -> RuleFileFailure
    ) throws(RuleFileFailure) -> Exchange {
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let scheme = parts.first?.dropLast(), parts[1].isEmpty else {
            throw failure("'\(url)' is not an absolute URL")
        }
        let slash = parts[2].firstIndex(of: "/") ?? parts[2].endIndex
        let target = slash == parts[2].endIndex ? "/" : String(parts[2][slash...])
        let request = Exchange.Request(
            method: method, scheme: String(scheme), authority: String(parts[2][..<slash]), target: target)
        guard status != "none" else {
            return Exchange(startedAt: at, request: request, response: nil, ending: .failed, locator: .entry(0))
        }
        guard let code = Int(status) else { throw failure("the status is a number or 'none', not '\(status)'") }
        let after = at.advanced(byMicroseconds: 20_000)
        return Exchange(
            startedAt: at, request: request,
            response: Exchange.Response(status: code, body: body, startedAt: after, endedAt: after), locator: .entry(0))
    }
}
