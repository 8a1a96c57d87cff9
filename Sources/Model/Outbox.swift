/// The one ordered way out of a decoder: events and diagnostics, in the order they were found.
///
/// The caller drains it after each call; decoders only append.
public struct Outbox<Event: Sendable>: Sendable {
    /// What was found, in its place.
    public enum Item: Sendable {
        case event(Event)
        // Boxed: events come by the million, diagnostics do not, and an item is as large as its largest case.
        indirect case diagnostic(Diagnostic)
    }

    public private(set) var items: [Item]

    public init() {
        items = []
    }

    /// Hands on what was decoded.
    public mutating func emit(_ event: Event) {
        items.append(.event(event))
    }

    /// Says what could not be read as expected.
    public mutating func report(_ diagnostic: Diagnostic) {
        items.append(.diagnostic(diagnostic))
    }

    /// Empties the outbox, keeping its storage.
    public mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
    }

    public var events: [Event] {
        items.compactMap { item in
            guard case .event(let event) = item else { return nil }
            return event
        }
    }

    public var diagnostics: [Diagnostic] {
        items.compactMap { item in
            guard case .diagnostic(let diagnostic) = item else { return nil }
            return diagnostic
        }
    }
}

extension Outbox: Equatable where Event: Equatable {}
extension Outbox.Item: Equatable where Event: Equatable {}

/// What gives out events and diagnostics in steps of its own, none of which has to hand the way out on to the next.
///
/// The outbox is the caller's for as long as one of its calls lasts, and empty otherwise: an emitter stays a value.
public protocol Emitter {
    associatedtype Event: Sendable

    var outbox: Outbox<Event> { get set }
}

extension Emitter {
    /// Takes steps that give out into the caller's outbox.
    @inlinable
    public mutating func emitting<Result>(
        into outbox: inout Outbox<Event>, _ steps: (inout Self) -> Result
    ) -> Result {
        swap(&self.outbox, &outbox)
        defer { swap(&self.outbox, &outbox) }
        return steps(&self)
    }
}
