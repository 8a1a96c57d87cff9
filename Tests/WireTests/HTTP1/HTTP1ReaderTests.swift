import Model
import TestSupport
import Testing

@testable import Wire

@Suite struct HTTP1ReaderTests {
    private typealias State = HTTP1Reader.State

    private func mark(_ frame: Int) -> Mark { Mark(at: Timestamp(microseconds: Int64(frame)), frames: frame...frame) }

    /// A reader of responses brought into each state.
    private func reader(in state: State) -> HTTP1Reader {
        var reader = HTTP1Reader(direction: .toClient, maximumHead: 1_000)
        func feed(_ text: String) {
            reader.append(Array(text.utf8), mark(1))
            while true {
                guard case .needMore = reader.next() else { continue }
                return
            }
        }
        switch state {
        case .head: break
        case .fixed(let remaining): reader.begin(.length(remaining))
        case .chunkSize: reader.begin(.chunked)
        case .chunkData(let remaining):
            reader.begin(.chunked)
            feed("\(String(remaining, radix: 16))\r\n")
        case .chunkEnd:
            reader.begin(.chunked)
            feed("1\r\nx")
        case .trailers:
            reader.begin(.chunked)
            feed("0\r\n")
        case .untilEnd: reader.begin(.untilEnd)
        case .lost: reader.loseTrack()
        }
        #expect(reader.state == state)
        return reader
    }

    /// Every state with a loss shorter than, equal to and longer than what remains, and of unknown length.
    @Test(arguments: [
        (State.head, Int?.some(5), HTTP1Reader.Loss.outside, State.lost),
        (.head, nil, .outside, .lost),
        (.fixed(remaining: 10), 4, .insideBody(ends: false), .fixed(remaining: 6)),
        (.fixed(remaining: 10), 10, .insideBody(ends: true), .head),
        (.fixed(remaining: 10), 11, .restOfMessage, .lost),
        (.fixed(remaining: 10), nil, .restOfMessage, .lost),
        (.chunkSize, 5, .restOfMessage, .lost),
        (.chunkSize, nil, .restOfMessage, .lost),
        (.chunkData(remaining: 10), 4, .insideBody(ends: false), .chunkData(remaining: 6)),
        (.chunkData(remaining: 10), 10, .insideBody(ends: false), .chunkEnd),
        (.chunkData(remaining: 10), 11, .restOfMessage, .lost),
        (.chunkData(remaining: 10), nil, .restOfMessage, .lost),
        (.chunkEnd, 2, .restOfMessage, .lost),
        (.chunkEnd, nil, .restOfMessage, .lost),
        (.trailers, 2, .restOfMessage, .lost),
        (.trailers, nil, .restOfMessage, .lost),
        (.untilEnd, 7, .insideBody(ends: false), .untilEnd),
        (.untilEnd, nil, .insideBody(ends: false), .untilEnd),
        (.lost, 7, .outside, .lost),
        (.lost, nil, .outside, .lost),
    ])
    func loss(in state: HTTP1Reader.State, of length: Int?, is loss: HTTP1Reader.Loss, then next: HTTP1Reader.State) {
        var reader = reader(in: state)
        #expect(reader.lose(length) == loss)
        #expect(reader.state == next)
    }

    @Test func lossInsideAHead() {
        var reader = HTTP1Reader(direction: .toClient, maximumHead: 1_000)
        reader.append(Array("HTTP/1.1 200 OK\r\nServ".utf8), mark(1))
        _ = reader.next()
        #expect(reader.lose(3) == .insideHead)
    }

    // MARK: Finding the next message

    /// Bytes that were searched before are not looked at again: one line that grows byte by byte costs its length, not the
    /// square of it. (A line end among them could not be: all before it would have been dropped.)
    @Test func theSearchGoesOnWhereItEnded() {
        let bytes = Array("abc\ndefghi".utf8)
        #expect(
            HTTP1Resync.search(bytes.span, from: 0, resume: 6, direction: .toServer) == .nothing(keep: 0, resume: 10))
        #expect(
            HTTP1Resync.search(bytes.span, from: 0, resume: 2, direction: .toServer) == .nothing(keep: 4, resume: 10))
    }

    /// A mark for each byte, taken from the front: each is found, whatever was dropped before it.
    @Test func marksOfSingleBytes() {
        var pending = MarkedBytes()
        var taken: [Int] = []
        func mark(_ frame: Int) -> Mark { Mark(at: Timestamp(microseconds: Int64(frame)), frames: frame...frame) }
        for frame in 1...200 {
            pending.append([UInt8(frame)], mark(frame))
            if frame % 3 != 0 {
                taken += pending.take(1).map { [Int($0.bytes[$0.bytes.startIndex]), $0.mark.frames.lowerBound] } ?? []
            }
        }
        #expect(taken == (1...134).flatMap { [$0, $0] })
        #expect(pending.count == 66 && pending.mark(at: 65)?.frames == 200...200 && pending.mark(at: 66) == nil)
        #expect(pending.mark(of: 0..<66)?.frames == 135...200)
    }

    private func search(_ text: String, _ direction: Direction) -> HTTP1Resync.Found {
        HTTP1Resync.search(Array(text.utf8).span, from: 0, resume: 0, direction: direction)
    }

    @Test(arguments: [
        ("xxGET /a?b HTTP/1.1\r\nHost: a\r\n", Direction.toServer, 2),
        ("tail\r\nPOST http://a/ HTTP/1.0\r\n\r\n", .toServer, 6),
        ("{}HTTP/1.1 200 OK\r\nServer: x\r\n", .toClient, 2),
        ("HTTP/1.1 204 No Content\r\n\r\n", .toClient, 0),
    ])
    func finds(_ text: String, _ direction: Direction, _ place: Int) {
        #expect(search(text, direction) == .message(at: place))
    }

    @Test(arguments: [
        ("a text about HTTP/1.1 200 OK lines", Direction.toClient),
        ("HTTP/1.1 200 OK\nno carriage return: x", .toClient),
        ("HTTP/1.1 200 OK\r\nnot a field\r\n", .toClient),
        ("UNGET /a HTTP/2.0\r\nHost: a\r\n", .toServer),
        ("see GET /a HTTP/1.1 for more\r\n", .toServer),
        ("\"GET\" HTTP/1.1\r\nHost: a\r\n", .toServer),
    ])
    func findsNothing(_ text: String, _ direction: Direction) {
        guard case .nothing = search(text, direction) else {
            Issue.record("a message was found in \(text)")
            return
        }
    }

    @Test(arguments: ["xxGET /a?b HTTP/1.1\r\nHost: a\r\n"], [Direction.toServer])
    func everyPrefixKeepsTheBeginning(_ text: String, _ direction: Direction) {
        let bytes = Array(text.utf8)
        for length in 0..<bytes.count {
            let found = HTTP1Resync.search(Array(bytes[..<length]).span, from: 0, resume: 0, direction: direction)
            if case .nothing(let keep, _) = found { #expect(keep <= 2, "cut at \(length)") }
        }
    }
}
