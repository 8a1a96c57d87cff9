import Model

/// What a receiver may read otherwise than it is read here. Nobody can say then what was asked of whom, so that neither a
/// pass nor a fault may rest on it.
extension HTTP1Decoder {
    /// From here on nobody knows where messages begin.
    struct Doubt: Sendable {
        var since: Mark
        var host: String
    }

    /// Why one request is disputed, and which hosts it may have been for.
    struct Dispute {
        var reason: String
        var hosts: [String]
    }

    func dispute(of head: HTTP1Head, _ method: String, _ place: HTTP1Target, _ first: Mark) -> Dispute? {
        guard method != "CONNECT" else { return nil }
        let asked = Exchange.Request.host(of: place.authority)
        // Usually the one Host field is what was asked for.
        let named =
            place.isAbsolute || !head.furtherHosts.isEmpty
            ? ([head.host].compactMap(\.self) + head.furtherHosts).map(Exchange.Request.host) : []
        let others = named.filter { $0 != asked }
        let reason: String
        if !others.isEmpty {
            reason =
                head.furtherHosts.isEmpty
                ? "the request line names \(asked), the Host field \(others[0])"
                : "several Host fields: \(named.joined(separator: ", "))"
        } else if let framing = head.requestFramingDispute {
            reason = framing
        } else if doubts.toServer != nil {
            reason = "it stands behind a request whose end is disputed"
        } else if isTunnelRefused, !place.isAbsolute {
            reason = "it follows a refused CONNECT and is no request to a proxy"
        } else {
            return nil
        }
        var hosts: [String] = []
        for host in [asked] + others where !host.isEmpty && !hosts.contains(host) { hosts.append(host) }
        return Dispute(reason: reason, hosts: hosts)
    }

    mutating func beginDoubt(of head: HTTP1Head, _ place: HTTP1Target, _ first: Mark) {
        guard doubts.toServer == nil, head.requestFramingDispute != nil else { return }
        doubts.toServer = Doubt(since: first, host: Exchange.Request.host(of: place.authority))
    }

    mutating func report(_ dispute: Dispute, _ first: Mark, _ whole: Mark) {
        // A flow without any name is told by its server alone.
        for host in dispute.hosts.isEmpty ? [nil] : dispute.hosts.prefix(Self.mostHosts).map(Optional.some) {
            outbox.report(
                Diagnostic(
                    .requestDisputed, locator: .frames(whole.frames), at: first.at, subject: host,
                    detail: dispute.reason,
                    blind: flow.blind(
                        from: first.at, to: whole.at, hiding: .toServer, host: host ?? flow.connection.server)))
        }
    }

    /// Hosts of one request that are named one by one.
    private static let mostHosts = 8

    /// At the end of the flow it is known how long it was in doubt.
    mutating func reportDoubts() {
        for (direction, doubt, last) in [
            (Direction.toServer, doubts.toServer, lastMarks.toServer), (.toClient, doubts.toClient, lastMarks.toClient),
        ] {
            guard let doubt else { continue }
            let host = doubt.host.isEmpty ? flow.connection.server : Exchange.Request.host(of: doubt.host)
            let what = direction == .toServer ? "requests" : "responses"
            outbox.report(
                Diagnostic(
                    .http1BoundariesDisputed, locator: .frames(doubt.since.frames), at: doubt.since.at, subject: host,
                    detail: "where the following \(what) begin depends on who reads them",
                    blind: flow.blind(
                        from: doubt.since.at, to: last?.at ?? doubt.since.at, hiding: direction, host: host,
                        manyHosts: true)))
        }
    }

    // MARK: After an upgrade

    /// Bytes of another protocol: counted, and the client's first ones looked at.
    mutating func noteUpgraded(_ direction: Direction, _ bytes: ArraySlice<UInt8>) {
        switch direction {
        case .toServer:
            counts.toServer += bytes.count
            messages.toServer.append(bytes)
            if upgradedStart.count < Self.enoughToTell {
                upgradedStart += bytes.prefix(Self.enoughToTell - upgradedStart.count)
            }
        case .toClient:
            counts.toClient += bytes.count
            messages.toClient.append(bytes)
        }
    }

    private static let enoughToTell = 16

    /// WebSocket carries messages, which are counted. Whatever else follows a 101 may be requests, and so may bytes that look
    /// like one: then the switch was for show.
    mutating func reportUpgraded(to name: String, _ since: Mark, of authority: String) {
        let speaksHTTP = HTTPMethod.isKnown(upgradedStart) || upgradedStart.starts(with: "PRI * HTTP/2".utf8)
        let isHarmless = counts.toServer == 0 || name == "websocket" && !speaksHTTP
        let host = authority.isEmpty ? flow.connection.server : Exchange.Request.host(of: authority)
        if isHarmless, messages.toServer.count > 0 || lacksMessages && counts.toServer > 0 {
            return outbox.report(
                .unreadMessages(
                    "WebSocket: \(messages.toServer.count) messages to the server and \(messages.toClient.count) to the client",
                    host: host, from: since, to: lastMarks.toServer ?? since, on: flow))
        }
        outbox.report(
            Diagnostic(
                isHarmless ? .http1Upgraded : .http1UpgradeHides, locator: .frames(since.frames), at: since.at,
                subject: isHarmless ? name : host,
                detail: "\(name): \(counts.toServer) bytes to the server and \(counts.toClient) to the client"
                    + (speaksHTTP ? ", which begin as a request" : ""),
                blind: isHarmless
                    ? nil : flow.blind(from: since.at, to: lastMarks.toServer?.at, hiding: .toServer, host: host)))
    }
}

extension HTTP1Head {
    /// Why the end of a request is disputed. For responses the rules of RFC 9112 are followed by all that matter.
    var requestFramingDispute: String? {
        if hasSpacedName { return "space before the colon of Host, Content-Length or Transfer-Encoding" }
        if hasTransferEncoding, !isChunked { return "Transfer-Encoding does not end in chunked" }
        return framingConflict
    }
}
