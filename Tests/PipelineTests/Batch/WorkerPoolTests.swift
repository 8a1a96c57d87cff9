import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// Workers made of shell scripts: what the pool does when they answer, die or never start.
struct WorkerPoolTests {
    /// Reads the orders, then answers every job; job `die` kills its worker, job `leave` ends it.
    private static let script = """
        read orders
        while read job; do
          case "$job" in
            die) kill -9 $$ ;;
            leave) exit 7 ;;
            *) echo "$orders $job" ;;
          esac
        done
        """

    private func run(_ jobs: [String], size: Int) throws -> [WorkerPool.Reply?] {
        let pool = WorkerPool(
            command: ["/bin/sh", "-c", Self.script], size: size, environment: [:], preamble: Array("did\n".utf8))
        var replies = [WorkerPool.Reply?](repeating: nil, count: jobs.count)
        let interruption = Interruption()
        defer { interruption.end() }
        let signal = try pool.run(
            jobs.count, interruption,
            job: { (number) throws(PipelineFailure) in Array("\(jobs[number])\n".utf8) },
            reply: { (number, reply) throws(PipelineFailure) in replies[number] = reply })
        #expect(signal == nil)
        return replies
    }

    @Test(arguments: [1, 2, 4, 9])
    func aDeadWorkerCostsOneJob(size: Int) throws {
        let jobs = ["a", "die", "b", "die", "leave", "c", "d"]
        #expect(
            try run(jobs, size: size) == [
                .line(Array("did a".utf8)), .died("was killed by signal 9"), .line(Array("did b".utf8)),
                .died("was killed by signal 9"), .died("ended with exit code 7"), .line(Array("did c".utf8)),
                .line(Array("did d".utf8)),
            ])
    }

    @Test func noJobs() throws {
        #expect(try run([], size: 2).isEmpty)
    }

    @Test func aProgramThatIsNotThere() throws {
        let pool = WorkerPool(command: ["/nowhere"], size: 1, environment: [:], preamble: [])
        let interruption = Interruption()
        defer { interruption.end() }
        #expect(throws: PipelineFailure.self) {
            try pool.run(
                1, interruption, job: { (_) throws(PipelineFailure) in [] },
                reply: { (_, _) throws(PipelineFailure) in })
        }
    }
}
