import Model

/// What missing bytes, ends of directions and the end of the capture do to the messages in progress.
extension HTTP1Decoder {
    mutating func loseClient(_ length: Int?, _ mark: Mark) {
        decide(mark)
        guard case .messages = phase else { return feed(.gap(.toServer, length: length, mark)) }
        readRequests()
        lackRequestHead(client.isAtMessageStart, mark)
        switch client.lose(length) {
        case .insideBody(let ends):
            if let number = requesting { outbox.emit(.gap(number, .toServer, length: length, mark)) }
            if ends { endRequest(.cut, mark) }
            return
        case .restOfMessage:
            if let number = requesting { outbox.emit(.gap(number, .toServer, length: nil, mark)) }
            endRequest(.cut, mark)
        case .outside, .insideHead: break
        }
        lostSince.toServer = lastMarks.toServer?.at
        queue.noteMissingRequests()
        // What the server already said may answer a request inside the gap: it waits no longer for one after it.
        readResponses(force: true)
    }

    mutating func loseServer(_ length: Int?, _ mark: Mark) {
        readResponses(force: true)
        guard case .messages = phase else { return feed(.gap(.toClient, length: length, mark)) }
        lackResponseHead(server.isAtMessageStart, mark)
        switch server.lose(length) {
        case .insideBody(let ends):
            if let number = responding { outbox.emit(.gap(number, .toClient, length: length, mark)) }
            if ends { endResponse(.cut, mark) }
            return
        case .restOfMessage:
            if let number = responding { outbox.emit(.gap(number, .toClient, length: nil, mark)) }
            endResponse(.cut, mark)
        case .outside, .insideHead: break
        }
        lostSince.toClient = lastMarks.toClient?.at
        lackResponses(mark)
        readRequests()
    }

    /// Responses may be missing from here on.
    mutating func lackResponses(_ mark: Mark) {
        guard queue.noteMissingResponses() else { return }
        report(
            .http1PairingLost, mark, hiding: .toClient,
            detail: "\(queue.waiting.count) requests wait for responses of which bytes are missing")
    }

    mutating func endClient(reset: Bool, _ mark: Mark) {
        guard !clientEnded else { return }
        if reset { decide(mark) }
        guard case .messages = phase else { return feed(.end(.toServer, reset: reset, mark)) }
        stopRequests(mark)
        clientEnded = true
        readResponses()
        if reset { unanswered(queue.mayLackResponses ? .unseen : .failed, mark) }
    }

    mutating func endServer(reset: Bool, _ mark: Mark) {
        guard !serverEnded else { return }
        stopResponses(mark, closed: !reset)
        guard case .messages = phase else { return feed(.end(.toClient, reset: reset, mark)) }
        serverEnded = true
        unanswered(queue.mayLackResponses ? .unseen : .failed, mark)
        readRequests()
    }

    /// The capture is over.
    mutating func stop(_ mark: Mark) {
        decide(mark)
        readRequests()
        guard case .messages = phase else { return }
        stopRequests(mark)
        stopResponses(mark, closed: false)
        unanswered(.unseen, mark)
    }

    private mutating func stopRequests(_ mark: Mark) {
        lackRequestHead(client.isAtMessageStart, mark)
        endRequest(.cut, mark)
        reportSkipped(client.takeSkipped(), .toServer, until: nil)
    }

    private mutating func stopResponses(_ mark: Mark, closed: Bool) {
        readResponses(force: true)
        guard case .messages = phase else { return }
        lackResponseHead(server.isAtMessageStart, mark)
        // Only an orderly close ends a body that has no length of its own.
        endResponse(closed && server.state == .untilEnd ? .complete : .cut, mark)
        reportSkipped(server.takeSkipped(), .toClient, until: nil)
    }

    /// Gives out a request of which only the beginning is here.
    private mutating func lackRequestHead(_ isAtHead: Bool, _ mark: Mark) {
        guard isAtHead, !client.pending.isEmpty else { return }
        let count = client.pending.count
        let first = client.pending.mark(at: 0) ?? mark
        report(
            .http1HeadCut, first, hiding: .toServer, detail: "\(count) bytes of a request head, then no more",
            units: count)
        guard let (head, first, whole) = client.takePartialHead() else { return queue.noteMissingRequests() }
        beginRequest(head, first: first, whole: whole, notes: ["head-cut"])
        endRequest(.cut, whole)
        client.loseTrack()
    }

    /// Gives out a response of which only the beginning is here.
    private mutating func lackResponseHead(_ isAtHead: Bool, _ mark: Mark) {
        guard isAtHead, !server.pending.isEmpty else { return }
        let count = server.pending.count
        let first = server.pending.mark(at: 0) ?? mark
        report(
            .http1HeadCut, first, hiding: .toClient, detail: "\(count) bytes of a response head, then no more",
            units: count)
        guard let (head, first, whole) = server.takePartialHead() else { return }
        beginResponse(head, first: first, whole: whole, notes: ["head-cut"])
        endResponse(.cut, whole)
        guard case .messages = phase else { return }
        server.loseTrack()
    }

    // MARK: Diagnostics

    mutating func reportSkipped(_ count: Int, _ direction: Direction, until mark: Mark?) {
        guard count > 0 else { return }
        let side = direction == .toServer ? "client" : "server"
        let at = mark ?? (direction == .toServer ? lastMarks.toServer : lastMarks.toClient)
        outbox.report(
            Diagnostic(
                .http1Resynchronised, locator: at.map { .frames($0.frames) }, at: at?.at,
                detail: "\(count) bytes of the \(side) lie before the next message", units: count,
                blind: flow.blind(
                    from: direction == .toServer ? lostSince.toServer : lostSince.toClient, to: mark?.at,
                    hiding: direction)))
    }

    mutating func report(
        _ code: DiagnosticCode, _ mark: Mark, hiding direction: Direction, detail: String, units: Int = 0
    ) {
        outbox.report(
            Diagnostic(
                code, locator: .frames(mark.frames), at: mark.at, detail: detail, units: units,
                blind: flow.blind(
                    from: mark.at, to: code == .http1PairingLost ? nil : mark.at, hiding: direction)))
    }

    mutating func reportOddities(of head: HTTP1Head, _ mark: Mark) {
        if head.malformedLines > 0 {
            outbox.report(
                Diagnostic(
                    .http1FieldMalformed, locator: .frames(mark.frames), at: mark.at,
                    detail: "\(head.malformedLines) lines are no header field"))
        }
        if let conflict = head.framingConflict {
            outbox.report(
                Diagnostic(.http1FramingConflict, locator: .frames(mark.frames), at: mark.at, detail: conflict))
        }
    }
}

extension HTTP1Head {
    /// How the body of a request is delimited; without a usable length there is none.
    var requestFraming: HTTP1Reader.Framing {
        if isChunked { return .chunked }
        guard !hasTransferEncoding, case .bytes(let count) = length else { return .none }
        return .length(count)
    }

    /// How the body of a response is delimited (RFC 9112 section 6.3).
    ///
    /// - Parameter method: that of the request, or `nil` when it was not seen.
    func responseFraming(status: Int, method: String?) -> HTTP1Reader.Framing {
        if method == "HEAD" || status < 200 || status == 204 || status == 304 { return .none }
        if isChunked { return .chunked }
        guard !hasTransferEncoding, case .bytes(let count) = length else { return .untilEnd }
        return .length(count)
    }

    /// What is contradictory in how the head frames its body.
    var framingConflict: String? {
        if length == .invalid { return "Content-Length is not one number" }
        if hasTransferEncoding, length != .absent {
            return "both Transfer-Encoding and Content-Length; the former counts"
        }
        return nil
    }
}
