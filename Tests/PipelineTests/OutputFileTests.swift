import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// An output appears complete or not at all, and what stood in its place stays until then.
struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test func theOldOneStaysUntilTheNewOneIsWhole() throws {
        let path = try folder.write("old", to: "report")
        let file = try OutputFile(path)
        try file.write(Array("new".utf8))
        #expect(try text("report") == "old")
        try file.publish()
        #expect(try text("report") == "new")
        #expect(try names == ["report"])
    }

    @Test func whatIsNotFinishedLeavesNothing() throws {
        let path = try folder.write("old", to: "report")
        do { try OutputFile(path).write(Array("new".utf8)) }
        #expect(try text("report") == "old")
        #expect(try names == ["report"])
    }

    @Test func aKilledProcessIsClearedUpAfter() throws {
        try folder.write("half", to: ".report.partial-99999999")
        try folder.write("half", to: ".other.partial-99999999")
        try folder.write("mine", to: "report-wal")
        try OutputFile.write(Array("new".utf8), to: folder.path + "/report")
        #expect(try names == [".other.partial-99999999", "report", "report-wal"])
    }

    @Test func permissionsAndLinksStay() throws {
        let path = try folder.write("old", to: "secret")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "secret")
        try OutputFile.write(Array("new".utf8), to: link)
        #expect(try text("secret") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "secret")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func devicesAndPipesAreWrittenAsTheyAre() throws {
        try OutputFile.write([1], to: "/dev/null")
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
                == .typeCharacterSpecial)
        let link = folder.path + "/out"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        try OutputFile.write([1], to: link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")

        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        try OutputFile.write(Array("abc".utf8), to: pipe)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(reader, &bytes, 8) == 3 && bytes.starts(with: Array("abc".utf8)))
        close(reader)
        #expect(try names == ["out", "pipe"])
    }

    @Test func whatCannotBeWrittenIsOneLine() throws {
        let failure = #expect(throws: PipelineFailure.self) { try OutputFile.write([1], to: folder.path + "/none/a") }
        #expect(failure?.description == "\(folder.path)/none/a: cannot be written: No such file or directory")
        try FileManager.default.createDirectory(atPath: folder.path + "/a", withIntermediateDirectories: false)
        #expect(throws: PipelineFailure.self) { try OutputFile.write([1], to: folder.path + "/a") }
        #expect(try names == ["a"])
    }
}
