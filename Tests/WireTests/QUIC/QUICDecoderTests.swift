import Model
import TestSupport
import Testing
import Wire

@Suite struct QUICDecoderTests {
    @Test(arguments: QUICVector.complete)
    func streamsCarryWhatTheProgramsSentOnce(name: String) throws {
        let vector = try QUICVector(name)
        let output = vector.output()
        for (key, bytes) in vector.streams {
            #expect(output.bytes(key) == bytes, "stream \(key.id) \(key.direction)")
            if key.id % 4 == 0 { #expect(output.ends(key) == 1, "stream \(key.id) \(key.direction)") }
        }
        #expect(output.streamKeys.isSuperset(of: vector.streams.keys))
        #expect(output.codes == (name == "early-data-rejected" ? ["quic.early-data-rejected"] : []))
        #expect(output.connections == [0])
        #expect(output.facts?.tls.serverName == "ads.example.test")
        #expect(output.facts?.tls.offeredProtocols == ["h3", "h3-29"])
        #expect(output.facts?.tls.applicationProtocol == "h3")
        #expect(output.ledger.isBalanced, "\(output.ledger)")
    }

    @Test(arguments: [("v1-aes128gcm", QUICVersion.v1), ("v2-aes128gcm", .v2), ("v1-to-v2", .v2)])
    func theVersionIsTheOneAgreedOn(name: String, version: QUICVersion) throws {
        #expect(try QUICVector(name).output().facts?.version == version)
    }

    @Test func retryAndResumptionAreFacts() throws {
        #expect(try QUICVector("retry").output().facts?.isRetried == true)
        #expect(try QUICVector("early-data").output().facts?.tls.isResumed == true)
        #expect(try QUICVector("early-data-rejected").output().facts?.tls.isResumed == false)
    }

    @Test(arguments: QUICVector.complete)
    func reorderedAndRepeatedDatagramsChangeNoStream(name: String) throws {
        let vector = try QUICVector(name)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<6 {
            var datagrams = vector.datagrams
            for _ in 0..<3 {
                // Neighbours change places, never before the client's first words and never behind the close.
                guard datagrams.count > 6 else { return }
                let place = Int.random(in: 2..<(datagrams.count - 4), using: &random)
                if datagrams[place].from == datagrams[place + 1].from { datagrams.swapAt(place, place + 1) }
                datagrams.insert(datagrams[place], at: place + 1)
            }
            let output = QUICOutput(vector.secrets, datagrams)
            for (key, bytes) in vector.streams {
                #expect(output.bytes(key) == bytes, "stream \(key.id) \(key.direction)")
            }
        }
    }

    /// Damage and loss may cost bytes, never invent or repeat any.
    @Test(arguments: QUICVector.complete + ["packet-not-captured"])
    func damagedAndLostDatagramsGiveNoOtherBytes(name: String) throws {
        let vector = try QUICVector(name)
        var random = SeededGenerator(seed: 5)
        for round in 0..<60 {
            var datagrams = vector.datagrams
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<datagrams.count, using: &random)
                switch round % 3 {
                case 0: datagrams.remove(at: place)
                case 1: datagrams[place].bytes = Mutation.mutate(datagrams[place].bytes, using: &random)
                default:
                    datagrams[place].bytes = Array(
                        datagrams[place].bytes.prefix(Int.random(in: 0...60, using: &random)))
                }
            }
            let output = QUICOutput(vector.secrets, datagrams)
            #expect(output.ledger.isBalanced, "round \(round): \(output.ledger)")
            for key in output.streamKeys {
                let sent = vector.streams[key] ?? (name == "early-data-rejected" ? Array("early question".utf8) : [])
                #expect(output.bytes(key).count <= max(sent.count, 64), "round \(round), stream \(key.id)")
            }
        }
    }

    @Test func aPacketThatWasAcknowledgedAndNotCapturedIsABlindRow() throws {
        let vector = try QUICVector("packet-not-captured")
        let output = vector.output()
        let diagnostic = try #require(output.diagnostics.first { $0.code == .quicPacketsMissing })
        #expect(diagnostic.blind?.hides == .requests)
        #expect(diagnostic.blind?.host == "ads.example.test")
        #expect(diagnostic.blind?.server == "198.51.100.9:443")
        #expect(output.bytes(.init(id: 4, direction: .toServer)).isEmpty)
        #expect(output.bytes(.init(id: 4, direction: .toClient)) == vector.streams[.init(id: 4, direction: .toClient)])
    }

    @Test(arguments: QUICVector.complete)
    func withoutSecretsTheNamesAreKnownAndEachConnectionIsOneDiagnostic(name: String) throws {
        let output = try QUICVector(name).output(secrets: [])
        #expect(output.streamKeys.isEmpty)
        // The ID that a client moves with, and the token of a reset, are in an encrypted frame or transport parameter.
        let moves = ["migration", "preferred-address", "stateless-reset"].contains(name)
        #expect(output.codes == ["quic.secret-missing"] + (moves ? ["quic.handshake-unseen"] : []))
        #expect(output.facts?.tls.serverName == "ads.example.test")
        let blind = try #require(output.diagnostics.first?.blind)
        #expect(blind.host == "ads.example.test")
        #expect(blind.manyHosts)
        #expect(output.ledger.isBalanced)
    }

    /// RFC 9000 section 9.6: the connection ID to be used there is in the transport parameter.
    @Test func aConnectionGoesOnAtThePreferredAddress() throws {
        let vector = try QUICVector("preferred-address")
        let servers = Set(vector.datagrams.filter { $0.from.hasPrefix("192.0.2.1") }.map(\.to))
        #expect(servers == ["198.51.100.9:443", "203.0.113.5:8443"])
        let output = vector.output()
        #expect(output.connections == [0] && output.codes.isEmpty)
        #expect(output.bytes(.init(id: 0, direction: .toClient)) == Array("answer from there".utf8))
    }

    /// RFC 9000 section 10.3: what ends with a token of the server ends the connection, and is no damaged packet.
    @Test func aStatelessResetEndsTheConnection() throws {
        var vector = try QUICVector("stateless-reset")
        #expect(vector.output().codes.isEmpty)
        #expect(vector.output().connections == [0])
        let last = vector.datagrams.count - 1
        vector.datagrams[last].bytes[vector.datagrams[last].bytes.count - 1] ^= 1
        // It might be a connection that opened before the capture did.
        #expect(vector.output().codes == ["quic.handshake-unseen"])
    }

    @Test func theWrongSecretsAreDamage() throws {
        var vector = try QUICVector("v1-aes128gcm")
        for index in vector.secrets.indices { vector.secrets[index].secret[0] ^= 1 }
        #expect(vector.output().codes == ["quic.packet-damaged"])
    }

    @Test func aConnectionJoinedLateWasOpenedBefore() throws {
        var vector = try QUICVector("v1-aes128gcm")
        vector.datagrams.removeFirst(8)
        let output = vector.output()
        #expect(output.codes == ["quic.handshake-unseen"])
        #expect(output.diagnostics.first?.blind?.manyHosts == true)
    }

    @Test func twoConnectionsOverTheSameAddressesStayApart() throws {
        let first = try QUICVector("empty-client-id")
        let second = try QUICVector("v1-chacha20")
        var both = first.datagrams
        let shift = both.count
        both += second.datagrams.map { datagram in
            var later = datagram
            let number = later.mark.frames.lowerBound + shift
            later.mark = Mark(at: Timestamp(microseconds: Int64(number) * 1_000), frames: number...number)
            return later
        }
        let output = QUICOutput(first.secrets + second.secrets, both)
        #expect(output.connections == [0, 1])
        #expect(output.codes.isEmpty)
    }

    @Test func versionsThatAreNotReadAreNamed() throws {
        var bytes: [UInt8] = [0xc0, 0xff, 0, 0, 29, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0x44]
        bytes += [UInt8](repeating: 7, count: 1_183)
        let mark = Mark(at: Timestamp(microseconds: 1), frames: 1...1)
        let output = QUICOutput([], [.init(from: "a", to: "b", bytes: bytes, mark: mark)])
        #expect(output.codes == ["quic.version-unsupported"])
        #expect(output.diagnostics.first?.detail.contains("draft-29") == true)
        #expect(output.ledger.isBalanced)
    }
}
