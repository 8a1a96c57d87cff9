import Interpret
import Model

/// What is observed of a run in time order, interpreted in batches: beside whoever reads it and writes what comes of it,
/// where there are threads for it.
struct Interpreting {
    enum Observed: Sendable {
        case exchange(Exchange, ID<Exchange>)
        case call(Call, ID<Call>)
        /// Why nothing more is observed.
        case end([Diagnostic])
    }

    private struct State: Sendable {
        var interpreter: Interpreter
        var outbox = Outbox<Interpretation>()

        mutating func interpret(_ batch: [Observed]) {
            for observed in batch {
                switch observed {
                case .exchange(let exchange, let id): interpreter.interpret(exchange, id: id, into: &outbox)
                case .call(let call, let id): interpreter.interpret(call, id: id, into: &outbox)
                case .end(let diagnostics): for diagnostic in diagnostics { outbox.report(diagnostic) }
                }
            }
        }

        mutating func given() -> Outbox<Interpretation> {
            let given = outbox
            outbox = Outbox()
            return given
        }
    }

    private static let mostOfBatch = 64
    private static let mostBytes = 1 << 20

    private let lane: Lane<State, Never>
    private var batch: [Observed] = []
    private var bytes = 0

    init(by interpreter: Interpreter, isBeside: Bool) {
        lane = Lane(State(interpreter: interpreter), isBeside: isBeside)
    }

    /// Takes the next.
    ///
    /// - Returns: what came of earlier ones, once a batch of them is done.
    mutating func take(_ observed: Observed) -> Outbox<Interpretation>? {
        batch.append(observed)
        bytes += observed.bytes
        guard batch.count == Interpreting.mostOfBatch || bytes > Interpreting.mostBytes else { return nil }
        let given = lane.value { $0.given() }
        begin()
        return given
    }

    /// The run is over.
    ///
    /// - Returns: what came of all that is left.
    mutating func finish() -> Outbox<Interpretation> {
        begin()
        lane.add { $0.interpreter.finish(into: &$0.outbox) }
        return lane.value { $0.given() }
    }

    private mutating func begin() {
        let batch = batch
        self.batch = []
        bytes = 0
        lane.add { $0.interpret(batch) }
    }
}

extension Interpreting.Observed {
    /// Of bodies, which are kept until they are interpreted.
    fileprivate var bytes: Int {
        guard case .exchange(let exchange, _) = self else { return 0 }
        return exchange.request.body.bytes.count + (exchange.response?.body.bytes.count ?? 0)
    }
}
