import Dispatch
import Synchronization

/// Steps that change a state, one after another in the order they are given: on a thread of their own beside their caller,
/// or on the caller's. What comes of the state is the same.
final class Lane<State: ~Copyable, Failure: Error>: Sendable {
    private let state: Mutex<State>
    /// What the first step threw that threw; no later one is taken.
    private let failure = Mutex<Failure?>(nil)
    /// `nil`: the caller's thread.
    private let queue: DispatchQueue?
    /// Bounds the steps that wait, and with them the memory.
    private let room = DispatchSemaphore(value: 4)

    init(_ state: consuming sending State, isBeside: Bool) {
        self.state = Mutex(state)
        queue = isBeside ? DispatchQueue(label: "beaconproof.lane") : nil
    }

    /// Takes a step as soon as those before it are done.
    ///
    /// Throws what an earlier one threw.
    func add(_ step: @escaping @Sendable (inout State) throws(Failure) -> Void) throws(Failure) {
        if let queue {
            try check()
            room.wait()
            queue.async { [self] in
                take(step)
                room.signal()
            }
        } else {
            take(step)
            try check()
        }
    }

    /// Waits for all steps.
    func value<Value: Sendable>(_ body: @Sendable (inout State) -> Value) throws(Failure) -> Value {
        // An empty step: whoever waits for it has waited for all before it.
        queue?.sync {}
        try check()
        return state.withLock { body(&$0) }
    }

    private func take(_ step: (inout State) throws(Failure) -> Void) {
        guard failure.withLock({ $0 }) == nil else { return }
        let thrown = state.withLock { state -> Failure? in
            do throws(Failure) {
                try step(&state)
                return nil
            } catch {
                return error
            }
        }
        if let thrown { failure.withLock { $0 = thrown } }
    }

    private func check() throws(Failure) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
