/// What a correct player reports when something goes wrong: the error URLs of every level that it has read.
struct Trouble: Sendable {
    var mishap: Mishap
    var documents: [Int]

    func report(_ ad: AdSpec, at moment: Microseconds, on stage: inout Stage) {
        var stream = stage.dice.stream("error \(ad.id)")
        let buster = stream.digits(8)
        for (tracker, level) in ad.trackers("error") where isRead(level, of: ad) {
            let values = ["CACHEBUSTING": buster, "ERRORCODE": mishap.code, "TIMESTAMP": Calendar.iso(moment)]
            let intent = stage.send(
                at: moment + level * 1_500, Macros.expanded(tracker.url, values), .beacon, family: "vast", owner: ad.id,
                event: "error", means: .image, template: tracker.url)
            stage.owe(
                "error", owner: ad.id, family: "vast", by: "VAST 4.3 2.3.6: an error reaches every level", .owed,
                because: mishap.rawValue, within: moment...moment + 3_000_000, fulfilledBy: [intent],
                knownFrom: documents.prefix(level + 1).map { .intent($0) }, proofs: proofs(stage),
                hosts: [URLText.host(tracker.url)])
        }
    }

    /// The inner document of a wrapper that failed was never read.
    private func isRead(_ level: Int, of ad: AdSpec) -> Bool {
        switch mishap {
        case .malformed, .timeout: level < ad.levels.count - 1
        default: true
        }
    }

    /// The failed answer itself shows that an error was due.
    private func proofs(_ stage: Stage) -> [[Trace]] {
        if mishap == .noMedia, let media = stage.intents.last(where: { $0.event == "media" }) {
            return [[.intent(media.id)]]
        }
        return documents.last.map { [[.intent($0)]] } ?? []
    }
}
