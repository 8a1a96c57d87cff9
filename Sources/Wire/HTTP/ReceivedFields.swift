import Model

/// A field section of HTTP/2 or HTTP/3 with where it came: a head, an interim head, or trailers.
struct ReceivedFields: Sendable {
    var fields: MessageFields
    /// The stream that carried it.
    var stream: Int
    /// The stream that it announces, as a push.
    var promised: Int?
    var direction: Direction
    /// The packets with its first byte, and those with all of it.
    var first: Mark
    var whole: Mark
    /// It is the last of its message.
    var endsMessage = false

    /// The stream whose message it belongs to.
    var id: Int { promised ?? stream }
    /// A push promises a request, though the server sends it.
    var isRequest: Bool { direction == .toServer || promised != nil }

    /// As the head of a request; parts that are unknown are empty, and the note says so.
    func requestHead(on flow: HTTPFlow, _ protocolName: String) -> RequestHead {
        let request = Exchange.Request(
            method: fields.method ?? "", scheme: fields.scheme ?? flow.scheme,
            authority: fields.authority ?? fields.headers["host"] ?? "", target: fields.path ?? "",
            headers: fields.headers)
        var origin = origin(protocolName)
        if let tunnelled = fields.tunnelled { origin.notes.append(tunnelled) }
        return RequestHead(request, origin)
    }

    /// As the head of a response; its status is 0 where it is unknown.
    func responseHead(_ protocolName: String) -> ResponseHead {
        ResponseHead(status: fields.status ?? 0, headers: fields.headers, origin(protocolName))
    }

    private func origin(_ protocolName: String) -> HeadOrigin {
        HeadOrigin(
            protocolName: protocolName, stream: id < 0 ? nil : id, startedAt: first.at, frames: whole.frames,
            notes: fields.hasUnknown ? ["headers-unknown"] : [])
    }
}
