import Model
import Wire

extension FuzzTarget {
    /// One TCP connection, whatever it speaks first: what tells protocols apart, proxies, and what a connection becomes.
    static let connections: [FuzzTarget] = [
        FuzzTarget("connection", dictionary: "http1", seeds: { connectionSeeds }) { bytes in
            try frames([0, 0] + capture(of: Script(bytes)))
        }
    ]

    /// A classic capture of Ethernet frames, a millisecond apart.
    private static func capture(of script: Script) -> [UInt8] {
        var capture: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8)
        capture += little(65_535) + little(1)
        var sequence: [Direction: UInt32] = [.toServer: 1_000, .toClient: 5_000]
        var number: UInt32 = 0
        func add(_ direction: Direction, flags: UInt8, _ payload: [UInt8] = []) {
            let frame = frame(direction, sequence, flags: flags, payload)
            number += 1
            capture += little(1_795_000_000 + number / 1_000) + little(number % 1_000 * 1_000)
            capture += little(UInt32(frame.count)) + little(UInt32(frame.count)) + frame
            sequence[direction, default: 0] &+= UInt32(payload.count) + (flags & 3 == 0 ? 0 : 1)
        }
        add(.toServer, flags: 2)
        add(.toClient, flags: 18)
        for (_, event) in script.events {
            switch event {
            case .bytes(let direction, let bytes, _):
                for start in stride(from: 0, to: bytes.count, by: 1_400) {
                    add(direction, flags: 24, Array(bytes[start..<min(start + 1_400, bytes.count)]))
                }
            case .gap(let direction, let count, _): sequence[direction, default: 0] &+= UInt32(clamping: count ?? 1)
            case .end(let direction, let isReset, _): add(direction, flags: isReset ? 20 : 17)
            }
        }
        return capture
    }

    private static func frame(
        _ direction: Direction, _ sequence: [Direction: UInt32], flags: UInt8, _ payload: [UInt8]
    ) -> [UInt8] {
        let client: (address: [UInt8], port: [UInt8]) = ([10, 0, 0, 1], [0xC3, 0x50])
        let server: (address: [UInt8], port: [UInt8]) = ([10, 0, 0, 2], [0x04, 0x38])
        let (from, to) = direction == .toServer ? (client, server) : (server, client)
        let other: Direction = direction == .toServer ? .toClient : .toServer
        let length = UInt16(40 + payload.count)
        let ip = [0x45, 0] + big(length) + [0, 0, 0x40, 0, 64, 6, 0, 0] + from.address + to.address
        let tcp =
            from.port + to.port + big(sequence[direction] ?? 0) + big(sequence[other] ?? 0) + [
                0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0,
            ]
        return [UInt8](repeating: 2, count: 12) + [8, 0] + ip + tcp + payload
    }

    private static func big(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func little(_ value: UInt32) -> [UInt8] { big(value).reversed() }

    private static let connectionSeeds: [Seed] = {
        let ask = "GET /px?e=start HTTP/1.1\r\nHost: t.test\r\n\r\n"
        let answer = "HTTP/1.1 204 No Content\r\n\r\n"
        func talk(_ name: String, _ steps: [(Script.Kind, [UInt8])]) -> Seed {
            Seed(name, Script.bytes(steps.map { Script.Step(kind: $0.0, payload: $0.1) }))
        }
        let http: [(Script.Kind, [UInt8])] = [
            (.bytesToServer, Array(ask.utf8)), (.bytesToClient, Array(answer.utf8)),
        ]
        return [
            talk(
                "socks4a",
                [
                    (.bytesToServer, [4, 1, 0, 80, 0, 0, 0, 1, 0] + Array("t.test".utf8) + [0]),
                    (.bytesToClient, [0, 90, 0, 0, 0, 0, 0, 0]),
                ] + http),
            talk(
                "socks5-credentials",
                [
                    (.bytesToServer, [5, 2, 0, 2]), (.bytesToClient, [5, 2]), (.bytesToServer, [1, 1, 0x61, 1, 0x62]),
                    (.bytesToClient, [1, 0]), (.bytesToServer, [5, 1, 0, 3, 6] + Array("t.test".utf8) + [0, 80]),
                    (.bytesToClient, [5, 0, 0, 1, 10, 0, 0, 3, 0, 80]),
                ] + http),
            talk(
                "connect",
                [
                    (.bytesToServer, Array("CONNECT t.test:80 HTTP/1.1\r\nHost: t.test:80\r\n\r\n".utf8)),
                    (.bytesToClient, Array("HTTP/1.1 200 OK\r\n\r\n".utf8)),
                ] + http),
            talk(
                "web-socket",
                [
                    (
                        .bytesToServer,
                        Array(
                            "GET /ws HTTP/1.1\r\nHost: t.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".utf8
                        )
                    ),
                    (
                        .bytesToClient,
                        Array("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".utf8)
                    ),
                    (.bytesToServer, [0x81, 0x82, 1, 2, 3, 4, 5, 6]), (.bytesToClient, [0x82, 2, 7, 7]),
                ]),
            talk(
                "ssl2-hello",
                [
                    (
                        .bytesToServer,
                        [0x80, 28, 1, 3, 1, 0, 3, 0, 0, 0, 16, 0, 0, 0x35] + [UInt8](repeating: 7, count: 16)
                    )
                ]),
            talk("server-first", [(.bytesToClient, Array("220 mail.test\r\n".utf8))] + http),
        ]
    }()
}
