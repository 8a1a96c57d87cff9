import Model

/// Which way bytes go. The client is the side that opened the connection.
public enum Direction: Sendable, Hashable {
    case toServer
    case toClient

    public var opposite: Direction { self == .toServer ? .toClient : .toServer }
}

/// When and in which packets something was seen.
public struct Mark: Sendable, Hashable {
    /// The time of the packet that completed it.
    public var at: Timestamp
    /// First and last frame that contributed.
    public var frames: ClosedRange<Int>

    public init(at: Timestamp, frames: ClosedRange<Int>) {
        self.at = at
        self.frames = frames
    }

    /// From the first frame of `self` to the last of `other`, at the time of `other`.
    public func extended(to other: Mark) -> Mark {
        Mark(
            at: other.at,
            frames: min(frames.lowerBound, other.frames.lowerBound)...max(frames.upperBound, other.frames.upperBound))
    }
}

/// What a transport gives to the protocol above it, in stream order for each direction.
///
/// TCP gives it to TLS and HTTP, TLS gives the same type with plaintext to HTTP: layers stack without knowing each other.
public enum StreamEvent: Sendable, Hashable {
    /// The next bytes of one direction; never empty.
    case bytes(Direction, [UInt8], Mark)
    /// Bytes of one direction that are not in the capture (lost, cut, or before its start). A `nil` length is unknown.
    case gap(Direction, length: Int?, Mark)
    /// One direction has ended; `reset` when by RST rather than FIN or close.
    case end(Direction, reset: Bool, Mark)
}

/// A decoder of one flow's conversation: a value, fed in order, no I/O, every input accepted.
public protocol FlowDecoder: Emitter, Sendable {
    mutating func feed(_ event: StreamEvent)
    /// The capture is over: give out what is complete, name what is not.
    mutating func finish()
}

extension FlowDecoder {
    /// ``feed(_:)``, given out into the caller's outbox.
    public mutating func feed(_ event: StreamEvent, into outbox: inout Outbox<Event>) {
        emitting(into: &outbox) { $0.feed(event) }
    }

    /// ``finish()``, given out into the caller's outbox.
    public mutating func finish(into outbox: inout Outbox<Event>) {
        emitting(into: &outbox) { $0.finish() }
    }
}
