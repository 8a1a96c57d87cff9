/// A correct player of one break: asks for the documents, loads the media, plays the ads one after the other.
struct AdBreak: Sendable {
    var place: Int
    var asked: Microseconds
    var begins: Microseconds

    /// How it went.
    struct Played: Sendable {
        var ads: [AdPlay]
        var end: Microseconds
        var hasLeft: Bool { ads.last?.watching.ending == .left }

        /// What comes after the break shows that its last ad was over.
        func prove(by segments: [Int], on stage: inout Stage) {
            guard let last = ads.last, let segment = segments.first else { return }
            last.isProven(by: [.intent(segment)], on: &stage)
        }

        /// A navigation shows why nothing more came.
        func excuse(by page: Int, on stage: inout Stage) {
            for place in stage.dues.indices where stage.dues[place].state == .notOwed {
                stage.dues[place].excuses.append([.intent(page)])
            }
        }
    }

    func play(on stage: inout Stage) -> Played {
        let sales = AdSales(script: stage.script)
        let ads = sales.ads(inBreak: place)
        let documents = fetch(ads, sales: sales, on: &stage)
        var stream = stage.dice.stream("break \(place)")
        var now = max(begins, documents.arrived) + .milliseconds(stream.double(500...1200))
        var played: [AdPlay] = []
        for ad in ads {
            let media = stage.send(
                at: max(documents.arrived, now - .milliseconds(450)), ad.media, .media, family: "vast", owner: ad.id,
                means: .media, answer: .media())
            let play = AdPlay(ad: ad, documents: documents.levels, media: media, begin: now, on: &stage)
            played.last?.isProven(by: play.firstSign, on: &stage)
            played.append(play)
            now = play.watching.end + .milliseconds(stream.double(200...600))
            if play.watching.ending == .left { break }
        }
        return Played(ads: played, end: now)
    }

    /// The documents of all levels, outermost first.
    private func fetch(_ ads: [AdSpec], sales: AdSales, on stage: inout Stage) -> (levels: [Int], arrived: Microseconds)
    {
        let writer = VASTDocument(version: stage.script[AdSales.version])
        let servers = sales.servers(inBreak: place)
        var stream = stage.dice.stream("tags \(place)")
        var levels: [Int] = []
        var now = asked
        let tags = servers.enumerated().map { level, server in
            "https://\(server.tagHost)/vast?slot=\(place)\(level)&w=640&h=360&cb=\(stream.digits(8))"
        }
        for (level, tag) in tags.enumerated() {
            let text =
                level == tags.count - 1
                ? writer.inline(ads) : writer.wrapper(ads[0], level: level, to: tags[level + 1])
            levels.append(
                stage.send(
                    at: now, tag, .document, family: "vast", owner: "break \(place)", event: "document \(level)",
                    means: .fetch, answer: .document(text, type: level % 2 == 0 ? "text/xml" : "application/xml")))
            now += .milliseconds(stream.double(150...400))
        }
        return (levels, now)
    }
}
