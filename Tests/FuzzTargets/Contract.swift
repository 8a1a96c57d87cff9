import Model

/// The promises that hold for any input, checked.
enum Contract {
    /// Whole and in pieces a decoder gives the same; it consumes everything, and its ledger balances.
    static func holds<Decoder: WindowDecoder>(_ make: () -> Decoder, on bytes: [UInt8]) throws
    where Decoder.Event: Equatable {
        let (whole, pieces) = try feed(make, bytes)
        guard whole.items == pieces.items else {
            let place = zip(whole.items, pieces.items).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            throw BrokenContract(
                "fed in pieces, item \(place ?? min(whole.items.count, pieces.items.count)) is another one: "
                    + "\(whole.items.count) and \(pieces.items.count) items")
        }
    }

    /// As above, where events point into the window and cannot be compared: their number is.
    static func holdsInNumber<Decoder: WindowDecoder>(_ make: () -> Decoder, on bytes: [UInt8]) throws {
        let (whole, pieces) = try feed(make, bytes)
        try expect(whole.items.count == pieces.items.count, "fed in pieces, there is another number of items")
    }

    static func expect(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
        if !holds { throw BrokenContract(promise()) }
    }

    static func isBalanced(_ ledger: Ledger) throws {
        try expect(ledger.isBalanced, "the ledger does not balance: \(ledger)")
    }

    /// Each says something, of something that it can name.
    static func areTold(_ diagnostics: [Diagnostic]) throws {
        for diagnostic in diagnostics {
            try expect(!diagnostic.detail.isEmpty, "\(diagnostic.code.id) says nothing")
            try expect(diagnostic.units >= 0, "\(diagnostic.code.id) accounts for \(diagnostic.units) units")
            guard let from = diagnostic.blind?.from, let to = diagnostic.blind?.to else { continue }
            try expect(from <= to, "\(diagnostic.code.id) is blind from \(from) to \(to)")
        }
    }

    private static func feed<Decoder: WindowDecoder>(
        _ make: () -> Decoder, _ bytes: [UInt8]
    ) throws -> (whole: WindowFeed.Result<Decoder.Event>, pieces: WindowFeed.Result<Decoder.Event>) {
        let whole = WindowFeed.run(make(), on: bytes) { bytes.count }
        // The input says how it is cut, so that the fuzzer finds the cuts too.
        let size = 1 + Int(bytes.last ?? 0) * max(1, bytes.count / 256)
        let pieces = WindowFeed.run(make(), on: bytes) { size }
        for result in [whole, pieces] {
            try expect(result.consumed == bytes.count, "the final call consumed \(result.consumed) of \(bytes.count)")
            try isBalanced(result.ledger)
            var outbox = Outbox<Decoder.Event>()
            for case .diagnostic(let diagnostic) in result.items { outbox.report(diagnostic) }
            try areTold(outbox.diagnostics)
        }
        return (whole, pieces)
    }
}
