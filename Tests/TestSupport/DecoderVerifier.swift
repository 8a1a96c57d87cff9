import FuzzTargets
import Model
import Testing

/// Feeds one input to a decoder in every way the outside world may: whole, byte by byte, in random pieces and cut off at
/// every length. The events must not depend on the pieces, and the ledger must balance at every cut.
public enum DecoderVerifier {
    /// The events and diagnostics of `bytes`, fed in pieces that grow the window by `piece` bytes each time.
    public static func run<Decoder: WindowDecoder>(
        _ decoder: Decoder, on bytes: [UInt8], piece: () -> Int
    ) -> (items: [Outbox<Decoder.Event>.Item], ledger: Ledger) {
        let result = WindowFeed.run(decoder, on: bytes, piece: piece)
        #expect(result.consumed == bytes.count, "the final call must consume everything")
        return (result.items, result.ledger)
    }

    /// Checks whole, byte-by-byte and random splits for equal output, and every prefix for a balanced ledger.
    ///
    /// - Parameters:
    ///   - prefixes: how many prefixes to try, spread evenly over the length; all of them for short inputs.
    ///   - splits: how many times to cut the input into random pieces.
    public static func verify<Decoder: WindowDecoder>(
        _ make: () -> Decoder, on bytes: [UInt8], seed: UInt64 = 1, prefixes: Int = 512, splits: Int = 4,
        sourceLocation: SourceLocation = #_sourceLocation
    ) where Decoder.Event: Equatable {
        let whole = run(make(), on: bytes) { bytes.count }
        #expect(whole.ledger.isBalanced, "whole: \(whole.ledger)", sourceLocation: sourceLocation)
        if bytes.count <= 20_000 {
            let dripped = run(make(), on: bytes) { 1 }
            #expect(dripped.items == whole.items, "byte by byte", sourceLocation: sourceLocation)
        }
        var random = SeededGenerator(seed: seed)
        for _ in 0..<splits {
            let split = run(make(), on: bytes) { Int.random(in: 1...max(1, bytes.count / 3), using: &random) }
            #expect(split.items == whole.items, "random pieces", sourceLocation: sourceLocation)
        }
        for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / prefixes)) {
            let cut = run(make(), on: Array(bytes[..<length])) { length }
            #expect(cut.ledger.isBalanced, "prefix of \(length): \(cut.ledger)", sourceLocation: sourceLocation)
        }
    }

    /// Changes, removes, repeats and inserts bytes; the decoder must neither trap nor lose the balance of its ledger.
    public static func mutate<Decoder: WindowDecoder>(
        _ make: () -> Decoder, on bytes: [UInt8], rounds: Int = 2_000, seed: UInt64 = 7,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard !bytes.isEmpty else { return }
        var random = SeededGenerator(seed: seed)
        for round in 0..<rounds {
            let mutant = Mutation.mutate(bytes, using: &random)
            let result = run(make(), on: mutant) { Int.random(in: 1...max(1, mutant.count), using: &random) }
            #expect(result.ledger.isBalanced, "mutation \(round): \(result.ledger)", sourceLocation: sourceLocation)
        }
    }
}

/// Small damage to bytes, as transports, tools and attackers do it.
public enum Mutation {
    public static func mutate(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var mutant = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !mutant.isEmpty {
            let place = Int.random(in: 0..<mutant.count, using: &random)
            let length = min(mutant.count - place, Int.random(in: 1...16, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: mutant[place] = UInt8.random(in: 0...255, using: &random)
            case 1: mutant[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: mutant.removeSubrange(place..<(place + length))
            case 3: mutant.insert(contentsOf: Array(mutant[place..<(place + length)]), at: place)
            default: mutant[place] = [0, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
            }
        }
        return mutant
    }
}

/// A small reproducible generator (SplitMix64), so that a failing test names its seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
