/// Asks for the documents of a break, one after the other.
struct DocumentFetch: Sendable {
    struct Fetched: Sendable {
        /// Outermost first.
        var levels: [Int]
        var arrived: Microseconds
    }

    var place: Int
    var sales: AdSales
    var mishap: Mishap
    /// Documents that hold the first level already: a VMAP.
    var given: [Int]

    func fetch(_ ads: [AdSpec], at asked: Microseconds, on stage: inout Stage) -> Fetched {
        let writer = VASTDocument(version: stage.script[AdSales.version])
        let servers = sales.servers(inBreak: place)
        var stream = stage.dice.stream("tags \(place)")
        let tags = servers.enumerated().map { level, server in
            "https://\(server.tagHost)/vast?slot=\(place)\(level)&w=640&h=360"
                + (stage.script.kind == "vmap" && level == 0 ? "" : "&cb=\(stream.digits(8))")
        }
        var levels = given
        var now = asked
        for (level, tag) in tags.enumerated() where level >= given.count {
            let isLast = level == tags.count - 1
            var answer = Answer.document(
                isLast
                    ? writer.inline(ads)
                    : writer.wrapper(ads, level: level, to: tags[level + 1], standIn: level == 0 ? standIn : nil),
                type: level % 2 == 0 ? "text/xml" : "application/xml")
            if isLast { spoil(&answer, ads, writer) }
            levels.append(
                stage.send(
                    at: now, tag, .document, family: "vast", owner: "break \(place)", event: "document \(level)",
                    means: .fetch, answer: answer))
            now += mishap == .timeout && isLast ? .seconds(5) : .milliseconds(stream.double(150...400))
        }
        return Fetched(levels: levels, arrived: now)
    }

    /// The second ad of the outermost answer, which plays when the first fails.
    private var standIn: AdSpec? { mishap == .timeout ? sales.standIn(inBreak: place) : nil }

    private func spoil(_ answer: inout Answer, _ ads: [AdSpec], _ writer: VASTDocument) {
        switch mishap {
        case .noAd:
            let error = ads[0].levels.last?.all("error").first?.url
            answer = .document(writer.empty(error: error), type: "text/xml")
        case .malformed:
            answer = .document("<VAST version=\"4.2\"><Ad id=\"1\"><InLine><AdSystem>x</Ad", type: "text/xml")
        case .timeout: answer = Answer(status: 0, type: "", bytes: 0)
        case .none, .noMedia, .leftBefore: break
        }
    }
}
