import Model

/// An exchange as a proxy's file gives it, with what is left to say of it.
struct ProxyExchange {
    var exchange: Exchange
    private var flaws: [TransferredBody.Flaw] = []

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    mutating func setRequestBody(_ sent: TransferredBody) {
        exchange.request.body = sent.body
        if let flaw = sent.flaw { flaws.append(flaw) }
    }

    mutating func setResponse(
        _ status: Int, _ headers: HeaderFields, _ received: TransferredBody, startedAt: Timestamp?, endedAt: Timestamp?
    ) {
        exchange.ending = .answered
        exchange.response = Exchange.Response(
            status: status, headers: headers, body: received.body, startedAt: startedAt, endedAt: endedAt)
        if let flaw = received.flaw { flaws.append(flaw) }
    }

    /// The words a format has for what is unreadable in an otherwise readable exchange.
    struct Codes {
        var timeUnreadable: DiagnosticCode
        var bodyUndecodable: DiagnosticCode
        var bodyCut: DiagnosticCode
    }

    /// Gives out the exchange, after what is to be said of it.
    ///
    /// - Parameter missingTime: what was expected as its start, where that is not readable.
    func emit(_ codes: Codes, missingTime: String?, into outbox: inout Outbox<ProxyEvent>) {
        var exchange = exchange
        let host = exchange.request.host
        if let missingTime {
            exchange.notes.append(Exchange.timeUnknown)
            // A request at an unknown time may have happened whenever a rule looks at its host.
            outbox.report(
                Diagnostic(
                    codes.timeUnreadable, locator: exchange.locator, subject: host, detail: missingTime,
                    blind: Blind(host: host, hides: .requests)))
        }
        for flaw in flaws {
            let (code, detail) =
                switch flaw {
                case .undecodable(let coding): (codes.bodyUndecodable, "the body is no valid \(coding) data")
                case .cut: (codes.bodyCut, "only the front of the body is kept")
                }
            outbox.report(
                Diagnostic(code, locator: exchange.locator, at: exchange.startedAt, subject: host, detail: detail))
        }
        outbox.emit(.exchange(exchange))
    }
}
