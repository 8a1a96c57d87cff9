import Audit
import Model

/// `0.0 ssai start ad=S1`: beacons of ads stitched into a playlist.
///
/// One media playlist declares all ads in the order of their first lines, each in three segments between
/// discontinuities; it is fetched before the first beacon and reloaded every ten seconds. The segments of an ad are
/// fetched when its first beacon fires.
struct SSAIShorthand: ShorthandVocabulary {
    static let families = ["ssai"]

    private static let segments = 3

    func expand(
        _ lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure) {
        var ads: [(name: String, lines: [Shorthand])] = []
        for line in lines {
            let name = line.keys["ad"] ?? "S1"
            if let place = ads.firstIndex(where: { $0.name == name }) {
                ads[place].lines.append(line)
            } else {
                ads.append((name, [line]))
            }
        }
        let playlist = Self.playlist(ads, duration: context.duration)
        let times = lines.compactMap(\.seconds)
        let first = times.min() ?? 0
        for seconds in stride(from: first - 1, through: (times.max() ?? 0) + context.duration + 40, by: 10) {
            capture.add(
                try context.document(playlist, url: "https://ssai.test/live.m3u8", at: seconds), isMarked: false)
        }
        for (name, lines) in ads {
            guard let start = lines.compactMap(\.seconds).min() else { continue }
            for segment in 0..<Self.segments {
                capture.add(
                    try ExampleExchangeLine.exchange(
                        at: ExampleCapture.time(start - 0.5 + Double(segment) / 10), method: "GET",
                        url: "https://ssai.test/\(name)-\(segment).ts", status: "200"
                    ) { RuleFileFailure(file: context.file, line: 0, column: 0, message: $0) }, isMarked: false)
            }
            for line in lines {
                guard let seconds = line.seconds else {
                    if line.isMarked { capture.markedTrackers.insert(Self.url(of: line)) }
                    continue
                }
                capture.add(
                    try context.exchange(line, url: Self.url(of: line), at: seconds), isMarked: line.isMarked)
            }
        }
    }

    private static func url(of line: Shorthand) -> String {
        "https://beacons.test/\(line.keys["ad"] ?? "S1")/\(line.event)"
    }

    private static func playlist(_ ads: [(name: String, lines: [Shorthand])], duration: Double) -> String {
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:0\n"
        text += "#EXTINF:6.0,\ncontent-0.ts\n"
        for (name, lines) in ads {
            text += "#EXT-X-DISCONTINUITY\n#EXT-X-BEACON:AD_LENGTH=\(duration)\n"
            var declared: Set<String> = []
            for line in lines where declared.insert(line.event).inserted {
                text += "#EXT-X-BEACON:EVENT=\(line.event),URL=\(url(of: line))\n"
            }
            for segment in 0..<segments { text += "#EXTINF:\(duration / Double(segments)),\n\(name)-\(segment).ts\n" }
        }
        return text + "#EXT-X-DISCONTINUITY\n#EXTINF:6.0,\ncontent-1.ts\n"
    }
}
