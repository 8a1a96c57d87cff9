/// What is around the ads: the page or the app, its content, and the traffic that has nothing to do with ads.
struct Surroundings: Sendable {
    var platform: VASTPlayer.Platform
    private var nextSegment = 1

    init(_ platform: VASTPlayer.Platform) { self.platform = platform }

    private var origin: String {
        platform == .web ? "https://www.dailyvideo.example" : "https://api.shopmarket.example"
    }

    /// The page loads, or the app starts.
    func open(on stage: inout Stage) {
        let begin = stage.begin
        func send(_ seconds: Double, _ url: String, _ purpose: Intent.Purpose, _ answer: Answer, _ means: Intent.Means)
        {
            stage.send(at: begin + .seconds(seconds), url, purpose, family: "ambient", means: means, answer: answer)
        }
        if platform == .web {
            send(
                0, origin + "/watch/8812", .page, .document("<!doctype html><title>Watch</title>", type: "text/html"),
                .navigation)
            send(
                0.2, origin + "/assets/player.min.js", .script, Answer(type: "application/javascript", bytes: 181_220),
                .script)
            send(
                0.6, "https://cmp.dailyvideo.example/v2/consent.json", .ambient,
                .document("{\"gdpr\":1}", type: "application/json"), .fetch)
        } else {
            send(
                0, origin + "/v3/config?platform=ios&version=8.41.0", .ambient,
                .document("{\"ok\":true}", type: "application/json"), .native)
            send(
                0.3, origin + "/v3/home?store=fr", .ambient, .document("{\"rows\":[]}", type: "application/json"),
                .native)
        }
        send(
            0.9, "https://vod-cdn.dailyvideo.example/hls/8812/master.m3u8", .ambient,
            .document(Self.master, type: "application/vnd.apple.mpegurl"), .fetch)
        chatter(from: begin + .seconds(1), to: begin + .seconds(200), on: &stage)
    }

    private static let master = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=2100000,RESOLUTION=1280x720
        720p.m3u8

        """

    /// Analytics with names that sound like ad events, and other calls home. They end when the story ends.
    private func chatter(from: Microseconds, to: Microseconds, on stage: inout Stage) {
        var stream = stage.dice.stream("chatter")
        var now = from
        while now < to {
            now += .seconds(stream.double(4...13))
            stage.pending.append(
                .init(
                    at: now,
                    url:
                        "https://www.google-analytics.com/g/collect?v=2&tid=G-9X1&_p=\(stream.digits(8))&en=video_progress&_et=\(stream.digits(4))"
                ))
        }
    }

    /// Plays content: its segments, one every six seconds.
    /// - Returns: the segments.
    @discardableResult
    mutating func playContent(from: Microseconds, for length: Microseconds, on stage: inout Stage) -> [Int] {
        var now = from
        var sent: [Int] = []
        while now < from + length {
            if let left = stage.left, now >= left { break }
            let number = Calendar.padded(nextSegment, 5)
            sent.append(
                stage.send(
                    at: now, "https://vod-cdn.dailyvideo.example/hls/8812/720p/seg_\(number).ts", .media,
                    family: "ambient", means: .media, answer: .media("video/mp2t", bytes: 551_580)))
            nextSegment += 1
            now += .seconds(6)
        }
        return sent
    }

    /// The viewer goes somewhere else in the same page or app. That can be seen, but it proves nothing: the player may
    /// live on in another tab or a corner of the screen.
    func leave(at moment: Microseconds, on stage: inout Stage) {
        let url = platform == .web ? origin + "/" : origin + "/v3/home?store=fr&back=1"
        let answer: Answer =
            platform == .web
            ? .document("<!doctype html><title>Home</title>", type: "text/html")
            : .document("{\"rows\":[]}", type: "application/json")
        stage.send(
            at: moment + .milliseconds(80), url, .page, family: "ambient",
            means: platform == .web ? .navigation : .native, answer: answer)
        for step in 1...3 {
            stage.send(
                at: moment + .seconds(Double(step) * 5), origin + "/assets/row\(step).json", .ambient,
                family: "ambient", means: .fetch, answer: .document("[]", type: "application/json"))
        }
    }
}
