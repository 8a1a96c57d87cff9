import Model

/// Header blocks: HEADERS or PUSH_PROMISE with their CONTINUATION frames (RFC 9113 section 4.3).
extension HTTP2Decoder {
    mutating func beginBlock(
        _ header: HTTP2FrameHeader, _ payload: ArraySlice<UInt8>, _ direction: Direction, _ first: Mark, _ whole: Mark
    ) {
        var rest = payload
        var promised: Int?
        var padding = 0
        if header.isPadded { padding = Int(rest.popFirst() ?? 0) }
        if header.kind == .pushPromise {
            promised = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
            rest = rest.dropFirst(4)
        } else if header.hasPriority {
            rest = rest.dropFirst(5)
        }
        guard padding <= rest.count else {
            forget(direction)
            return report(.http2FrameMalformed, first, hiding: direction, detail: "padding longer than its frame")
        }
        let block = HeaderBlock(
            stream: header.stream, promised: promised,
            endsStream: header.kind == .headers && header.endsStream, bytes: Array(rest.dropLast(padding)),
            first: first, whole: whole)
        if header.endsHeaders {
            complete(block, direction)
        } else {
            setBlock(block, direction)
        }
    }

    mutating func continueBlock(
        _ header: HTTP2FrameHeader, _ payload: ArraySlice<UInt8>, _ direction: Direction, _ mark: Mark
    ) {
        guard var block = takeBlock(direction), block.stream == header.stream else {
            // The beginning of the block is missing, and what it inserted.
            forget(direction)
            return report(.http2HeaderBlock, mark, hiding: direction, detail: "CONTINUATION without its beginning")
        }
        block.whole = block.whole.extended(to: mark)
        if block.isTooLong || payload.count > limits.maximumHeaderBlock - block.bytes.count {
            block.isTooLong = true
            block.bytes = []
        } else {
            block.bytes.append(contentsOf: payload)
        }
        if header.endsHeaders {
            complete(block, direction)
        } else {
            setBlock(block, direction)
        }
    }

    /// Another frame inside a header block: the block is given up.
    mutating func breakBlock(_ direction: Direction, _ mark: Mark) {
        guard takeBlock(direction) != nil else { return }
        forget(direction)
        report(.http2HeaderBlock, mark, hiding: direction, detail: "a header block was broken off")
    }

    mutating func complete(_ block: HeaderBlock, _ direction: Direction) {
        guard !block.isTooLong else {
            forget(direction)
            return report(
                .http2HeaderBlock, block.first, hiding: direction,
                detail: "a header block of more than \(limits.maximumHeaderBlock) bytes")
        }
        let section = direction == .toServer ? client.fields.decode(block.bytes) : server.fields.decode(block.bytes)
        if let failure = section.failure {
            report(.http2CompressionError, block.first, hiding: direction, detail: failure.text)
        }
        if section.excessFields > 0 {
            report(
                .http2HeaderListLimit, block.first, hiding: direction,
                detail: "\(section.excessFields) fields beyond \(limits.maximumFieldSection) bytes")
        }
        streams.take(
            ReceivedFields(
                fields: MessageFields(section), stream: block.stream, promised: block.promised, direction: direction,
                first: block.first, whole: block.whole, endsMessage: block.endsStream))
    }

    mutating func setBlock(_ block: HeaderBlock, _ direction: Direction) {
        if direction == .toServer { client.block = block } else { server.block = block }
    }

    mutating func takeBlock(_ direction: Direction) -> HeaderBlock? {
        defer { if direction == .toServer { client.block = nil } else { server.block = nil } }
        return direction == .toServer ? client.block : server.block
    }
}
