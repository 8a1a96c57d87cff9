import Model

/// Exchanges in, documents, trackers, beacons, firings and ad plays out: the second of the four verbs.
///
/// A value without I/O and without a clock: the same exchanges give the same output. Its memory is bounded by the
/// constants in ``AttributionLimits``, however long the run is.
public struct Interpreter: Sendable {
    private var families: [any BeaconFamily]
    private var run = RunContext()

    /// All families that this build knows.
    public static var allFamilies: [any BeaconFamily] {
        [
            VASTFamily(), OMIDFamily(), HLSFamily(), GoogleIMAFamily(), DAIFamily(), MediaTailorFamily(),
            NielsenFamily(),
        ]
    }

    public init(families: [any BeaconFamily] = Interpreter.allFamilies) {
        self.families = families
    }

    /// Exchanges of one run in time order (request start), with their ids.
    public mutating func interpret(_ exchange: Exchange, id: Int, into outbox: inout Outbox<Interpretation>) {
        swap(&run.outbox, &outbox)
        let observation = run.attribution.attribute(exchange, id: id, numbers: &run.numbers, into: &run.outbox)
        for index in families.indices {
            families[index].observe(observation, in: &run)
        }
        swap(&run.outbox, &outbox)
    }

    /// One call of a log, in time order among the exchanges, with its number in the run.
    public mutating func interpret(_ call: Call, id: Int, into outbox: inout Outbox<Interpretation>) {
        swap(&run.outbox, &outbox)
        let observation = CallObservation(call: call, id: id, arguments: CallArguments.of(call, id: id))
        for argument in observation.arguments { run.emit(.argument(argument)) }
        for index in families.indices { families[index].observe(observation, in: &run) }
        swap(&run.outbox, &outbox)
    }

    /// The run is over: gives out every ad play that is not final yet.
    public mutating func finish(into outbox: inout Outbox<Interpretation>) {
        swap(&run.outbox, &outbox)
        for index in families.indices {
            families[index].finish(in: &run)
        }
        run.attribution.finish(numbers: &run.numbers, into: &run.outbox)
        swap(&run.outbox, &outbox)
    }
}
