/// What shows an ad or an ad break of which perhaps no document was read: a request that names an event and that nothing
/// declares, or an answer without its body that may have been an ad document.
public struct AdTrace: Sendable, Hashable {
    public var exchange: ID<Exchange>
    /// The event that the request names, as the specification spells it; `nil` for an answer without its body.
    public var event: String?
    /// 1 for start, 2 to 4 for the quartiles, 5 for complete; `nil` for anything else.
    public var place: Int?

    public init(exchange: ID<Exchange>, event: String? = nil, place: Int? = nil) {
        self.exchange = exchange
        self.event = event
        self.place = place
    }
}
