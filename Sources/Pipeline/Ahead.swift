import Dispatch
import Synchronization

/// Something that is begun now and needed later, on a thread of its own: two cores start sooner than one.
final class Ahead<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, PipelineFailure>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ make: @escaping @Sendable () throws(PipelineFailure) -> Value) {
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            let made = Result { () throws(PipelineFailure) in try make() }
            result.withLock { $0 = made }
            done.signal()
        }
    }

    /// Waits for it; once.
    func value() throws(PipelineFailure) -> Value {
        done.wait()
        guard let made = result.withLock({ $0 }) else { throw .usage("something begun ahead was never made") }
        return try made.get()
    }
}
