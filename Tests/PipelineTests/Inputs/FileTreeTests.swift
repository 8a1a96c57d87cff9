import Foundation
import TestSupport
import Testing

@testable import Pipeline

struct FileTreeTests {
    @Test func aFolderGoesWithAllThatIsInIt() throws {
        let place = try TemporaryFolder()
        try place.write("a", to: "gone/one")
        try place.write("b", to: "gone/deep/er/two")
        try FileTree.remove(place.path + "/gone")
        #expect(!FileTree.exists(place.path + "/gone"))
    }

    /// Neither a link in the folder nor one in its place leads to what is removed.
    @Test func linksGoAlone() throws {
        let place = try TemporaryFolder()
        try place.write("kept", to: "elsewhere/file")
        try place.write("a", to: "gone/one")
        for name in ["gone/link", "instead"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(place.path)/\(name)", withDestinationPath: place.path + "/elsewhere")
        }
        try FileTree.remove(place.path + "/gone")
        try FileTree.remove(place.path + "/instead")
        #expect(try FileTree.names(in: place.path) == ["elsewhere"])
        #expect(FileTree.exists(place.path + "/elsewhere/file"))
    }

    #if os(Linux)
    /// Whoever removes a folder of a killed process must know, and try again later.
    @Test func whatStaysIsSaid() {
        let failure = #expect(throws: PipelineFailure.self) { try FileTree.remove("/proc/self/fdinfo") }
        #expect(failure?.description.contains("cannot be removed") == true)
    }
    #endif

    @Test func pathsBelowAreRelativeAndSorted() throws {
        let place = try TemporaryFolder()
        try place.write("a", to: "b/two")
        try place.write("a", to: "a")
        #expect(try FileTree.paths(below: place.path) == ["a", "b", "b/two"])
        #expect(try FileTree.paths(below: place.path, most: 1).count > 1)
    }
}
