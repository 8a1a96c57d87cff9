#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Hands jobs to worker processes, each its next one when it has answered.
///
/// A worker that dies takes one job with it and is replaced. One thread waits for all of them: nothing is shared.
struct WorkerPool {
    /// What became of one job.
    enum Reply: Sendable, Hashable {
        case line([UInt8])
        /// The worker ended without an answer; how, for people.
        case died(String)
    }

    /// The program and its arguments.
    let command: [String]
    /// How many work at once.
    let size: Int
    let environment: [String: String]
    /// The first line each gets.
    let preamble: [UInt8]

    /// Milliseconds between two looks at what a person may have sent.
    private static let patience: Int32 = 100

    /// Runs jobs `0..<count`.
    ///
    /// - Parameters:
    ///   - job: the line for a job; asked for when a worker is free.
    ///   - reply: called as they come, in any order.
    /// - Returns: the signal that ended it early.
    func run(
        _ count: Int, _ interruption: Interruption, job: (Int) throws(PipelineFailure) -> [UInt8],
        reply: (Int, Reply) throws(PipelineFailure) -> Void
    ) throws(PipelineFailure) -> Int32? {
        var busy: [(worker: WorkerProcess, job: Int)] = []
        var next = 0
        do throws(PipelineFailure) {
            while busy.count < size && next < count {
                busy.append((try start(try job(next), interruption), next))
                next += 1
            }
            while !busy.isEmpty {
                let ready = WorkerPool.ready(busy.map(\.worker.output))
                if let signal = Interruption.pending {
                    for (worker, _) in busy { worker.end(signal: SIGTERM) }
                    return signal
                }
                for place in ready.reversed() {
                    switch busy[place].worker.read() {
                    case .part: continue
                    case .line(let line):
                        let done = busy[place].job
                        if next < count {
                            busy[place].worker.send(try job(next))
                            busy[place].job = next
                            next += 1
                        } else {
                            busy.remove(at: place).worker.end()
                        }
                        try reply(done, .line(line))
                    case .ended:
                        let (worker, done) = busy.remove(at: place)
                        let how = worker.end()
                        if next < count {
                            busy.append((try start(try job(next), interruption), next))
                            next += 1
                        }
                        try reply(done, .died(how))
                    }
                }
            }
        } catch {
            for (worker, _) in busy { worker.end(signal: SIGTERM) }
            throw error
        }
        return nil
    }

    private func start(_ line: [UInt8], _ interruption: Interruption) throws(PipelineFailure) -> WorkerProcess {
        let worker = try WorkerProcess(command, environment, interruption)
        worker.send(preamble)
        worker.send(line)
        return worker
    }

    /// Which of them can be read without waiting; none after a while.
    private static func ready(_ descriptors: [Int32]) -> [Int] {
        var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&waiting, nfds_t(waiting.count), patience) > 0 else { return [] }
        return waiting.indices.filter { waiting[$0].revents != 0 }
    }
}
