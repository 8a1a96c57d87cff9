/// Gathers small writes into larger ones.
final class OutputPieces {
    private let output: ([UInt8]) throws -> Void
    private var pending: [UInt8] = []

    init(_ output: @escaping ([UInt8]) throws -> Void) {
        self.output = output
    }

    func write(_ bytes: [UInt8]) throws {
        pending += bytes
        if pending.count > 1 << 16 { try flush() }
    }

    func flush() throws {
        guard !pending.isEmpty else { return }
        try output(pending)
        pending.removeAll(keepingCapacity: true)
    }
}
