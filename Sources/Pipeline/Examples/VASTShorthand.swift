import Audit
import Model

/// `0.0 vast impression ad=A1` and `0.3 criteo omidTrackView ad=A1`.
///
/// Each ad (and each `play=` of it) gets a VAST document, fetched half a second before its first line and followed by its
/// media. The document declares the playback events and whatever the lines name. Keys: `ad`, `play`, `url` (the nth
/// tracker of the event), `level` (1: the wrapper's), `host`, `status`, `method`, `cb` (the cache-buster's value),
/// `raw` (send the macro unexpanded), `fetched` (seconds: when the document was fetched), `skipoffset`, `offset` (of
/// progress).
struct VASTShorthand: ShorthandVocabulary {
    static let families = ["vast", "criteo"]

    private static let playback = ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
    private static let omid =
        [
            "omidTrackView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete",
            "twoSecondsFiftyPercentView",
        ]

    func expand(
        _ lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure) {
        var ads: [String: [Shorthand]] = [:]
        for line in lines {
            guard let ad = line.keys["ad"] else { throw context.failure(line, "the line names no ad=") }
            ads["\(ad) \(line.keys["play"] ?? "1")", default: []].append(line)
        }
        for (_, lines) in ads.sorted(by: { $0.key < $1.key }) {
            try expand(ad: lines, context, into: &capture)
        }
    }

    private func expand(
        ad lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure) {
        let ad = lines.first?.keys["ad"] ?? ""
        let play = lines.first?.keys["play"] ?? "1"
        let first = lines.compactMap(\.seconds).min() ?? 0
        let fetched = lines.compactMap { $0.keys["fetched"].flatMap(Double.init) }.first ?? first - 0.5
        let document = ExampleVAST(ad: ad, lines: lines, duration: context.duration)
        if let wrapper = document.wrapper {
            capture.add(
                try context.document(wrapper, url: "https://wrap.test/tag?ad=\(ad)&play=\(play)", at: fetched - 0.1),
                isMarked: false)
        }
        capture.add(
            try context.document(document.inline, url: "https://ads.test/tag?ad=\(ad)", at: fetched), isMarked: false)
        capture.add(
            try ExampleExchangeLine.exchange(
                at: ExampleCapture.time(fetched + 0.1), method: "GET", url: "https://cdn.test/\(ad).mp4", status: "206"
            ) { RuleFileFailure(file: context.file, line: 0, column: 0, message: $0) }, isMarked: false)
        for line in lines {
            let template = ExampleVAST.url(of: line)
            guard let seconds = line.seconds else {
                if line.isMarked { capture.markedTrackers.insert(template) }
                continue
            }
            // A different cache-buster for each request, as players send it.
            let buster = line.keys["cb"] ?? String(10_000_000 + capture.exchanges.count * 7_919 % 89_999_999)
            let url = line.keys["raw"] == nil ? template.replacing("[CACHEBUSTING]", with: buster) : template
            capture.add(try context.exchange(line, url: url, at: seconds), isMarked: line.isMarked)
        }
    }

    /// The documents of one ad.
    private struct ExampleVAST {
        let ad: String
        let lines: [Shorthand]
        let duration: Double

        static func url(of line: Shorthand) -> String {
            let host = line.keys["host"] ?? (line.family == "criteo" ? "verify.test" : "tracker.test")
            let number = line.keys["url"] ?? "1"
            let level = line.keys["level"].map { "&level=\($0)" } ?? ""
            let macro = line.family == "criteo" ? "" : "&cb=[CACHEBUSTING]"
            return "https://\(host)/\(line.event)?ad=\(line.keys["ad"] ?? "")&u=\(number)\(level)\(macro)"
        }

        var wrapper: String? {
            let own = lines.filter { $0.keys["level"] != nil }
            guard !own.isEmpty else { return nil }
            return """
                <VAST version="4.2"><Ad id="W"><Wrapper><AdSystem>example</AdSystem>\(impressions(own))
                <VASTAdTagURI><![CDATA[https://ads.test/tag?ad=\(ad)]]></VASTAdTagURI>
                <Creatives><Creative><Linear>\(tracking(own))</Linear></Creative></Creatives></Wrapper></Ad></VAST>
                """
        }

        var inline: String {
            let own = lines.filter { $0.keys["level"] == nil && $0.family == "vast" }
            let declared = playback.filter { event in !own.contains { $0.event == event } }.map { event in
                Shorthand(event: event, ad: ad)
            }
            let skip = lines.compactMap { $0.keys["skipoffset"] }.first.map { " skipoffset=\"\($0)\"" } ?? ""
            let all = declared + own
            return """
                <VAST version="4.2"><Ad id="\(ad)"><InLine><AdSystem>example</AdSystem><AdTitle>\(ad)</AdTitle>
                \(impressions(all))\(elements(all))\(verification)
                <Creatives><Creative id="c-\(ad)"><Linear\(skip)><Duration>\(clock(duration))</Duration>
                \(tracking(all))\(clicks(all))
                <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1" height="1"><![CDATA[https://cdn.test/\(ad).mp4]]></MediaFile></MediaFiles>
                </Linear></Creative></Creatives></InLine></Ad></VAST>
                """
        }

        private func impressions(_ lines: [Shorthand]) -> String {
            each(lines, "impression") { "<Impression><![CDATA[\($0)]]></Impression>" }
        }

        private func elements(_ lines: [Shorthand]) -> String {
            each(lines, "error") { "<Error><![CDATA[\($0)]]></Error>" }
        }

        private func clicks(_ lines: [Shorthand]) -> String {
            let tracking = each(lines, "clickTracking") { "<ClickTracking><![CDATA[\($0)]]></ClickTracking>" }
            let through = "<ClickThrough><![CDATA[https://landing.test/\(ad)]]></ClickThrough>"
            return tracking.isEmpty ? "" : "<VideoClicks>\(through)\(tracking)</VideoClicks>"
        }

        private func tracking(_ lines: [Shorthand]) -> String {
            let events = unique(
                lines.filter { !["impression", "error", "clickTracking", "clickThrough"].contains($0.event) })
            let tracking = events.map { line in
                let offset = line.keys["offset"].map { " offset=\"\($0)\"" } ?? ""
                return "<Tracking event=\"\(line.event)\"\(offset)><![CDATA[\(ExampleVAST.url(of: line))]]></Tracking>"
            }
            return "<TrackingEvents>\(tracking.joined())</TrackingEvents>"
        }

        private var verification: String {
            let own = lines.filter { $0.family == "criteo" }
            guard !own.isEmpty else { return "" }
            let rest = omid.filter { event in !own.contains { $0.event == event } }.map { event in
                Shorthand(event: event, ad: ad, family: "criteo")
            }
            let beacons = unique(rest + own).map { "\"\($0.event)\": \"\(ExampleVAST.url(of: $0))\"" }
            return """
                <AdVerifications><Verification vendor="criteo.com-omid">
                <JavaScriptResource apiFramework="omid"><![CDATA[https://verify.test/omid.js]]></JavaScriptResource>
                <VerificationParameters><![CDATA[{"beacons": {\(beacons.joined(separator: ", "))}}]]></VerificationParameters>
                </Verification></AdVerifications>
                """
        }

        private func each(_ lines: [Shorthand], _ event: String, _ element: (String) -> String) -> String {
            unique(lines.filter { $0.event == event }).map { element(ExampleVAST.url(of: $0)) }.joined()
        }

        /// One declaration per URL, however often it is fired.
        private func unique(_ lines: [Shorthand]) -> [Shorthand] {
            var seen: Set<String> = []
            return lines.filter { seen.insert(ExampleVAST.url(of: $0)).inserted }
        }

        private func clock(_ seconds: Double) -> String {
            let milliseconds = Int((seconds * 1_000).rounded())
            func padded(_ value: Int, _ digits: Int) -> String {
                let text = String(value)
                return String(repeating: "0", count: max(0, digits - text.count)) + text
            }
            let whole = milliseconds / 1_000
            return "\(padded(whole / 3_600, 2)):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2))"
                + ".\(padded(milliseconds % 1_000, 3))"
        }
    }
}

extension Shorthand {
    /// A tracker that the document declares although no line names it.
    fileprivate init(event: String, ad: String, family: String = "vast") {
        self.init(seconds: nil, family: family, event: event, keys: ["ad": ad], isMarked: false, line: 0)
    }

    private init(seconds: Double?, family: String, event: String, keys: [String: String], isMarked: Bool, line: Int) {
        self.seconds = seconds
        self.family = family
        self.event = event
        self.keys = keys
        self.isMarked = isMarked
        self.line = line
    }
}
