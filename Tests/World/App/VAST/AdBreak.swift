/// A correct player of one break: asks for the documents, loads the media, plays the ads one after the other.
struct AdBreak: Sendable {
    /// Its number in the story.
    var place: Int
    var asked: Microseconds
    var begins: Microseconds
    /// Documents that came with the break itself.
    var given: [Int] = []

    /// How it went.
    struct Played: Sendable {
        var ads: [AdPlay]
        var documents: [Int]
        var end: Microseconds
        var hasLeft: Bool

        /// What comes after the break shows that its last ad was over.
        func prove(by segments: [Int], on stage: inout Stage) {
            guard let last = ads.last, let segment = segments.first else { return }
            AdProofs(last).isOver(by: [.intent(segment)], on: &stage)
        }
    }

    func play(on stage: inout Stage) -> Played {
        let sales = AdSales(script: stage.script)
        var ads = sales.ads(inBreak: place)
        let mishap = Mishap.of(stage.script)
        let documents = DocumentFetch(place: place, sales: sales, mishap: mishap, given: given)
            .fetch(ads, at: asked, on: &stage)
        var trouble = Trouble(mishap: mishap, documents: documents.levels)
        switch mishap {
        case .leftBefore:
            return Played(ads: [], documents: documents.levels, end: documents.arrived + .seconds(3), hasLeft: true)
        case .noAd, .malformed:
            trouble.report(ads[0], at: documents.arrived + .milliseconds(60), on: &stage)
            return Played(ads: [], documents: documents.levels, end: documents.arrived + .seconds(1), hasLeft: false)
        case .timeout:
            trouble.report(ads[0], at: documents.arrived, on: &stage)
            ads = [sales.standIn(inBreak: place)]
        case .none, .noMedia: break
        }
        return play(ads, documents, &trouble, on: &stage)
    }

    private func play(
        _ ads: [AdSpec], _ documents: DocumentFetch.Fetched, _ trouble: inout Trouble, on stage: inout Stage
    ) -> Played {
        var stream = stage.dice.stream("break \(place)")
        var now = max(begins, documents.arrived) + .milliseconds(stream.double(500...1200))
        var played: [AdPlay] = []
        for ad in ads {
            let isThere = Mishap.of(stage.script) != .noMedia
            let answer: Answer = isThere ? .media() : Answer(status: 404, type: "text/html", bytes: 162)
            let loaded = max(documents.arrived, now - .milliseconds(450))
            stage.send(
                at: loaded, ad.media, .media, family: "vast", owner: ad.id, event: "media", means: .media,
                answer: answer)
            guard isThere else {
                trouble.report(ad, at: loaded + .milliseconds(180), on: &stage)
                now += .seconds(1)
                continue
            }
            verify(ad, before: now, on: &stage)
            if let companion = ad.companion {
                stage.send(
                    at: now, companion.image, .media, family: "vast", owner: ad.id, means: .image,
                    answer: Answer(type: "image/png", bytes: 20_114))
            }
            if let icon = ad.icon {
                stage.send(
                    at: now + 20_000, icon.image, .media, family: "vast", owner: ad.id, means: .image,
                    answer: Answer(type: "image/png", bytes: 1_204))
            }
            let play = AdPlay(ad: ad, levels: documents.levels, begin: now, on: &stage)
            measure(play, on: &stage)
            PlayerLog.follow(play, on: &stage)
            if let last = played.last { AdProofs(last).isOver(by: play.firstSign, on: &stage) }
            played.append(play)
            now = play.watching.end + .milliseconds(stream.double(200...600))
            if play.watching.ending == .left { break }
        }
        let hasLeft = played.last?.watching.ending == .left
        if stage.script[Measurement.banner], stage.script.kind == "omid", let first = played.first {
            OMIDSession.banner(at: first.watching.begin + .seconds(1), until: now + .seconds(2), on: &stage)
        }
        return Played(ads: played, documents: documents.levels, end: now, hasLeft: hasLeft)
    }

    /// Verification scripts are loaded before the media plays.
    private func verify(_ ad: AdSpec, before moment: Microseconds, on stage: inout Stage) {
        guard let verification = ad.verification else { return }
        let family = Measurement.of(stage.script) == .criteo ? "criteo" : "omid"
        stage.send(
            at: moment - .milliseconds(430), verification.script, .script, family: family, owner: ad.id,
            event: "verification", means: .script, answer: Answer(type: "application/javascript", bytes: 48_100))
    }

    private func measure(_ play: AdPlay, on stage: inout Stage) {
        switch Measurement.of(stage.script) {
        case .none, .vendor: break
        case .iab: OMIDSession.follow(play, on: &stage)
        case .criteo: CriteoBeacons.follow(play, on: &stage)
        }
    }
}
