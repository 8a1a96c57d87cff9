#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

import Dispatch
import Store

/// Interrupts (control-C) held back while work goes on that must end in good order.
///
/// The signals are blocked and asked for, not handled: nothing of ours runs inside a signal handler.
package struct Interruption: Sendable {
    private let before: sigset_t

    /// Holds back SIGINT and SIGTERM, and SIGPIPE so that a reader that is gone shows as an error of `write`.
    package init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&set, signal) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &set, &before)
        self.before = before
    }

    /// The signal that somebody sent meanwhile: SIGINT or SIGTERM.
    package static var pending: Int32? {
        var set = sigset_t()
        sigpending(&set)
        return [SIGINT, SIGTERM].first { sigismember(&set, $0) == 1 }
    }

    /// For work that has nothing to hand over when it is interrupted: from here on SIGINT and SIGTERM remove what is
    /// unfinished and end the process with 128 and the signal's number. To be called before any other thread exists.
    package static func endsTheProcess() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        DispatchQueue(label: "beaconproof.signals").async { [set] in
            var set = set
            var signal: Int32 = 0
            while sigwait(&set, &signal) != 0 {}
            Database.discardUnpublished()
            _exit(128 + signal)
        }
    }

    /// What children start with.
    var mask: sigset_t { before }

    /// Lets signals through again. Those that came meanwhile have been seen and are taken away: the command ends with an
    /// exit code that says so, in its own time.
    package func end() {
        for signal in [SIGINT, SIGTERM, SIGPIPE] {
            var pending = sigset_t()
            sigpending(&pending)
            guard sigismember(&pending, signal) == 1 else { continue }
            var one = sigset_t()
            sigemptyset(&one)
            sigaddset(&one, signal)
            var taken: Int32 = 0
            sigwait(&one, &taken)
        }
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
