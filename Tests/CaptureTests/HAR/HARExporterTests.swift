import Capture
import Model
import Testing

/// What exporters write that HAR 1.2 does not have. Each test names where the fact comes from.
struct HARExporterTests {
    private func read(_ entries: [String], creator: String) -> HARMaterial.Reading {
        HARMaterial.read(
            Array(
                """
                {"log":{"version":"1.2","creator":{"name":"\(creator)","version":"1"},"entries":[\(entries.joined(separator: ","))]}}
                """.utf8))
    }

    private func entry(
        _ response: String, status: Int = 200, content: String = #""size":0,"mimeType":"image/gif""#,
        headers: String = "", answer: String = "", entry: String = ""
    ) -> String {
        """
        {"startedDateTime":"2026-11-18T09:12:08.895Z","time":5,"request":{"method":"GET","url":"https://t.test/i?cb=1",\
        "httpVersion":"h2","headers":[\(headers)],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},\
        "response":{"status":\(status),"statusText":"","httpVersion":"h2","headers":[\(answer)],"cookies":[],"content":{\(content)},\
        "redirectURL":"","headersSize":-1,"bodySize":0\(response)},"cache":{},"timings":{"send":0,"wait":4,"receive":1}\(entry)}
        """
    }

    /// Chrome DevTools, `HARLog.ts`: the members stand in `response`; earlier readers looked for them on the entry.
    @Test(arguments: [true, false])
    func chromeSaysInTheResponseThatAServiceWorkerAnswered(isInResponse: Bool) throws {
        let flag = #","_fetchedViaServiceWorker":true"#
        let reading = read([isInResponse ? entry(flag) : entry("", entry: flag)], creator: "WebInspector")
        #expect(try #require(reading.exchanges.first).notes.contains("service-worker"))
        let own = read([entry(#","_fetchedViaServiceWorker":false"#)], creator: "WebInspector")
        #expect(try #require(own.exchanges.first).notes.isEmpty)
    }

    /// HAR 1.2, `timings`: -1 is what does not apply. Firefox writes 0 for what it had in its cache.
    @Test(arguments: [-1, 0])
    func aFirefoxEntryWithoutTimesIsNoneOfItsCache(time: Int) throws {
        let text = entry("").replacing("\"time\":5", with: "\"time\":\(time)").replacing(
            #""send":0,"wait":4,"receive":1"#, with: #""send":\#(time),"wait":\#(time),"receive":\#(time)"#)
        let exchange = try #require(read([text], creator: "Firefox").exchanges.first)
        #expect(exchange.notes.contains("from-cache") == (time == 0))
    }

    /// The DevTools protocol's `ServiceWorkerResponseSource`: only `network` asked anybody.
    @Test(arguments: ["cache-storage", "http-cache", "fallback-code", "network"])
    func chromeSaysWhereAServiceWorkerHadItsAnswerFrom(source: String) throws {
        let flags = #","_fetchedViaServiceWorker":true,"_serviceWorkerResponseSource":"\#(source)""#
        let exchange = try #require(read([entry(flags)], creator: "WebInspector").exchanges.first)
        #expect(exchange.notes.contains("from-cache") == (source != "network"))
    }

    /// Playwright, Chromium: status -1 and `_failureText`; Chrome: status 0 and `_error`, names of net_error_list.h and
    /// DevTools' `BlockedReason`.
    @Test(arguments: [
        "net::ERR_BLOCKED_BY_CLIENT", "net::ERR_BLOCKED_BY_CLIENT.Inspector", "csp", "net::ERR_INTERNET_DISCONNECTED",
        "net::ERR_FAILED", "mixed-content",
    ])
    func whatNeverLeftTheBrowser(reason: String) throws {
        for (member, status) in [("_failureText", -1), ("_error", 0)] {
            let reading = read([entry(#","\#(member)":"\#(reason)""#, status: status)], creator: "Playwright")
            let exchange = try #require(reading.exchanges.first)
            #expect(exchange.isUnsent && exchange.ending == .failed, "\(member) \(reason)")
            let diagnostic = try #require(reading.diagnostics.first { $0.code.id == "har.request-unsent" })
            // What a page forbids itself is its own fault; what a blocker took away, nobody knows.
            let isOfRecorder = reason.contains("CLIENT") || reason.contains("INTERNET")
            #expect((diagnostic.blind != nil) == isOfRecorder)
        }
    }

    /// Connections that fail, and answers that are refused, are requests that were tried.
    @Test(arguments: [
        "net::ERR_CONNECTION_RESET", "net::ERR_ABORTED", "net::ERR_BLOCKED_BY_ORB", "NSURLErrorDomain -1200",
    ])
    func whatWasTried(reason: String) throws {
        let reading = read([entry(#","_error":"\#(reason)""#, status: 0)], creator: "Playwright")
        let exchange = try #require(reading.exchanges.first)
        #expect(!exchange.isUnsent && exchange.ending == .failed)
    }

    /// A preflight was denied before the request was written; one whose answer CORS refused has the fields of the network stack.
    @Test func aFailureBehindTheNetworkStackIsARequest() throws {
        let sent = entry(
            #","_failureText":"net::ERR_FAILED""#, status: -1, headers: #"{"name":"Accept-Encoding","value":"gzip"}"#)
        #expect(try #require(read([sent], creator: "Playwright").exchanges.first).isUnsent == false)
    }

    /// chrome-har 1.1 (sitespeed.io): `content.size` is the length of the text and of the bytes received.
    @Test(arguments: [("chrome-har", false), ("Browsertime", false), ("WebInspector", true)])
    func sizesOfChromeHAR(creator: String, isCut: Bool) throws {
        let text = String(repeating: "<VAST/>", count: 40)
        let content = #""size":\#(text.utf8.count * 2 + 300),"mimeType":"text/xml","text":"\#(text)""#
        let exchange = try #require(read([entry("", content: content)], creator: creator).exchanges.first)
        #expect((exchange.response?.body.state == "cut") == isCut)
    }

    /// A character set may make a text a few bytes longer than it is kept; one that breaks off was cut all the same.
    @Test(arguments: [
        ("<VAST version=", true), ("<VAST/>", false), (#"{\"ads\": ["#, true), ("[]", false), ("ok", false),
    ])
    func aShortTextThatBreaksOff(text: String, isCut: Bool) throws {
        let content = #""size":40,"mimeType":"text/plain","text":"\#(text)""#
        let exchange = try #require(read([entry("", content: content)], creator: "Charles Proxy").exchanges.first)
        #expect((exchange.response?.body.state == "cut") == isCut)
    }

    /// Brotli has no first bytes of its own, and of other codings nobody knows any: what no text can be is still encoded.
    @Test(arguments: [("br", "AQIDBAUG", "missing"), ("x-new", "AQIDBAUG", "missing"), ("br", "PFZBU1QvPg==", "kept")])
    func textThatIsStillEncoded(coding: String, text: String, state: String) throws {
        let content = #""size":40,"mimeType":"text/xml","encoding":"base64","text":"\#(text)""#
        let answer = #"{"name":"Content-Encoding","value":"\#(coding)"}"#
        let exchange = try #require(
            read([entry("", content: content, answer: answer)], creator: "mitmproxy").exchanges.first)
        #expect(exchange.response?.body.state == state)
    }
}
