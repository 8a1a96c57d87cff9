import Model

/// Declared URLs that an app gives to a server in the body of a request: whether they were sent then is not seen.
extension Attribution {
    /// More values of a body are not looked at.
    private static let mostHandedOver = 256

    /// Records what the body names as what may have been fired. What was sent as declared is left alone: who logs that, says
    /// nothing new.
    mutating func noteHandedOver(
        in request: Request, numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) {
        let body = request.exchange.request.body.bytes
        guard !body.isEmpty, library.hasTrackers, body.firstIndex(of: Attribution.http, from: 0) != nil else { return }
        var count = 0
        for field in QueryField.read(body: body).prefix(Self.mostHandedOver) where field.value.hasPrefix("http") {
            var named = request
            named.url = URLFields(field.value)
            named.matches = library.matchTracker(named.url)
            named.isWrapped = true
            let candidates = self.candidates(for: named)
            guard let first = candidates.first, !candidates.contains(where: \.hasFired) else { continue }
            let beacon = Beacon(
                id: numbers.nextBeacon(), exchange: request.id, family: first.tracker.family, kind: "handed-over",
                event: first.tracker.event, at: request.at, host: request.exchange.request.host)
            outbox.emit(.beacon(beacon))
            var firing = firing(named, first, beacon: beacon.id, numbers: &numbers)
            firing.ambiguous = true
            emitCandidates(candidates, of: firing, numbers: &numbers, into: &outbox)
            outbox.emit(.firing(firing))
            count += 1
        }
        guard count > 0 else { return }
        outbox.report(
            Diagnostic(
                .urlHandedOver, locator: request.exchange.locator, at: request.at,
                subject: request.exchange.request.host, detail: "\(count) declared URLs"))
    }
}
