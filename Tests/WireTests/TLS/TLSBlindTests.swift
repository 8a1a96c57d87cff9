import Model
import TestSupport
import Testing
import Wire

/// What cannot be read is said, with its extent and why.
@Suite struct TLSBlindTests {
    @Test(arguments: TLSVector.decryptable.filter { $0 != "tls12-null-sha256" })
    func withoutSecretsEachConnectionIsOneDiagnostic(name: String) throws {
        let vector = try TLSVector(name)
        let output = TLSOutput(TLSDecoder(secrets: SecretStore()), vector.conversation)
        #expect(output.plaintext(.toServer).isEmpty && output.plaintext(.toClient).isEmpty)
        #expect(output.codes == ["tls.secret-missing"])
        let blind = try #require(output.diagnostics.first?.blind)
        #expect(blind.host == "ads.example.test")
        #expect(blind.hides == .both)
        #expect(output.gaps.isEmpty && output.ends.isEmpty)
    }

    @Test func oneProtocolForSeveralHostsIsSaid() throws {
        let vector = try TLSVector("tls13-aes128gcm")
        let output = TLSOutput(TLSDecoder(secrets: SecretStore()), vector.conversation)
        #expect(output.diagnostics.first?.blind?.manyHosts == true)
    }

    /// The server's choice is changed to one that nothing here opens.
    @Test(arguments: [
        (UInt16(0x0096), "TLS_RSA_WITH_SEED_CBC_SHA"), (0x0007, "TLS_RSA_WITH_IDEA_CBC_SHA"),
        (0xc07a, "TLS_RSA_WITH_CAMELLIA_128_GCM_SHA256"),
    ])
    func aCipherThatIsNotSupportedIsNamed(code: UInt16, suite: String) throws {
        var vector = try TLSVector("tls12-camellia128-cbc-sha1")
        let first = try #require(
            vector.conversation.firstIndex { if case .bytes(.toClient, _, _) = $0 { true } else { false } })
        guard case .bytes(_, var bytes, let mark) = vector.conversation[first] else { return }
        // Behind two headers, the version, the random and the session's ID.
        let place = 5 + 4 + 2 + 32 + 1 + Int(bytes[5 + 4 + 2 + 32])
        try #require(bytes[place] == 0 && bytes[place + 1] == 0x41)
        bytes[place] = UInt8(code >> 8)
        bytes[place + 1] = UInt8(code & 0xff)
        vector.conversation[first] = .bytes(.toClient, bytes, mark)
        let output = TLSOutput(vector.decoder, vector.conversation)
        #expect(output.codes == ["tls.cipher-unsupported"])
        #expect(output.diagnostics.first?.detail.contains(suite) == true)
        #expect(output.diagnostics.first?.blind != nil)
    }

    @Test func theWrongSecretIsDamageNotPlaintext() throws {
        var vector = try TLSVector("tls13-aes128gcm")
        for index in vector.secrets.indices { vector.secrets[index].secret[0] ^= 1 }
        let output = TLSOutput(vector.decoder, vector.conversation)
        #expect(output.plaintext(.toServer).isEmpty && output.plaintext(.toClient).isEmpty)
        #expect(output.codes == ["tls.record-damaged"])
        #expect(output.diagnostics.first?.blind != nil)
    }

    @Test func secretsOfOneDirectionOpenThatDirection() throws {
        var vector = try TLSVector("tls13-chacha20")
        vector.secrets.removeAll { $0.label.hasPrefix("SERVER") }
        let output = TLSOutput(vector.decoder, vector.conversation)
        #expect(output.plaintext(.toServer) == vector.plain[.toServer])
        #expect(output.plaintext(.toClient).isEmpty)
        #expect(output.codes == ["tls.secret-missing"])
        #expect(output.diagnostics.first?.blind?.hides == .responses)
        #expect(output.gaps == [.toClient])
    }

    @Test func applicationSecretsWithoutHandshakeSecretsSuffice() throws {
        var vector = try TLSVector("tls13-aes256gcm")
        vector.secrets.removeAll { $0.label.contains("HANDSHAKE") }
        let output = TLSOutput(vector.decoder, vector.conversation)
        #expect(output.plaintext(.toServer) == vector.plain[.toServer])
        #expect(output.plaintext(.toClient) == vector.plain[.toClient])
        #expect(output.codes.isEmpty)
        #expect(output.gaps.isEmpty)
    }

    @Test(arguments: ["tls13-aes128gcm", "tls12-aes128gcm"])
    func aConnectionJoinedLateWasOpenedBefore(name: String) throws {
        let vector = try TLSVector(name)
        let late = Array(vector.conversation.suffix(5))
        let output = TLSOutput(vector.decoder, late)
        #expect(output.codes == ["tls.handshake-unseen"])
        #expect(output.diagnostics.first?.blind != nil)
    }

    @Test func aConnectionThatCarriedNothingHidesNothing() throws {
        let vector = try TLSVector("tls13-aes128gcm")
        // Hello, the server's flight, Finished.
        let handshake = Array(vector.conversation.prefix(3))
        let output = TLSOutput(TLSDecoder(secrets: SecretStore()), handshake)
        #expect(output.codes == ["tls.secret-missing"])
        #expect(output.diagnostics.first?.blind == nil)
    }

    @Test func aConnectionGivenUpBeforeTheClientsFinishedHidesNothing() throws {
        let vector = try TLSVector("tls13-aes128gcm")
        let output = TLSOutput(TLSDecoder(secrets: SecretStore()), Array(vector.conversation.prefix(2)))
        #expect(output.codes == ["tls.secret-missing"])
        #expect(output.diagnostics.first?.blind == nil)
    }

    @Test func whatIsNotTLSIsSaid() throws {
        let mark = Mark(at: Timestamp(microseconds: 1), frames: 1...1)
        let output = TLSOutput(
            TLSDecoder(secrets: SecretStore()), [.bytes(.toServer, Array("GET / HTTP/1.1\r\n\r\n".utf8), mark)])
        #expect(output.codes == ["tls.not-tls"])
        #expect(TLSDecoder.recognises("GET / HT".utf8) == false)
        #expect(TLSDecoder.recognises([0x16, 3, 1, 2] as [UInt8]) == nil)
        #expect(TLSDecoder.recognises([0x16, 3, 1, 2, 0, 1] as [UInt8]) == true)
    }

    @Test func aDamagedRecordCostsItselfOnly() throws {
        let vector = try TLSVector("tls13-aes128gcm")
        var conversation = vector.conversation
        let place = try #require(
            conversation.indices.filter { conversation[$0].direction == .toServer }.dropFirst(3).first)
        guard case .bytes(let direction, var bytes, let mark) = conversation[place] else { return }
        bytes[bytes.count - 1] ^= 1
        conversation[place] = .bytes(direction, bytes, mark)
        let output = TLSOutput(vector.decoder, conversation)
        #expect(output.codes == ["tls.record-damaged"])
        #expect(output.gaps == [.toServer])
        #expect(output.plaintext(.toServer).count == (vector.plain[.toServer]?.count ?? 0) - (bytes.count - 22))
        #expect(output.plaintext(.toClient) == vector.plain[.toClient])
    }
}
