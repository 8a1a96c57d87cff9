/// Polls the metadata of a DAI stream.
struct DAIPolling {
    var service: DAIDocuments
    var ads: [TaggedAd]
    /// Whether the server tells of an ad at a moment.
    var tells: (StreamAd, Microseconds) -> Bool

    static let once: Quirk = "dai.metadata-once"
    static let often: Quirk = "dai.metadata-often"

    init(service: DAIDocuments, ads: [TaggedAd], tells: @escaping (StreamAd, Microseconds) -> Bool) {
        (self.service, self.ads, self.tells) = (service, ads, tells)
    }

    func run(
        on stage: inout Stage, from first: Microseconds, until ended: Microseconds,
        breakID: (StreamAd) -> String = { "000\($0.pod + 1)" }
    ) {
        var at = first
        var count = 0
        while at < ended {
            let told = ads.filter { tells($0.ad, at) }
            let pods = Dictionary(grouping: told, by: \.ad.pod).sorted { $0.key < $1.key }
            let answer = service.metadataAnswer(pods.map { (breakID($0.value[0].ad), $0.value) })
            stage.send(at: at, service.metadata, .document, family: "dai", event: "metadata", answer: .json(answer))
            count += 1
            if stage.has(Self.once) && !told.isEmpty { break }
            let pause = stage.has(Self.often) ? 1_000_000 : service.pollSeconds * 1_000_000
            at += pause + stage.dice.jitter("poll \(count)", 200_000)
        }
    }
}

/// Verifies the tags of a DAI stream as play gets to them: each once, those of type `progress` never.
struct DAIVerification {
    var service: DAIDocuments
    var ads: [TaggedAd]
    var breakID: (StreamAd) -> String

    func run(on stage: inout Stage, playback: Playback, media: [Fetched]) {
        var stream = stage.dice.stream("verification")
        let documents = stage.intents.filter { $0.event == "metadata" }
        let registration = stage.intents.first { $0.method == "POST" && $0.family == "dai" }
        var last = 0
        var sent: [(tagged: TaggedAd, tag: TaggedAd.Tag, at: Microseconds, id: Int)] = []
        for tagged in ads {
            for tag in tagged.tags where tag.type != "progress" {
                let late = stream.int(20_000...450_000)
                // The last tag lies in the last frames of the ad.
                let place = tagged.ad.range.lowerBound + (tag.type == "complete" ? tag.offset - 60 : tag.offset)
                guard let reached = playback.crossings(of: place, beginning: tag.offset == 0).first else { continue }
                // A tag that the metadata do not know yet waits for the next poll.
                guard let told = documents.first(where: { $0.answer.text?.contains(tag.id) == true }) else { continue }
                last = max(reached + late, told.at + 150_000, last + 20_000)
                let id = stage.send(
                    at: last, service.verification + tag.id, .beacon, family: "dai",
                    owner: "\(breakID(tagged.ad))_ad\(tagged.ad.place)", event: tag.type, answer: .nothing,
                    template: tag.id)
                sent.append((tagged, tag, last, id))
            }
        }
        for (place, firing) in sent.enumerated() {
            let later = sent[(place + 1)...].filter { $0.at > firing.at + 500_000 }
            let own = later.filter { $0.tagged.ad.id == firing.tagged.ad.id }.map { [Trace.intent($0.id)] }
            let ad = ads.firstIndex { $0.ad.id == firing.tagged.ad.id } ?? 0
            let others = later.filter { $0.tagged.ad.id != firing.tagged.ad.id }.map(\.id)
            let shown = Fetched.proofs(of: ad, at: firing.at, media: media, later: others)
            stage.owe(
                firing.tag.type, owner: "\(breakID(firing.tagged.ad))_ad\(firing.tagged.ad.place)", family: "dai",
                by: "DAI-CLIENT: each tag but those of type progress is verified when it is reached", .owed,
                because: "play reached \(firing.tag.type) of ad \(firing.tagged.ad.place)",
                within: firing.at - 2_000_000...firing.at + 2_000_000, fulfilledBy: [firing.id],
                knownFrom: registration.map { [.intent($0.id)] } ?? [],
                proofs: own + shown, hosts: ["dai.google.com"])
        }
        let fired = Set(sent.map(\.tag.id))
        for tagged in ads {
            for tag in tagged.tags where tag.type != "progress" && !fired.contains(tag.id) {
                stage.owe(
                    tag.type, owner: "\(breakID(tagged.ad))_ad\(tagged.ad.place)", family: "dai", by: "DAI-CLIENT",
                    .notOwed, because: "play did not get there, or ended before the next poll",
                    within: stage.begin...stage.end, hosts: ["dai.google.com"])
            }
        }
    }
}

extension DAIDocuments {
    /// The answer to a registration; identifiers hold for eight hours.
    func registered(at moment: Microseconds, for seconds: Int = 28_800) -> Answer {
        let validFor = "\(seconds / 3_600)h\(seconds / 60 % 60)m\(seconds % 60)s"
        var answer = Answer.json(
            registrationAnswer(validUntil: moment + seconds * 1_000_000, validFor: validFor))
        answer.status = 201
        return answer
    }
}
