import Model
import Testing

@testable import Wire

@Suite struct RequestQueueTests {
    private func head(_ start: Int) -> RequestHead {
        RequestHead(
            Exchange.Request(method: "GET", scheme: "http", authority: "a.test", target: "/"),
            HeadOrigin(protocolName: "http/1.1", startedAt: at(start), frames: start...start))
    }

    private func queue(_ starts: Int...) -> RequestQueue {
        var queue = RequestQueue()
        for start in starts {
            queue.add(start, head(start), upgrade: nil)
            queue.noteServerBytes()
        }
        return queue
    }

    private func at(_ time: Int) -> Timestamp { Timestamp(microseconds: Int64(time)) }

    private func answer(_ queue: inout RequestQueue, _ time: Int) -> [Int?] {
        let (answered, passedOver) = queue.answer(startedAt: at(time))
        return [answered?.number] + passedOver.map(\.number)
    }

    @Test func withoutLossTheOrderDecides() {
        var queue = queue(1, 2)
        #expect(answer(&queue, 0) == [1], "even when the capture has the packets in another order")
        #expect(answer(&queue, 9) == [2])
        #expect(answer(&queue, 9) == [nil])
    }

    @Test func whereRequestsMayBeMissingAnEarlierResponseIsNotTheirs() {
        var queue = queue(5)
        queue.noteMissingRequests()
        #expect(answer(&queue, 4) == [nil])
        #expect(answer(&queue, 6) == [5])
    }

    @Test func whereResponsesMayBeMissingTheNewestRequestIsAnswered() {
        var queue = queue(1, 5, 9)
        #expect(queue.noteMissingResponses() == false)
        #expect(answer(&queue, 7) == [5, 1])
        #expect(answer(&queue, 10) == [9])
    }

    @Test func lossAmongPipelinedRequestsEndsPairing() {
        var queue = RequestQueue()
        for start in 1...2 {
            queue.add(start, head(start), upgrade: nil)
        }
        #expect(queue.noteMissingResponses() == true)
        #expect(queue.noteMissingResponses() == false, "reported once")
        #expect(answer(&queue, 9) == [nil, 1, 2])
    }

    /// Answered requests are let go in bulk; the order of those that wait is the same.
    @Test func manyArePipelined() {
        var queue = queue()
        var expected: [Int] = []
        for start in 0..<1_000 {
            queue.add(start, head(start), upgrade: nil)
            if start % 3 == 2 { expected.append(contentsOf: answer(&queue, start).compactMap { $0 }) }
        }
        #expect(expected == Array(0..<333))
        #expect(queue.waiting.map(\.number) == Array(333..<1_000))
        #expect(queue.takeAll().map(\.number) == Array(333..<1_000) && queue.waiting.isEmpty)
    }
}
