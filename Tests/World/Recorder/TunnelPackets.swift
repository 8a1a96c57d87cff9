/// A phone's packets without keys: TLS connections of which the server's name can be seen, and nothing else; and plain
/// HTTP as it is.
struct TunnelPackets {
    let bytes: [UInt8]

    init(story: Story, span: ClosedRange<Microseconds>) {
        var file = PcapFile()
        var open: [String: TCPConnection] = [:]
        var port = 49_152
        for request in story.requests.sorted(by: { $0.sentAt < $1.sentAt }) where span.contains(request.sentAt) {
            let host = URLText.host(request.url)
            let isPlain = URLText.scheme(request.url) == "http"
            let key = host + (isPlain ? " plain" : "")
            if open[key].map({ request.sentAt - $0.last > 60_000_000 }) ?? true {
                port += 1
                var connection = TCPConnection(server: request.server, port: isPlain ? 80 : 443, client: port)
                connection.open(at: request.sentAt - 60_000, into: &file)
                if !isPlain {
                    connection.send(
                        TLSBytes.clientHello(host, seed: request.id), at: request.sentAt - 40_000, into: &file)
                    connection.receive(TLSBytes.serverHello(seed: request.id), at: request.sentAt - 20_000, into: &file)
                }
                open[key] = connection
            }
            guard var connection = open[key] else { continue }
            if isPlain {
                let text = "GET \(URLText.target(request.url)) HTTP/1.1\r\nHost: \(host)\r\nAccept: */*\r\n\r\n"
                connection.send(Array(text.utf8), at: request.sentAt, into: &file)
                let answer = "HTTP/1.1 \(request.status) OK\r\nContent-Type: image/gif\r\nContent-Length: 0\r\n\r\n"
                connection.receive(Array(answer.utf8), at: request.sentAt + request.waited, into: &file)
            } else {
                connection.send(TLSBytes.data(request.url.utf8.count + 180), at: request.sentAt, into: &file)
                connection.receive(
                    TLSBytes.data(Swift.min(request.answer.bytes + 240, 9_000)), at: request.sentAt + request.waited,
                    into: &file)
            }
            open[key] = connection
        }
        bytes = file.bytes
    }
}

/// A pcap file with Ethernet frames and microseconds.
struct PcapFile {
    private(set) var frames: [(at: Microseconds, bytes: [UInt8])] = []

    mutating func append(_ frame: [UInt8], at moment: Microseconds) { frames.append((moment, frame)) }

    var bytes: [UInt8] {
        var file: [UInt8] = []
        for word in [0xa1b2_c3d4, 0x0004_0002, 0, 0, 262_144, 1] as [UInt32] { file.append(little: word) }
        for (moment, frame) in frames.enumerated().sorted(by: {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }).map(\.element) {
            for word in [moment / 1_000_000, moment % 1_000_000, frame.count, frame.count] {
                file.append(little: UInt32(word))
            }
            file += frame
        }
        return file
    }
}

/// One TCP connection over IPv4, written packet by packet.
struct TCPConnection {
    let server: [UInt8]
    let port: Int
    let client: Int
    private var sent: UInt32 = 1_000
    private var received: UInt32 = 5_000
    private(set) var last: Microseconds = 0

    init(server: String, port: Int, client: Int) {
        self.server = server.split(separator: ".").compactMap { UInt8($0) }
        self.port = port
        self.client = client
    }

    mutating func open(at moment: Microseconds, into file: inout PcapFile) {
        write([], flags: 0x02, isClient: true, at: moment, into: &file)
        sent += 1
        write([], flags: 0x12, isClient: false, at: moment + 8_000, into: &file)
        received += 1
        write([], flags: 0x10, isClient: true, at: moment + 16_000, into: &file)
    }

    mutating func send(_ data: [UInt8], at moment: Microseconds, into file: inout PcapFile) {
        for (place, chunk) in data.chunked(1_400).enumerated() {
            write(chunk, flags: 0x18, isClient: true, at: moment + place * 40, into: &file)
            sent &+= UInt32(chunk.count)
        }
        last = moment
    }

    mutating func receive(_ data: [UInt8], at moment: Microseconds, into file: inout PcapFile) {
        for (place, chunk) in data.chunked(1_400).enumerated() {
            write(chunk, flags: 0x18, isClient: false, at: moment + place * 40, into: &file)
            received &+= UInt32(chunk.count)
        }
        last = moment
    }

    private func write(
        _ data: [UInt8], flags: UInt8, isClient: Bool, at moment: Microseconds, into file: inout PcapFile
    ) {
        let phone: [UInt8] = [192, 168, 1, 23]
        var frame: [UInt8] = [2, 0, 0, 0, 0, isClient ? 1 : 2, 2, 0, 0, 0, 0, isClient ? 2 : 1, 8, 0]
        let length = 40 + data.count
        frame += [0x45, 0, UInt8(length >> 8), UInt8(length & 0xff), 0, 0, 0x40, 0, 64, 6, 0, 0]
        frame += isClient ? phone + server : server + phone
        let (from, to) = isClient ? (client, port) : (port, client)
        frame += [UInt8(from >> 8), UInt8(from & 0xff), UInt8(to >> 8), UInt8(to & 0xff)]
        frame.append(big: isClient ? sent : received)
        frame.append(big: flags == 0x02 ? 0 : isClient ? received : sent)
        frame += [0x50, flags, 0xff, 0xff, 0, 0, 0, 0]
        file.append(frame + data, at: moment)
    }
}

/// TLS records of which only the first can be read.
enum TLSBytes {
    static func clientHello(_ host: String, seed: Int) -> [UInt8] {
        let name = Array(host.utf8)
        var list: [UInt8] = [0]
        list.append(big16: name.count)
        list += name
        var sni: [UInt8] = []
        sni.append(big16: list.count)
        sni += list
        var extensions: [UInt8] = [0, 0]
        extensions.append(big16: sni.count)
        extensions += sni
        extensions += [0, 0x2b, 0, 3, 2, 3, 4]
        var body: [UInt8] = [3, 3] + noise(32, seed: seed) + [0, 0, 4, 0x13, 1, 0x13, 2, 1, 0]
        body.append(big16: extensions.count)
        body += extensions
        return handshake(1, body)
    }

    static func serverHello(seed: Int) -> [UInt8] {
        let body: [UInt8] = [3, 3] + noise(32, seed: seed + 7) + [0, 0x13, 1, 0, 0, 6, 0, 0x2b, 0, 2, 3, 4]
        return handshake(2, body) + data(900)
    }

    static func data(_ length: Int) -> [UInt8] {
        var record: [UInt8] = [0x17, 3, 3]
        record.append(big16: length)
        return record + noise(length, seed: length)
    }

    private static func handshake(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
        var record: [UInt8] = [0x16, 3, 1]
        record.append(big16: body.count + 4)
        return record + [kind, 0, UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
    }

    private static func noise(_ count: Int, seed: Int) -> [UInt8] {
        var random = Randomness(seed: UInt64(seed) &+ 99)
        return (0..<count).map { _ in UInt8(random.next() & 0xff) }
    }
}

extension [UInt8] {
    mutating func append(little word: UInt32) {
        for shift in [0, 8, 16, 24] { append(UInt8(word >> UInt32(shift) & 0xff)) }
    }
    mutating func append(big word: UInt32) {
        for shift in [24, 16, 8, 0] { append(UInt8(word >> UInt32(shift) & 0xff)) }
    }
    mutating func append(big16 number: Int) { self += [UInt8(number >> 8 & 0xff), UInt8(number & 0xff)] }

    fileprivate func chunked(_ length: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: length).map { [UInt8](self[$0..<Swift.min($0 + length, count)]) }
    }
}
