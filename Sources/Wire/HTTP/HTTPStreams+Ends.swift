import Model

/// How streams end: resets, GOAWAY, the end of a direction, of the connection or of the capture.
extension HTTPStreams {
    /// So many streams that the client gave up wait for what the server had sent by then.
    private static let mostCancelled = 64

    /// A peer gave up one stream.
    mutating func reset(_ id: Int, by direction: Direction, _ mark: Mark) {
        guard let stream = streams[id] else { return }
        if direction == .toServer, stream.response != .ended { return cancel(id, stream, mark) }
        // After a whole response, a server may refuse the rest of the request without harm (RFC 9113 section 8.1).
        let isHarmless = direction == .toClient && stream.response == .ended
        abort(id, .failed, note: isHarmless ? nil : "reset", mark)
    }

    /// The client wants no answer any more; one that the server sent before it knew still comes (RFC 9113 section 5.1).
    private mutating func cancel(_ id: Int, _ stream: Stream, _ mark: Mark) {
        guard !stream.isCancelled else { return }
        emit(id, .note(stream.number, "reset"))
        let (ended, action) = stream.request.transition(.abort)
        if action == .cut { emit(id, .end(stream.number, .toServer, .cut, mark)) }
        streams[id]?.request = ended
        streams[id]?.isCancelled = true
        cancelled.append(id)
        guard cancelled.count > Self.mostCancelled else { return }
        abort(cancelled.removeFirst(), .failed, note: nil, mark)
    }

    /// The server will not process requests after `last`.
    mutating func goAway(after last: Int, _ mark: Mark) {
        guard last < lastProcessed else { return }
        lastProcessed = last
        goAways += 1
        // A server says it twice or three times; behind that the requests wait for the connection's end.
        guard goAways <= 16 else { return }
        for id in streams.keys.sorted() where id > last && streams[id]?.response == .idle {
            abort(id, .failed, note: nil, mark)
        }
    }

    /// Requests may have been sent that the capture does not show.
    mutating func lackRequests() {
        // Nothing is held from then on.
        guard !mayLackRequests else { return }
        mayLackRequests = true
        releaseHeld()
    }

    /// Frames of any stream may be missing from here on.
    mutating func lost(_ direction: Direction, _ mark: Mark) {
        if direction == .toServer { lackRequests() }
        let since = direction == .toServer ? moved.toServer : moved.toClient
        if direction == .toServer { moved.toServer = [] } else { moved.toClient = [] }
        for id in since.sorted() {
            guard let stream = streams[id] else { continue }
            if direction == .toServer {
                streams[id]?.hasMoved.toServer = false
            } else {
                streams[id]?.hasMoved.toClient = false
            }
            let state = direction == .toServer ? stream.request : stream.response
            streams[id]?.webSocket?.lose()
            if state == .open { emit(id, .gap(stream.number, direction, length: nil, mark)) }
            if direction == .toClient, state == .idle, !stream.isCancelled { streams[id]?.mayLackResponse = true }
        }
    }

    /// A direction of the connection has ended; a reset ends both.
    mutating func end(_ direction: Direction, reset: Bool, _ mark: Mark) {
        if direction == .toServer {
            clientEnded = true
            releaseHeld()
        }
        guard direction == .toClient || reset else { return }
        serverEnded = true
        releaseHeld()
        for id in streams.keys.sorted() { abort(id, .failed, note: nil, mark) }
    }

    /// The capture is over.
    mutating func finish(_ mark: Mark) {
        releaseHeld()
        for id in streams.keys.sorted() { abort(id, .unseen, note: nil, mark) }
        guard strayBytes > 0 else { return }
        outbox.report(
            Diagnostic(
                dialect.strayContent, locator: .frames(mark.frames), at: mark.at,
                detail: "\(strayBytes) bytes of content belong to no message seen", units: strayBytes))
        strayBytes = 0
    }

    mutating func abort(_ id: Int, _ ending: Exchange.Ending, note: String?, _ mark: Mark) {
        guard let stream = streams[id] else { return }
        if let note { emit(id, .note(stream.number, note)) }
        if stream.request.transition(.abort).action == .cut {
            emit(id, .end(stream.number, .toServer, .cut, mark))
        }
        switch stream.response.transition(.abort).action {
        case .cut: emit(id, .end(stream.number, .toClient, .cut, mark))
        case .giveUp:
            let ending = stream.isCancelled ? .failed : ending
            emit(id, .unanswered(stream.number, stream.mayLackResponse ? .unseen : ending, mark))
        default: break
        }
        release(id)
        reportMessages(of: stream)
        streams[id] = nil
    }
}
