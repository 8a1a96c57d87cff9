import Audit
import Model

/// `0.0 ima ad-request us_privacy=1YNN`: a Google ad request with its usual parameters and those of the line.
struct GoogleIMAShorthand: ShorthandVocabulary {
    static let families = ["ima"]

    func expand(
        _ lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure) {
        for line in lines {
            guard line.event == "ad-request", let seconds = line.seconds else {
                throw context.failure(line, "a line of the family ima is 'TIME ima ad-request key=value …'")
            }
            let parameters = line.parameters.map { "&\($0.key)=\($0.value)" }.joined()
            let url =
                "https://pubads.g.doubleclick.net/gampad/ads?iu=/21775744923/example&sz=640x480&output=vast&env=vp"
                + "&gdfp_req=1&unviewed_position_start=1&correlator=\(7_000 + line.line)\(parameters)"
            capture.add(try context.exchange(line, url: url, at: seconds), isMarked: line.isMarked)
        }
    }
}

/// `0.0 dai stream stream=S1` and `5.0 dai pod stream=S1 id=1 pd=10000`.
struct DAIShorthand: ShorthandVocabulary {
    static let families = ["dai"]

    private static let base = "https://dai.google.com"

    func expand(
        _ lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure) {
        for line in lines {
            guard let seconds = line.seconds else { throw context.failure(line, "a line of the family dai has a time") }
            switch line.event {
            case "stream": capture.add(try registration(line, context, at: seconds), isMarked: line.isMarked)
            case "pod":
                let parameters = line.parameters.filter { !["id", "stream"].contains($0.key) }
                var query = line.keys["stream"].map { ["stream_id=\($0)"] } ?? []
                query += parameters.map { "\($0.key)=\($0.value)" }
                let url =
                    "\(Self.base)/linear/pods/v1/hls/network/21775744923/custom_asset/example/pod/"
                    + "\(line.keys["id"] ?? "1").m3u8?\(query.joined(separator: "&"))"
                capture.add(try context.exchange(line, url: url, at: seconds), isMarked: line.isMarked)
            default: throw context.failure(line, "a line of the family dai is 'stream' or 'pod', not '\(line.event)'")
            }
        }
    }

    private func registration(
        _ line: Shorthand, _ context: ShorthandContext, at seconds: Double
    ) throws(RuleFileFailure) -> Exchange {
        var exchange = try ExampleExchangeLine.exchange(
            at: ExampleCapture.time(seconds), method: "POST",
            url: "\(Self.base)/ssai/pods/api/v1/network/21775744923/custom_asset/example/stream",
            status: line.keys["status"] ?? "201"
        ) { context.failure(line, $0) }
        let stream = line.keys["stream"] ?? "S1"
        let body = """
            {"stream_id": "\(stream)", "media_verification_url": "\(Self.base)/media/verify/\(stream)/", \
            "metadata_url": "\(Self.base)/metadata/\(stream)", "polling_frequency": 10, "valid_for": "8h0m0s"}
            """
        exchange.response?.body = .kept(Array(body.utf8))
        return exchange
    }
}

/// `0.0 nielsen dcr at=view uoo=true c9=devid,abc`: a ping with its usual parameters and those of the line.
///
/// Times inside the ping (`createtm`, `starttm`) are seconds on the example's clock and default to the line's own.
/// `scheme`, `pad` (characters of title) and `bytes` (pad until the URL has this length) shape the URL; `ua` is the
/// User-Agent.
struct NielsenShorthand: ShorthandVocabulary {
    static let families = ["nielsen"]

    func expand(
        _ lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure) {
        for line in lines {
            guard let seconds = line.seconds else {
                throw context.failure(line, "a line of the family nielsen has a time")
            }
            var exchange = try context.exchange(line, url: Self.url(of: line, at: seconds), at: seconds)
            if let agent = line.keys["ua"] { exchange.request.headers.append(name: "User-Agent", value: agent) }
            capture.add(exchange, isMarked: line.isMarked)
        }
    }

    private static let shaping: Set<String> = ["scheme", "pad", "bytes", "status", "at", "cln", "createtm", "ua"]

    private static func url(of line: Shorthand, at seconds: Double) -> String {
        let zero = ExampleCapture.epoch.microseconds / 1_000_000
        let created = zero + Int64(line.keys["createtm"].flatMap(Double.init) ?? seconds)
        let at = line.keys["at"] ?? "view"
        var fields: [(key: String, value: String)] = [
            ("prd", line.event), ("ci", "se-900000"), ("at", at),
            ("cr", at == "view" ? "4_00_99_V1_00000" : "4_00_99_D1_00000"), ("ai", "asset1"), ("adid", "asset1"),
            ("c3", "st,c"), ("c13", "asid,P00000000-0000-0000-0000-000000000000"),
            ("sessionId", "abcdefghijklmnopqrstuvwxyzabc\(zero)"),
            ("c59", "sesid,bbcdefghijklmnopqrstuvwxyzabc\(zero)"),
            ("c29", "plid,\(zero)0000000"), ("c64", "starttm,\(zero)"), ("c61", "createtm,\(created)"),
            ("c62", "sendTime,\(created)"), ("uoo", ""),
            ("c9", "devid,"), ("c1", "nuid,"), ("fp_id", ""), ("rnd", "\(created)\(100 + line.line % 900)"),
        ]
        fields.append(("c51", "adl,0"))
        fields.append(("c27", "cln,\(line.keys["cln"] ?? "0")"))
        for (key, value) in line.parameters where !shaping.contains(key) {
            if let place = fields.firstIndex(where: { $0.key == key }) {
                fields[place].value = value
            } else {
                fields.append((key, value))
            }
        }
        let query = fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        var url = "\(line.keys["scheme"] ?? "https")://secure-sw.imrworldwide.com/cgi-bin/gn?\(query)"
        let padding =
            line.keys["pad"].flatMap(Int.init) ?? line.keys["bytes"].flatMap(Int.init).map { $0 - url.utf8.count - 4 }
        if let padding, padding > 0 { url += "&tl=" + String(repeating: "x", count: padding) }
        return url
    }
}

extension Shorthand {
    /// Keys that are request parameters, sorted; those that shape the exchange are left out.
    fileprivate var parameters: [(key: String, value: String)] {
        keys.filter { !["status", "method"].contains($0.key) }.sorted { $0.key < $1.key }
    }
}
