import Model
import TestSupport
import Testing
import Wire

@Suite struct TLSDecoderTests {
    @Test(arguments: TLSVector.decryptable)
    func plaintextIsWhatTheProgramsWrote(name: String) throws {
        let vector = try TLSVector(name)
        let output = TLSOutput(vector.decoder, vector.conversation)
        for direction in [Direction.toServer, .toClient] {
            #expect(output.plaintext(direction) == vector.plain[direction])
        }
        #expect(output.codes == (name == "tls13-early-data-rejected" ? ["tls.early-data-rejected"] : []))
        #expect(output.facts?.serverName == "ads.example.test")
        #expect(
            output.facts?.version?.name.replacing(" ", with: "").replacing(".", with: "").lowercased()
                == String(name.prefix(5)))
        #expect(output.gaps.isEmpty)
    }

    @Test(arguments: TLSVector.decryptable)
    func anySegmentationGivesTheSameEvents(name: String) throws {
        let vector = try TLSVector(name)
        FlowDecoderVerifier.verify({ vector.decoder }, on: vector.conversation, join: TLSVector.join, prefixes: 100) {
            items in
            for direction in [Direction.toServer, .toClient] {
                let plain = vector.plain[direction] ?? []
                #expect(plain.starts(with: TLSOutput(items).plaintext(direction)) || name.contains("early"))
            }
        }
    }

    /// Bytes that authenticate were sent: damage may cost plaintext, never invent any.
    @Test(arguments: TLSVector.decryptable)
    func damageNeverGivesOtherPlaintext(name: String) throws {
        let vector = try TLSVector(name)
        let written = Set([Direction.toServer, .toClient].flatMap { vector.plain[$0] ?? [] } + "early words".utf8)
        FlowDecoderVerifier.mutate({ vector.decoder }, on: vector.conversation, rounds: 50) { mutant, items in
            for direction in [Direction.toServer, .toClient] where name != "tls12-null-sha256" {
                let output = TLSOutput(items)
                #expect(Set(output.plaintext(direction)).subtracting(written).isEmpty)
            }
        }
    }

    @Test(arguments: TLSVector.decryptable)
    func everyByteIsReadOrDiagnosed(name: String) throws {
        let vector = try TLSVector(name)
        var random = SeededGenerator(seed: 11)
        for round in 0..<25 {
            var conversation = vector.conversation
            if round > 0 {
                let place = Int.random(in: 0..<conversation.count, using: &random)
                if case .bytes(let direction, let bytes, let mark) = conversation[place] {
                    conversation[place] = .bytes(direction, Mutation.mutate(bytes, using: &random) + [0], mark)
                }
            }
            var decoder = vector.decoder
            var outbox = Outbox<TLSEvent>()
            for event in conversation { decoder.feed(event, into: &outbox) }
            decoder.finish(into: &outbox)
            #expect(decoder.ledger.isBalanced, "round \(round): \(decoder.ledger)")
            #expect(decoder.ledger.diagnosed == outbox.diagnostics.reduce(0) { $0 + $1.units }, "round \(round)")
        }
    }

    @Test func theTraceOfRFC8448Section3() throws {
        let vector = try TLSVector("rfc8448-simple-1-rtt")
        let output = TLSOutput(vector.decoder, vector.conversation)
        #expect(output.plaintext(.toServer) == Array(0..<50))
        #expect(output.plaintext(.toClient) == Array(0..<50))
        #expect(output.ends.map(\.0) == [.toServer, .toClient])
        #expect(output.facts?.serverName == "server")
        #expect(output.codes.isEmpty)
        FlowDecoderVerifier.verify({ vector.decoder }, on: vector.conversation, join: TLSVector.join, prefixes: 100)
    }

    @Test func applicationProtocolOfTheEncryptedExtensionsAndOfTheServerHello() throws {
        let new = try TLSVector("tls13-aes128gcm")
        let facts = try #require(TLSOutput(new.decoder, new.conversation).facts)
        #expect(facts.applicationProtocol == "h2")
        #expect(facts.offeredProtocols == ["h2", "http/1.1"])
        #expect(facts.cipherSuite?.name == "TLS_AES_128_GCM_SHA256")
        #expect(facts.mayCarryManyHosts)
        let old = try TLSVector("tls12-aes128gcm")
        let without = try #require(TLSOutput(TLSDecoder(secrets: SecretStore()), old.conversation).facts)
        #expect(without.applicationProtocol == "http/1.1")
        #expect(!without.mayCarryManyHosts)
    }

    @Test(arguments: [
        ("tls12-resumed-ticket", true), ("tls12-resumed-session-id", true), ("tls12-aes128gcm", false),
        ("tls13-early-data", true), ("tls13-aes128gcm", false),
    ])
    func resumptionIsAFact(name: String, isResumed: Bool) throws {
        let vector = try TLSVector(name)
        #expect(TLSOutput(vector.decoder, vector.conversation).facts?.isResumed == isResumed)
    }

    @Test func anRSALineAloneOpensAnRSAKeyExchange() throws {
        var vector = try TLSVector("tls12-rsa-key-exchange")
        vector.secrets.removeAll { $0.label != "RSA" }
        #expect(TLSOutput(vector.decoder, vector.conversation).plaintext(.toServer) == vector.plain[.toServer])
    }

    @Test func closeNotifyEndsADirectionOnce() throws {
        let vector = try TLSVector("tls13-aes128gcm")
        let last = try #require(vector.conversation.last).mark
        let closed = vector.conversation + [.end(.toServer, reset: false, last), .end(.toClient, reset: true, last)]
        let ends = TLSOutput(vector.decoder, closed).ends
        #expect(ends.filter { $0.0 == .toServer }.count == 1)
        #expect(ends.filter { $0.0 == .toClient }.count == 1)
    }

    @Test func aClientThatDistrustsTheCertificateIsNamed() throws {
        let vector = try TLSVector("tls12-alert-unknown-ca")
        let output = TLSOutput(vector.decoder, vector.conversation)
        #expect(output.codes.contains("tls.alert"))
        #expect(output.diagnostics.first?.detail.contains("unknown_ca") == true)
        #expect(output.diagnostics.allSatisfy { $0.blind == nil })
    }

    @Test func earlyDataWithoutItsOwnSecretDoesNotCostTheRest() throws {
        var vector = try TLSVector("tls13-early-data")
        vector.secrets.removeAll { $0.label == "CLIENT_EARLY_TRAFFIC_SECRET" }
        let output = TLSOutput(vector.decoder, vector.conversation)
        let plain = try #require(vector.plain[.toServer])
        #expect(output.plaintext(.toServer) == Array(plain.dropFirst("early words\n".utf8.count)))
        #expect(output.codes == ["tls.secret-missing"])
        #expect(output.gaps == [.toServer])
    }

    @Test func secretsStayOutOfDescriptions() throws {
        let vector = try TLSVector("tls13-aes128gcm")
        let store = SecretStore(vector.secrets)
        let secret = vector.secrets.map { "\($0.secret)" }
        var dumped = ""
        dump(store, to: &dumped)
        for text in ["\(store)", String(reflecting: store), dumped] {
            #expect(!secret.contains { text.contains($0) })
        }
    }
}
