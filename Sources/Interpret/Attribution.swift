import Model

/// From requests to firings of ad plays. (The public surface around it is stable; this is being filled in.)
struct Attribution: Sendable {
    mutating func declare(
        _ document: DocumentDeclaration, for observation: Observation, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> DeclaredDocument {
        DeclaredDocument(document: numbers.nextDocument(), ads: [])
    }

    mutating func declare(
        _ ad: AdDeclaration, inDocument document: Int, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) -> Int? { nil }

    mutating func declare(
        _ trackers: [TrackerDeclaration], ofAd ad: Int, numbers: inout Numbering,
        into outbox: inout Outbox<Interpretation>
    ) {}

    mutating func attribute(
        _ exchange: Exchange, id: Int, numbers: inout Numbering, into outbox: inout Outbox<Interpretation>
    ) -> Observation {
        Observation(
            exchange: exchange, id: id, url: URLFields(exchange.url), isFiring: false, redirectedFrom: nil,
            isAnnouncedDocument: false)
    }

    mutating func finish(numbers: inout Numbering, into outbox: inout Outbox<Interpretation>) {}
}
