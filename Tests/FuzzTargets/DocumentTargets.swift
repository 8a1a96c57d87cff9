import Capture
import Encodings
import Interpret
import Model
import Reporting

extension FuzzTarget {
    /// What responses, requests and calls say, after decoding.
    static let documents: [FuzzTarget] = [
        FuzzTarget("vast", dictionary: "vast", seeds: { DocumentSeeds.adXML }) { bytes in
            try observe(bytes, at: ["https://ads.test/tag?cb=1"], type: "application/xml")
        },
        FuzzTarget("playlist", dictionary: "hls", seeds: { DocumentSeeds.playlists }) { bytes in
            try observe(
                bytes, at: ["https://ssai.test/hls/main.m3u8?_HLS_primary_id=p1"], type: "application/x-mpegurl")
        },
        FuzzTarget("manifest", dictionary: "vast", seeds: { DocumentSeeds.manifests }) { bytes in
            try observe(bytes, at: ["https://ssai.test/live/m.mpd"], type: "application/dash+xml")
        },
        FuzzTarget("json-document", dictionary: "ad-json", seeds: { DocumentSeeds.json }) { bytes in
            try observe(
                bytes,
                at: [
                    "https://ssai.test/list.json?_HLS_primary_id=1", "https://mt.test/v1/tracking/a/b/c",
                    "https://vos.test/hls/metadata?sessid=1",
                    "https://dai.google.com/ssai/pods/api/v1/network/21/custom_asset/key/stream",
                    "https://dai.google.com/linear/pods/v1/adv/metadata?stream=s-1",
                    "https://secure-sw.imrworldwide.com/cgi-bin/cfg?cfgv=100",
                ], type: "application/json")
        },
        FuzzTarget("requests", dictionary: "requests", seeds: DocumentSeeds.requests, exercise: requests),
        FuzzTarget("calls", dictionary: "calls", seeds: { callLogs }, exercise: calls),
        FuzzTarget("json-text", seeds: { DocumentSeeds.json }) { bytes in
            var json = JSONWriter(.line)
            json.string(String(decoding: bytes, as: UTF8.self))
            try Contract.expect(
                json.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "a control character is in the output")
        },
    ]

    /// The document as each response, then a request to every tracker that it declares.
    private static func observe(_ body: [UInt8], at urls: [String], type: String) throws {
        var interpreter = Interpreter()
        var outbox = Outbox<Interpretation>()
        var id = 0
        func ask(_ url: String, _ response: Exchange.Response) {
            id += 1
            var exchange = exchange(id, "GET", url)
            exchange.response = response
            interpreter.interpret(exchange, id: ID(id), into: &outbox)
        }
        var headers = HeaderFields()
        headers.append(name: "content-type", value: type)
        for url in urls {
            ask(url, Exchange.Response(status: 200, headers: headers, body: .kept(body), endedAt: time(id)))
        }
        let declared = outbox.events.prefix(500).compactMap { event -> String? in
            guard case .tracker(let tracker) = event else { return nil }
            return tracker.url
        }
        for url in declared { ask(url, Exchange.Response(status: 204)) }
        interpreter.finish(into: &outbox)
        try Contract.areTold(outbox.diagnostics)
    }

    /// Lines of a method, a URL and, behind a space, a body.
    private static let requests: @Sendable ([UInt8]) throws -> Void = { bytes in
        var interpreter = Interpreter(declared: [vendor])
        var outbox = Outbox<Interpretation>()
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).prefix(200).enumerated() {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2).map { WireText.decode($0).text }
            guard words.count > 1 else { continue }
            var exchange = exchange(index + 1, words[0], words[1])
            if words.count > 2 { exchange.request.body = .kept(Array(words[2].utf8)) }
            exchange.response = Exchange.Response(status: 200)
            interpreter.interpret(exchange, id: ID(index + 1), into: &outbox)
        }
        interpreter.finish(into: &outbox)
        try Contract.areTold(outbox.diagnostics)
    }

    /// A family file with every way to read a beacon.
    private static let vendor: FamilyDeclaration = {
        func form(_ path: String, _ places: [RequestForm.Place], each: String? = nil) -> RequestForm {
            RequestForm(
                paths: [path], places: places, each: each, event: ["ev"], eventNames: ["st": "start"],
                session: ["sid", "id", "answer:location"], subjects: [.clip: ["clip"]],
                position: .init(names: ["pos"], unit: .s), sentAt: .init(names: ["t"], unit: .ms),
                mandatory: ["ev", "t"])
        }
        return FamilyDeclaration(
            name: "vendor", title: "Vendor", hosts: ["*.vendor.test"],
            requests: [
                form("/batch", [.json], each: "events"), form("/list", [.json], each: "."),
                form("/lines", [.query, .queryLines]),
                form("/json-lines", [.jsonLines]), form("/base64", [.base64JSON]), form("/form", [.form]),
                form("/s/{id}/*", [.query]), form("*", [.query]),
            ])
    }()

    private static let calls: @Sendable ([UInt8]) throws -> Void = { bytes in
        var reader = CallLogReader()
        var lines = Outbox<CallLogEvent>()
        _ = reader.decode(bytes.span, isFinal: true, into: &lines)
        var interpreter = Interpreter()
        var outbox = Outbox<Interpretation>()
        var id = 0
        for case .call(let call) in lines.events {
            id += 1
            interpreter.interpret(call, id: ID(id), into: &outbox)
        }
        interpreter.finish(into: &outbox)
        try Contract.areTold(outbox.diagnostics)
    }

    private static func exchange(_ id: Int, _ method: String, _ url: String) -> Exchange {
        let scheme = url.prefix { $0 != ":" }
        let rest = url.dropFirst(scheme.count).drop { $0 == ":" || $0 == "/" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        return Exchange(
            startedAt: time(id),
            request: Exchange.Request(
                method: method, scheme: String(scheme), authority: String(authority),
                target: String(rest.dropFirst(authority.count))),
            connection: Exchange.Connection(client: "10.0.0.1:5000", server: "10.0.0.2:443"), locator: .entry(id))
    }

    private static func time(_ second: Int) -> Timestamp {
        Timestamp(microseconds: 1_700_000_000_000_000 + Int64(second) * 1_000_000)
    }
}
