import Capture
import Model
import TestSupport
import Testing

@Suite struct KeyLogReaderTests {
    private func read(_ text: String) -> Outbox<TLSSecret> {
        var reader = KeyLogReader()
        var outbox = Outbox<TLSSecret>()
        let bytes = Array(text.utf8)
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        return outbox
    }

    private let lines = """
        # SSL/TLS secrets log file
        CLIENT_RANDOM 0102 a0B0
        CLIENT_HANDSHAKE_TRAFFIC_SECRET 0102 c0\r

        EXPORTER_SECRET 0102 d0
        RSA 0102030405060708 ee
        RSA Session-ID:aabb Master-Key:ccdd
        """

    @Test func everyForm() {
        let outbox = read(lines)
        #expect(
            outbox.events == [
                TLSSecret(label: "CLIENT_RANDOM", context: [1, 2], secret: [0xa0, 0xb0]),
                TLSSecret(label: "CLIENT_HANDSHAKE_TRAFFIC_SECRET", context: [1, 2], secret: [0xc0]),
                TLSSecret(label: "EXPORTER_SECRET", context: [1, 2], secret: [0xd0]),
                TLSSecret(label: "RSA", context: [1, 2, 3, 4, 5, 6, 7, 8], secret: [0xee]),
                TLSSecret(label: "RSA Session-ID", context: [0xaa, 0xbb], secret: [0xcc, 0xdd]),
            ])
        #expect(outbox.diagnostics.isEmpty)
        #expect(read("\u{FEFF}" + lines).events == outbox.events)
        #expect(read("\u{FEFF}CLIENT_RANDOM 0102 a0").events.count == 1)
        DecoderVerifier.verify({ KeyLogReader() }, on: Array(lines.utf8))
        DecoderVerifier.mutate({ KeyLogReader() }, on: Array(lines.utf8), rounds: 1_000)
    }

    @Test(arguments: [
        "CLIENT_RANDOM 0102", "CLIENT_RANDOM 0102 abc", "CLIENT_RANDOM 0102 xy", "client 01 02", "A 01 02 03",
        "CLIENT_RANDOM  ", "\u{0}\u{1}",
    ])
    func unreadableLinesAreNamedAndNeverQuoted(line: String) {
        let outbox = read("CLIENT_RANDOM 01 02\n" + line + "\nCLIENT_RANDOM 03 04\n")
        #expect(outbox.events.count == 2)
        #expect(outbox.diagnostics.map(\.code) == [.keyLogLineUnreadable])
        #expect(outbox.diagnostics.first?.locator == .line(2))
        #expect(outbox.diagnostics.first?.detail == "expected a label and two hexadecimal values")
    }

    @Test func aLineWithoutEndDoesNotGrowTheWindow() {
        let long = Array("CLIENT_RANDOM ".utf8) + Array(repeating: UInt8(ascii: "a"), count: 10_000)
        var reader = KeyLogReader()
        var outbox = Outbox<TLSSecret>()
        let first = reader.decode(long.span, isFinal: false, into: &outbox)
        #expect(first == long.count)
        let rest = Array("aa\nCLIENT_RANDOM 01 02\n".utf8)
        let second = reader.decode(rest.span, isFinal: true, into: &outbox)
        #expect(second == rest.count)
        #expect(outbox.events.count == 1)
        #expect(outbox.diagnostics.count == 1)
        #expect(reader.ledger == Ledger(unit: "lines", input: 2, output: 1, diagnosed: 1))
        DecoderVerifier.verify({ KeyLogReader() }, on: long + rest)
    }

    @Test func recognisedByItsFirstSecret() {
        func recognises(_ text: String) -> Bool {
            let bytes = Array(text.utf8)
            return KeyLogReader.recognises(bytes.span)
        }
        #expect(recognises("# comment\nCLIENT_RANDOM 01 02\n"))
        #expect(!recognises("{\"log\": {}}"))
        #expect(!recognises(""))
    }
}
