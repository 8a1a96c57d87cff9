import Foundation
import TestSupport
import Testing

/// A file in `docs` that the code generates. `RECORD=1 swift test --filter DocumentationTests` writes it anew, and fails,
/// so that nobody takes a recording for a test.
enum GeneratedFile {
    static func check(_ path: String, is text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = Repository.path(path)
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            let folder = (file as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            Issue.record("\(path) was written anew", sourceLocation: sourceLocation)
            return
        }
        let found = FileManager.default.fileExists(atPath: file) ? try Repository.text(path) : "(no such file)"
        let line = zip(
            text.split(separator: "\n", omittingEmptySubsequences: false),
            found.split(separator: "\n", omittingEmptySubsequences: false)
        ).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(
            found == text,
            "\(path) is stale from line \((line?.offset ?? 0) + 1): RECORD=1 swift test --filter DocumentationTests",
            sourceLocation: sourceLocation)
    }
}
