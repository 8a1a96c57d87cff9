import Foundation
import TestSupport
import Testing

@testable import Pipeline

struct GuardedFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func refuses(_ path: String, _ guarded: GuardedFiles) -> Bool {
        do throws(PipelineFailure) {
            try guarded.check(path)
            return false
        } catch {
            return error.description.contains("is not overwritten")
        }
    }

    @Test func anInputByAnyOfItsNames() throws {
        let input = try folder.write("x", to: "run.har")
        let (soft, hard) = (folder.path + "/soft", folder.path + "/hard")
        try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: input)
        try FileManager.default.linkItem(atPath: input, toPath: hard)
        let guarded = GuardedFiles([input])
        for path in [input, soft, hard, folder.path + "/./run.har"] { #expect(refuses(path, guarded), "\(path)") }
        let other = try folder.write("x", to: "other.har")
        for path in [other, folder.path + "/new", "/dev/null"] { #expect(!refuses(path, guarded), "\(path)") }
    }

    @Test func whatIsReadInFolders() throws {
        let rule = try folder.write("x", to: "rules/deep/a.yaml")
        let note = try folder.write("x", to: "rules/notes.txt")
        let executable = try folder.write("x", to: "App.app/App")
        let guarded = GuardedFiles(
            [], ruleFolders: [folder.path + "/rules/"], bundle: folder.path + "/App.app")
        #expect(refuses(rule, guarded) && refuses(executable, guarded))
        #expect(!refuses(note, guarded) && !refuses(folder.path + "/rules/new.yaml", guarded))
    }

    @Test func keysThatAreNoInput() throws {
        let random = String(repeating: "0a", count: 32)
        for (name, text) in [
            ("secret.pem", "a remark\n-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY-----\n"),
            ("old.pem", "-----BEGIN RSA PRIVATE KEY-----\n"),
            ("keys.txt", "CLIENT_RANDOM \(random) \(random)\(random.prefix(32))\n"),
        ] {
            #expect(refuses(try folder.write(text, to: name), GuardedFiles([])), "\(name)")
        }
        #expect(!refuses(try folder.write("-----BEGIN CERTIFICATE-----\n", to: "c.pem"), GuardedFiles([])))
    }
}
