import Foundation
import Wire

/// Conversations made of the vectors' bytes.
enum ConversationSeeds {
    /// `Tests/Vectors/tls`: lines of a key log and pieces of both directions.
    static func tls() throws -> [FuzzTarget.Seed] {
        try texts("Tests/Vectors/tls").map { name, text in
            let steps = lines(text).compactMap { words -> Script.Step? in
                switch words[0] {
                case "key": Script.step(.key, words.dropFirst().joined(separator: " "))
                case ">": Script.Step(kind: .bytesToServer, payload: SeedFiles.bytes(hex: words[1]))
                case "<": Script.Step(kind: .bytesToClient, payload: SeedFiles.bytes(hex: words[1]))
                default: nil
                }
            }
            return FuzzTarget.Seed(name, Script.bytes(steps))
        }
    }

    /// `Tests/Vectors/quic`: the datagrams, by who sent the first.
    static func quic() throws -> [FuzzTarget.Seed] {
        try texts("Tests/Vectors/quic").map { name, text in
            var client: String?
            let steps = lines(text).compactMap { words -> Script.Step? in
                switch words[0] {
                case "key": return Script.step(.key, words.dropFirst().joined(separator: " "))
                case "stream": return nil
                default:
                    client = client ?? words[0]
                    return Script.Step(
                        kind: words[0] == client ? .bytesToServer : .bytesToClient,
                        payload: SeedFiles.bytes(hex: words[2]))
                }
            }
            return FuzzTarget.Seed(name, Script.bytes(Array(steps.prefix(24))))
        }
    }

    /// What the streams of those runs carried: HTTP/3 with a dynamic table.
    static func http3() throws -> [FuzzTarget.Seed] {
        let steps = lines(try SeedFiles.text("Tests/Vectors/quic/http3-dynamic-table.txt")).flatMap {
            words -> [Script.Step] in
            guard words[0] == "stream", words.count > 3, let id = UInt8(words[1]) else { return [] }
            return [
                Script.Step(kind: .stream, payload: [id]),
                Script.Step(
                    kind: words[2] == ">" ? .bytesToServer : .bytesToClient, payload: SeedFiles.bytes(hex: words[3])),
                Script.Step(kind: words[2] == ">" ? .endToServer : .endToClient, payload: []),
            ]
        }
        return [FuzzTarget.Seed("http3-dynamic-table", Script.bytes(steps))] + (try blocks("qpack", "encoder", http3))
    }

    /// Requests whose header blocks are the vectors of `Tests/Vectors/hpack`.
    static func http2() throws -> [FuzzTarget.Seed] { try blocks("hpack", "size", http2) }

    static let http1: [FuzzTarget.Seed] = [
        FuzzTarget.Seed(
            "several-forms",
            Script.bytes([
                Script.step(.bytesToServer, "GET /a?b=c HTTP/1.1\r\nHost: t.test\r\nExpect: 100-continue\r\n\r\n"),
                Script.step(
                    .bytesToClient, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
                Script.step(
                    .bytesToServer,
                    "POST http://t.test/p HTTP/1.1\r\nHost: t.test\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: 1\r\n\r\n"
                ),
                Script.step(.bytesToClient, "HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n"),
                Script.step(.bytesToServer, "HEAD / HTTP/1.1\r\nHost: t.test\r\n\r\nGET /last HTTP/1.0\r\n\r\n"),
                Script.step(.bytesToClient, "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"),
                Script.step(.bytesToClient, "HTTP/1.0 200\r\nContent-Encoding: gzip\r\n\r\nuntil the end"),
                Script.step(.endToClient, ""), Script.step(.endToServer, ""),
            ])),
        FuzzTarget.Seed(
            "changes",
            Script.bytes([
                Script.step(.bytesToServer, "CONNECT t.test:443 HTTP/1.1\r\nHost: t.test:443\r\n\r\n"),
                Script.step(.bytesToClient, "HTTP/1.1 200 Connection established\r\n\r\n"),
                Script.step(.bytesToServer, "\u{16}\u{3}\u{1}anything"), Script.step(.gapToClient, "\u{0}\u{9}"),
                Script.step(.bytesToClient, "lost\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
                Script.step(.endToServer, "\u{1}"),
            ])),
        FuzzTarget.Seed(
            "upgrades",
            Script.bytes([
                Script.step(
                    .bytesToServer,
                    "GET / HTTP/1.1\r\nHost: t.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
                ),
                Script.step(
                    .bytesToClient,
                    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}"),
            ])),
    ]

    // MARK: Pieces

    private static func texts(_ folder: String) throws -> [(name: String, text: String)] {
        try SeedFiles.inside(folder, ending: ".txt", most: .max).map {
            ($0.name, String(decoding: $0.bytes, as: UTF8.self))
        }
    }

    private static func lines(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { $0.count > 1 }
    }

    /// One conversation per file: its header blocks, with the instructions that go before each.
    private static func blocks(
        _ folder: String, _ before: String,
        _ steps: (_ number: Int, _ instructions: [UInt8], _ block: [UInt8]) -> [Script.Step]
    ) throws -> [FuzzTarget.Seed] {
        try texts("Tests/Vectors/" + folder).map { name, text in
            var number = 0
            var instructions: [UInt8] = []
            var all: [Script.Step] = []
            for words in lines(text) where number < 8 {
                if words[0] == before { instructions += SeedFiles.bytes(hex: words[1]) }
                guard words[0] == "block" else { continue }
                all += steps(number, instructions, SeedFiles.bytes(hex: words[1]))
                number += 1
                instructions = []
            }
            return FuzzTarget.Seed(name, Script.bytes(all))
        }
    }

    private static func http2(_ number: Int, _ instructions: [UInt8], _ block: [UInt8]) -> [Script.Step] {
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, 0, [0, 3, 0, 0, 0, 100])
        let stream = UInt8(2 * number + 1)
        let half = block.count / 2
        let headers = frame(1, 1, stream, Array(block[..<half])) + frame(9, 4, stream, Array(block[half...]))
        let answer = frame(1, 4, stream, [0x88]) + frame(0, 1, stream, Array("body".utf8))
        return [
            Script.Step(kind: .bytesToServer, payload: (number == 0 ? preface : []) + headers),
            Script.Step(kind: .bytesToClient, payload: (number == 0 ? frame(4, 0, 0, []) : []) + answer),
        ]
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xff), type, flags, 0, 0, 0, stream] + payload
    }

    private static func http3(_ number: Int, _ instructions: [UInt8], _ block: [UInt8]) -> [Script.Step] {
        let opening: [Script.Step] = [
            Script.Step(kind: .stream, payload: [3]),
            // SETTINGS: a table of 4,096 bytes, 16 blocked streams.
            Script.Step(kind: .bytesToClient, payload: [0, 4, 5, 1, 0x50, 0, 7, 16]),
            Script.Step(kind: .stream, payload: [6]),
            Script.Step(kind: .bytesToServer, payload: [2]),
        ]
        let length = [0x40 | UInt8(block.count >> 8 & 0x3f), UInt8(block.count & 0xff)]
        return (number == 0 ? opening : []) + [
            Script.Step(kind: .stream, payload: [6]), Script.Step(kind: .bytesToServer, payload: instructions),
            Script.Step(kind: .stream, payload: [UInt8(4 * number)]),
            Script.Step(kind: .bytesToServer, payload: [1] + length + block),
            Script.Step(kind: .endToServer, payload: []),
        ]
    }
}
