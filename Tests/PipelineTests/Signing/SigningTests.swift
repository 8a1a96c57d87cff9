import Cryptography
import Foundation
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

    @Test func theFirstDifferenceIsNamed() throws {
        func tree(_ predicate: String) throws -> StatementTree {
            let text = """
                {"_type":"https://in-toto.io/Statement/v1","predicateType":"urn:beaconproof:certificate:1",
                "subject":[],"predicate":\(predicate)}
                """
            return try StatementTree(Array(text.utf8), path: "c")
        }
        let signed = try tree(#"{"signer":"A","verdict":"pass","findings":[],"settings":[{"key":"a","value":"1"}]}"#)
        let same = try tree(#"{"verdict":"pass","findings":[],"settings":[{"key":"a","value":"1"}]}"#)
        #expect(signed.firstDifference(from: same) == nil)
        let other = try tree(
            #"{"verdict":"fail","findings":[{"fingerprint":"f"}],"settings":[{"key":"a","value":"2"}]}"#)
        let first = try #require(signed.firstDifference(from: other))
        #expect(first.what == "settings a.value" && first.signed == "1" && first.found == "2")
        #expect(throws: PipelineFailure.self) { try StatementTree(Array("{}".utf8), path: "c") }
    }
}
