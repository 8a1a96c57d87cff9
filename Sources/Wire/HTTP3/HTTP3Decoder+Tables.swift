import Model

/// The items of each stream in their order, and what waits for the tables they need.
extension HTTP3Decoder {
    mutating func take(_ item: HTTP3Half.Item, _ place: Int) {
        if halves[place].waiting.isEmpty, perform(item, place, isFinal: false) { return }
        if halves[place].waiting.isEmpty { blocked.append(place) }
        halves[place].waiting.append(item)
        waitingBytes += item.byteCount
        if waitingBytes > limits.maximumHeld { releaseBlocked() }
    }

    /// - Returns: whether it was possible; `isFinal` makes it so.
    mutating func perform(_ item: HTTP3Half.Item, _ place: Int, isFinal: Bool) -> Bool {
        let (id, direction) = (halves[place].exchange, halves[place].key.direction)
        switch item {
        case .fields(let block, let promised, let first, let whole):
            let decoder = direction == .toServer ? clientFields : serverFields
            guard case .decoded(let section) = decoder.decode(block, isFinal: isFinal) else { return false }
            give(
                section,
                ReceivedFields(
                    fields: MessageFields(section), stream: id, promised: promised, direction: direction, first: first,
                    whole: whole))
        case .content(let bytes, let mark):
            streams.content(id, direction, bytes, mark, ends: false)
        case .missing(let length, let mark):
            streams.missingContent(id, direction, length: length, mark, ends: false)
        case .end(let mark):
            streams.content(id, direction, [], mark, ends: true)
        }
        return true
    }

    private mutating func give(_ section: FieldSection, _ received: ReceivedFields) {
        let first = received.first
        let blind = flow.blind(from: first.at, to: first.at, hiding: received.direction, manyHosts: true)
        if let failure = section.failure {
            report(
                .http3CompressionError, first, detail: "stream \(received.stream): \(failure.text)", blind: blind)
        }
        if section.excessFields > 0 {
            report(
                .http3HeaderListLimit, first,
                detail: "\(section.excessFields) fields beyond \(limits.maximumFieldSection) bytes", blind: blind)
        }
        streams.take(received)
    }

    // MARK: Tables

    mutating func instruct(_ direction: Direction, _ bytes: ArraySlice<UInt8>, _ mark: Mark) {
        let failure =
            direction == .toServer ? clientFields.instruct(Array(bytes)) : serverFields.instruct(Array(bytes))
        if let failure {
            report(
                .http3CompressionError, mark, detail: "an encoder instruction: \(failure.text)",
                blind: flow.blind(from: mark.at, to: nil, hiding: direction, manyHosts: true))
        }
        retry(direction)
    }

    mutating func loseTable(_ direction: Direction) {
        if direction == .toServer { clientFields.lose() } else { serverFields.lose() }
        retry(direction)
    }

    /// Goes on with the blocked streams of a direction whose table has changed.
    mutating func retry(_ direction: Direction) {
        guard !blocked.isEmpty else { return }
        for place in blocked where halves[place].key.direction == direction {
            unblock(place, isFinal: false)
        }
        blocked.removeAll { halves[$0].waiting.isEmpty }
    }

    /// Goes on with all blocked streams; what has not arrived is unknown.
    mutating func releaseBlocked() {
        for place in blocked { unblock(place, isFinal: true) }
        blocked = []
    }

    mutating func unblock(_ place: Int, isFinal: Bool) {
        let waiting = halves[place].waiting
        var count = 0
        for item in waiting {
            guard perform(item, place, isFinal: isFinal) else { break }
            waitingBytes -= item.byteCount
            count += 1
        }
        halves[place].waiting.removeFirst(count)
        if halves[place].waiting.isEmpty, halves[place].hasEnded { close(place) }
    }
}
