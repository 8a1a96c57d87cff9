import Audit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The processor time that one run may still take, over all of its stages.
///
/// What a stage leaves undone once it is spent is named by a diagnostic, and no rule is judged on the rest: the verdict is
/// inconclusive, never a pass.
package struct ProcessorBudget: Sendable {
    private let seconds: Int
    /// In microseconds of ``clock``.
    private let end: Int64
    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - seconds: from now on.
    ///   - clock: the processor time of this process, in microseconds.
    init(seconds: Int, clock: @escaping @Sendable () -> Int64 = ProcessorBudget.ofProcess) {
        self.seconds = seconds
        self.clock = clock
        let (room, overflow) = Int64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000)
        end = overflow ? .max : clock().addingReportingOverflow(room).partialValue
    }

    var isSpent: Bool { clock() >= end }

    /// Why the rest was left.
    var reason: String { "the limit of \(seconds) s of processor time for a run (cpu-seconds) was reached" }

    var forRules: WorkLimit {
        WorkLimit(reason: reason) { isSpent }
    }

    /// What this process has used, all of its threads together.
    static let ofProcess: @Sendable () -> Int64 = {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
