import Audit
import Cryptography
import Encodings
import Foundation
import Model
import TestSupport
import Testing

@testable import Pipeline

struct SigningTests {
    /// The first key pair of RFC 8032, section 7.1, as OpenSSL writes it.
    private static let secret = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----

        """
    private static let shown = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----

        """

    @Test func thePairOfTheRFC() throws {
        let folder = try TemporaryFolder()
        let key = try SigningKey.secret(folder.write(Self.secret, to: "secret.pem"))
        let shown = try SigningKey.public(folder.write(Self.shown, to: "public.pem"))
        #expect(key.publicKey == shown)
        let expected =
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        #expect(key.signature(of: [])?.map { String(format: "%02x", $0) }.joined() == expected)
        #expect(SigningKey.identifier(of: shown).hasPrefix("SHA256:"))
    }

    @Test func whatIsNoKeyIsToldSo() throws {
        let folder = try TemporaryFolder()
        for (text, message) in [
            (Self.shown, "expected '-----BEGIN PRIVATE KEY-----'; found -----BEGINPUBLICKEY-----"),
            ("", "expected '-----BEGIN PRIVATE KEY-----'; make one with"),
            (Self.secret.replacing("MC4C", with: "MC4D"), "is no Ed25519 key"),
            (Self.secret.replacing("rn9g", with: "rn9"), "is no Ed25519 key"),
        ] {
            let path = try folder.write(text, to: "key.pem")
            let failure = #expect(throws: PipelineFailure.self) { try SigningKey.secret(path) }
            #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "")")
        }
    }

    @Test func anEnvelopeIsReadBackAndChecked() throws {
        let folder = try TemporaryFolder()
        let key = try SigningKey.secret(folder.write(Self.secret, to: "secret.pem"))
        let envelope = try Envelope(signing: Array("{}".utf8), with: key)
        let text = String(decoding: envelope.render(), as: UTF8.self)
        var read = try Envelope(text, path: "c.json")
        #expect(read.payload == envelope.payload && read.isSigned(by: key.publicKey))
        read.payload.append(0x20)
        #expect(!read.isSigned(by: key.publicKey))
        #expect(throws: PipelineFailure.self) { try Envelope(text.replacing("in-toto", with: "other"), path: "c") }
        #expect(throws: PipelineFailure.self) { try Envelope("[]", path: "c") }
    }

    private static func statement(
        of sample: SampleHAR = .clean, _ change: (inout Certify.Request, TemporaryFolder) throws -> Void = { _, _ in }
    ) throws -> Statement {
        let folder = try TemporaryFolder()
        let capture = try folder.write(sample.json, to: "run.har")
        var request = Certify.Request(inputs: [capture], toolVersion: "0")
        request.today = CalendarDate("2026-01-31")
        try change(&request, folder)
        let outcome = try Certify(request, rules: ShippedRules()).certify()
        return try Statement(run: outcome.run, in: outcome.database, signer: "A", libraries: [("sqlite", "3.40.1")])
    }

    private static func hex(_ bytes: Int) -> String { String(repeating: "5a", count: bytes) }

    @Test func itHoldsEverythingThatDecided() throws {
        let statement = try Self.statement { request, folder in
            request.keyLogs = [try folder.write("CLIENT_RANDOM \(Self.hex(32)) \(Self.hex(48))\n", to: "keys.txt")]
            request.factsPath = try folder.write(SampleHAR.facts, to: "facts.yaml")
            request.waiversPath = try folder.write("waivers: []\n", to: "waivers.yaml")
            request.ruleFolders = [Repository.path("Examples/rules")]
            request.configured = Configured(path: folder.path + "/beaconproof.yaml", sha256: "c0", isFound: true)
            request.configured?.waivers = request.waiversPath
            request.profiles = ["vast"]
            request.commandSettings = ["order.slackMs": "300"]
            request.filter = "tcp port 80"
            try request.limits.set("flows=7")
        }
        let grounds = statement.predicate.grounds
        func ground(_ kind: Ground.Kind, _ name: String = "") throws -> Ground {
            try #require(grounds.first { $0.kind == kind && $0.name == name }, "\(kind) \(name)")
        }
        #expect(try ground(.facts, "facts.yaml").sha256 == SHA256.hash(SampleHAR.facts.utf8).hexadecimal)
        #expect(try ground(.keyLog).sha256?.count == 64 && ground(.keyLog).value == nil)
        #expect(try ground(.waivers, "waivers.yaml").origin == .configured)
        #expect(try ground(.configuration, "beaconproof.yaml").origin == .found)
        #expect(try ground(.day).value == "2026-01-31")
        #expect(try ground(.profile, "vast").origin == .given)
        #expect(try ground(.setting, "order.slackMs").value == "300")
        #expect(try ground(.filter).value == "tcp port 80")
        #expect(try ground(.limit, "flows") == Ground(.limit, name: "flows", value: "7", origin: .given))
        #expect(try ground(.limit, "streams").origin == .builtIn)
        #expect(try ground(.library, "sqlite").value == "3.40.1")
        #expect(grounds.contains { $0.kind == .ruleFile && $0.sha256?.count == 64 })
        #expect(statement.subject.map(\.name) == ["run.har"])
        #expect(statement.predicate.settings.contains { $0.key == "order.slackMs" && $0.source == "command line" })
        let text = String(decoding: try statement.payload(), as: UTF8.self)
        #expect(!text.contains(Self.hex(48)) && !text.contains("keys.txt") && !text.contains("/tmp"))
    }

    @Test func aStatementIsReadBackOrRefused() throws {
        let statement = try Self.statement()
        let payload = try statement.payload()
        #expect(try Statement(payload, path: "c") == statement)
        let text = String(decoding: payload, as: UTF8.self)
        let last = statement.predicate.grounds.count
        for (change, message) in [
            (text.replacing(#"{"_type""#, with: #"{"more":1,"_type""#), "unknown member more"),
            (text.replacing(#""findings":["#, with: #""dangers":[],"findings":["#), "unknown member predicate.dangers"),
            (
                text.replacing(#""kind":"library""#, with: #""kind":"library","weight":2"#),
                "unknown member predicate.grounds.\(last).weight"
            ),
            (
                text.replacing(#""kind":"library""#, with: #""kind":"oracle""#),
                "a value that this version does not know"
            ),
            (text.replacing("certificate:2", with: "certificate:1"), "no certificate of this version"),
            (text.replacing(#""tool":"0""#, with: #""tool": "0""#), "not as 'sign' writes them"),
            (text.replacing(#""tool":"0","#, with: ""), "lacks tool"),
        ] {
            let failure = #expect(throws: PipelineFailure.self) { try Statement(Array(change.utf8), path: "c") }
            #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "none"): \(message)")
        }
    }

    @Test func theFirstDifferenceIsNamed() throws {
        let signed = try Self.statement()
        #expect(try StatementDifference.first(signed, Self.statement()) == nil)
        func first(_ change: (inout Certify.Request, TemporaryFolder) throws -> Void) throws -> String? {
            try StatementDifference.first(signed, Self.statement(change))?.what
        }
        #expect(try first { request, _ in request.toolVersion = "1" } == "tool")
        let facts = try first { request, folder in
            request.factsPath = try folder.write(SampleHAR.facts, to: "facts.yaml")
        }
        #expect(facts == "facts facts.yaml")
        #expect(try first { request, _ in request.commandSettings = ["order.slackMs": "1"] } == "setting order.slackMs")
        #expect(try first { request, _ in try request.limits.set("flows=8") } == "limit flows")
        #expect(try first { request, _ in request.profiles = ["vast"] } == "profile vast")
        #expect(try StatementDifference.first(signed, Self.statement(of: .repeated))?.what == "verdict")
        var elsewhere = signed
        elsewhere.predicate.grounds[elsewhere.predicate.grounds.count - 1].value = "3.50.0"
        #expect(try StatementDifference.first(signed, elsewhere) == nil)
        #expect(StatementDifference.libraries(signed, elsewhere).count == 1)
    }
}
