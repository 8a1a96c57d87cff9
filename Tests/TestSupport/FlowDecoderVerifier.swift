import Model
import Testing

import Wire

/// Feeds one conversation to a flow decoder in every way a transport may: as it was captured, byte by byte, in random
/// pieces, cut off after every byte, and damaged. What comes out must not depend on the pieces.
///
/// Pieces of one `bytes` event keep its direction and mark, so equal output includes equal marks. Before comparing,
/// adjacent events are merged with the `join` given: a decoder may pass on the bytes of a body piece by piece.
public enum FlowDecoderVerifier {
    /// Two adjacent events as one, or `nil` when they are not pieces of the same thing.
    public typealias Join<Event> = (_ earlier: Event, _ later: Event) -> Event?

    /// The events and diagnostics of one conversation, adjacent pieces merged.
    public static func run<Decoder: FlowDecoder>(
        _ decoder: Decoder, on conversation: [StreamEvent], join: Join<Decoder.Event> = { _, _ in nil }
    ) -> [Outbox<Decoder.Event>.Item] {
        var decoder = decoder
        var outbox = Outbox<Decoder.Event>()
        for event in conversation {
            decoder.feed(event, into: &outbox)
        }
        decoder.finish(into: &outbox)
        return merged(outbox.items, join: join)
    }

    /// Checks byte-by-byte and random pieces for the output of the conversation as given, and runs every prefix.
    ///
    /// - Parameters:
    ///   - prefixes: how many prefixes to try, spread evenly over the bytes; all of them for short conversations.
    ///   - invariant: what must hold for the output of every prefix.
    public static func verify<Decoder: FlowDecoder>(
        _ make: () -> Decoder, on conversation: [StreamEvent], join: Join<Decoder.Event> = { _, _ in nil },
        seed: UInt64 = 1, prefixes: Int = 512,
        invariant: ([Outbox<Decoder.Event>.Item]) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) where Decoder.Event: Equatable {
        let whole = run(make(), on: conversation, join: join)
        let size = conversation.reduce(0) { $0 + $1.byteCount }
        if size <= 20_000 {
            let dripped = run(make(), on: split(conversation) { 1 }, join: join)
            expectEqual(dripped, whole, "byte by byte", sourceLocation)
        }
        var random = SeededGenerator(seed: seed)
        for largest in [3, 64, 1_448, max(1, size / 3)] where size / largest <= 20_000 {
            let pieces = split(conversation) { Int.random(in: 1...largest, using: &random) }
            expectEqual(run(make(), on: pieces, join: join), whole, "pieces of up to \(largest)", sourceLocation)
        }
        for length in stride(from: 0, to: size, by: max(1, size / prefixes)) {
            invariant(run(make(), on: prefix(of: conversation, bytes: length), join: join))
        }
    }

    /// Damages bytes, and drops, repeats, swaps and cuts events: the decoder must not trap, hang or grow without bound.
    ///
    /// - Parameter invariant: what must hold for the output of every mutant, given with the mutant.
    public static func mutate<Decoder: FlowDecoder>(
        _ make: () -> Decoder, on conversation: [StreamEvent], join: Join<Decoder.Event> = { _, _ in nil },
        rounds: Int = 1_000, seed: UInt64 = 7,
        invariant: (_ mutant: [StreamEvent], [Outbox<Decoder.Event>.Item]) -> Void = { _, _ in }
    ) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<rounds {
            var mutant = conversation
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damage(&mutant, using: &random)
            }
            if Bool.random(using: &random) {
                mutant = split(mutant) { Int.random(in: 1...2_000, using: &random) }
            }
            invariant(mutant, run(make(), on: mutant, join: join))
        }
    }

    /// Merges pieces of the same direction's bytes: the `join` for decoders whose events are `StreamEvent`s.
    public static func joinBytes(_ earlier: StreamEvent, _ later: StreamEvent) -> StreamEvent? {
        guard case .bytes(let direction, let head, let first) = earlier,
            case .bytes(direction, let tail, let last) = later
        else { return nil }
        return .bytes(direction, head + tail, first.extended(to: last))
    }

    /// The conversation with every `bytes` event cut into pieces of the sizes that `piece` gives.
    public static func split(_ conversation: [StreamEvent], piece: () -> Int) -> [StreamEvent] {
        conversation.flatMap { event -> [StreamEvent] in
            guard case .bytes(let direction, let bytes, let mark) = event else { return [event] }
            var pieces: [StreamEvent] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + max(1, piece()))
                pieces.append(.bytes(direction, Array(bytes[start..<end]), mark))
                start = end
            }
            return pieces
        }
    }

    /// The conversation up to a number of bytes.
    public static func prefix(of conversation: [StreamEvent], bytes limit: Int) -> [StreamEvent] {
        var left = limit
        var kept: [StreamEvent] = []
        for event in conversation {
            guard case .bytes(let direction, let bytes, let mark) = event, bytes.count > left else {
                kept.append(event)
                left -= event.byteCount
                continue
            }
            if left > 0 { kept.append(.bytes(direction, Array(bytes[..<left]), mark)) }
            break
        }
        return kept
    }

    private static func merged<Event>(
        _ items: [Outbox<Event>.Item], join: Join<Event>
    ) -> [Outbox<Event>.Item] {
        var result: [Outbox<Event>.Item] = []
        for item in items {
            if case .event(let later) = item, case .event(let earlier)? = result.last,
                let joined = join(earlier, later)
            {
                result[result.count - 1] = .event(joined)
            } else {
                result.append(item)
            }
        }
        return result
    }

    private static func damage(_ conversation: inout [StreamEvent], using random: inout SeededGenerator) {
        guard !conversation.isEmpty else { return }
        let place = Int.random(in: 0..<conversation.count, using: &random)
        let event = conversation[place]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: conversation.remove(at: place)
        case 1: conversation.insert(event, at: place)
        case 2: conversation.swapAt(place, Int.random(in: 0..<conversation.count, using: &random))
        case 3: conversation[place] = .gap(event.direction, length: event.byteCount, event.mark)
        case 4: conversation[place] = .gap(event.direction, length: nil, event.mark)
        case 5: conversation.insert(.end(event.direction, reset: Bool.random(using: &random), event.mark), at: place)
        default:
            guard case .bytes(let direction, let bytes, let mark) = event else { return }
            let mutant = Mutation.mutate(bytes, using: &random)
            if mutant.isEmpty {
                conversation.remove(at: place)
            } else {
                conversation[place] = .bytes(direction, mutant, mark)
            }
        }
    }

    /// Names the first item that differs: whole outputs are too long to read.
    private static func expectEqual<Event: Equatable>(
        _ found: [Outbox<Event>.Item], _ expected: [Outbox<Event>.Item], _ comment: String,
        _ sourceLocation: SourceLocation
    ) {
        for (index, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
            Issue.record(
                "\(comment): item \(index) is \(pair.0), expected \(pair.1)", sourceLocation: sourceLocation)
            return
        }
        #expect(found.count == expected.count, "\(comment): number of items", sourceLocation: sourceLocation)
    }
}

extension StreamEvent {
    /// The direction it belongs to.
    public var direction: Direction {
        switch self {
        case .bytes(let direction, _, _), .gap(let direction, _, _), .end(let direction, _, _): direction
        }
    }

    public var mark: Mark {
        switch self {
        case .bytes(_, _, let mark), .gap(_, _, let mark), .end(_, _, let mark): mark
        }
    }

    /// Bytes that are present: none for gaps and ends.
    public var byteCount: Int {
        guard case .bytes(_, let bytes, _) = self else { return 0 }
        return bytes.count
    }
}
