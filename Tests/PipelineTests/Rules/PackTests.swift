import Cryptography
import Foundation
import Model
import TestSupport
import Testing

@testable import Pipeline

/// Packs: folders and archives of rules that say what they are, prove themselves and may be signed.
struct PackTests {
    private static let shipped = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Examples/families").standardizedFileURL.path

    /// A key pair as `openssl` writes it, its secret the same byte again and again.
    private struct KeyFiles {
        let secret: String
        let `public`: String

        init(in folder: TemporaryFolder, of byte: UInt8 = 7) throws {
            let bytes = [UInt8](repeating: byte, count: 32)
            let key = try #require(Ed25519.SecretKey(bytes))
            func pem(_ label: String, _ prefix: String, _ bytes: [UInt8]) throws -> String {
                let body = (try #require(Data(base64Encoded: prefix)) + bytes).base64EncodedString()
                let text = "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
                return try folder.write(text, to: "\(byte) \(label).pem")
            }
            secret = try pem("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEIA==", bytes)
            `public` = try pem("PUBLIC KEY", "MCowBQYDK2VwAyEA", key.publicKey)
        }
    }

    /// The example pack in a folder of the test's own.
    private static func copy() throws -> (folder: TemporaryFolder, pack: String) {
        let folder = try TemporaryFolder()
        let pack = "\(folder.path)/acme-1.0.0"
        try FileManager.default.copyItem(atPath: shipped, toPath: pack)
        return (folder, pack)
    }

    private static func archive(_ pack: String, in folder: TemporaryFolder) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["tar", "czf", "\(folder.path)/pack.tar.gz", "-C", folder.path, "acme-1.0.0"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return "\(folder.path)/pack.tar.gz"
    }

    private static func sign(_ pack: String, with keys: KeyFiles) throws {
        let envelope = try PackSignature.sign(pack, keyPath: keys.secret)
        try OutputFile.write(envelope, to: "\(pack)/\(PackSignature.name)")
    }

    @Test func anArchiveIsTheFolder() throws {
        let (folder, pack) = try Self.copy()
        let archive = try Self.archive(pack, in: folder)
        let (one, other) = (try RuleFolder(pack), try RuleFolder(archive))
        #expect(one.sha256 == other.sha256 && other.pack?.name == "acme-checks" && other.pack?.version == "1.0.0")
        #expect(try ShippedRules().pack(adding: [archive]).pack.rule("acme.clip-once") != nil)
    }

    @Test func itsOwnRunsAreJudged() throws {
        let (folder, pack) = try Self.copy()
        for path in [pack, try Self.archive(pack, in: folder)] {
            let outcome = try #require(try Pipeline.PackTests(path: path, toolVersion: "0").run())
            #expect(outcome.tests == 3 && outcome.failures == [])
        }
        let text = try String(contentsOfFile: "\(pack)/pack.yaml", encoding: .utf8)
        try text.replacing("expect: inconclusive", with: "expect: pass")
            .write(toFile: "\(pack)/pack.yaml", atomically: true, encoding: .utf8)
        let failures = try #require(try Pipeline.PackTests(path: pack, toolVersion: "0").run()).failures
        #expect(failures.count == 1 && failures[0].contains("acme-cut-url.har: expected pass, found inconclusive"))
    }

    @Test func aSignedPackIsNamedWithItsKey() throws {
        let (folder, pack) = try Self.copy()
        let keys = try KeyFiles(in: folder)
        try Self.sign(pack, with: keys)
        for path in [pack, try Self.archive(pack, in: folder)] {
            var request = Certify.Request(inputs: ["\(pack)/acme-play.har"], toolVersion: "0")
            request.ruleFolders = [path]
            request.rulesKeyPath = keys.public
            let loaded = try ShippedRules().pack(adding: [path], signedBy: keys.public)
            let ground = try #require(
                request.groundsOfJudging(facts: nil, waivers: nil, loaded).first { $0.kind == .pack })
            #expect(ground.name == "acme-checks 1.0.0" && ground.value?.hasPrefix("signed by SHA256:") == true)
        }
    }

    @Test func aPackNobodyVouchesForIsRefused() throws {
        let (folder, pack) = try Self.copy()
        let (keys, others) = (try KeyFiles(in: folder), try KeyFiles(in: folder, of: 9))
        func refusal(_ key: String) -> String {
            do throws(PipelineFailure) {
                _ = try ShippedRules().pack(adding: [pack], signedBy: key)
                return "none"
            } catch {
                return error.description
            }
        }
        #expect(refusal(keys.public).contains("is not signed"))
        try Self.sign(pack, with: keys)
        #expect(refusal(keys.public) == "none")
        #expect(refusal(others.public).contains("is not signed by the key"))
        try "family: b\ntitle: B\nsources: [{ ref: g, class: vendor }]\n"
            .write(toFile: "\(pack)/b.yaml", atomically: true, encoding: .utf8)
        #expect(refusal(keys.public).contains("is not what was signed"))
    }
}
