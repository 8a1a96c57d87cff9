import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// Every saved query on its sample, against the result in its own file.
struct SavedQueryTests {
    @Test(arguments: SavedQuery.all)
    func givesItsExample(query: SavedQuery) throws {
        #expect(!query.title.isEmpty && query.question.hasSuffix("?") || query.question.contains("? "))
        let folder = try TemporaryFolder()
        // Alone: keys that lie beside a capture are found.
        let capture = URL(filePath: folder.path).appending(path: query.example)
        try FileManager.default.copyItem(
            at: URL(filePath: Repository.path("Examples/captures/\(query.example)")), to: capture)
        var request = Certify.Request(inputs: [capture.path], toolVersion: "0")
        request.databasePath = folder.path + "/run.sqlite"
        _ = try Certify(request, rules: ShippedRules()).certify()
        var rows: [UInt8] = []
        try Query(folder.path + "/run.sqlite").run(query.sql, as: .markdown) { rows += $0 }
        let found = String(decoding: rows, as: UTF8.self)
            .replacing(folder.path + "/", with: "")
        #expect(found == query.result, "\(query.name):\n\(found)")
    }

    @Test func allFilesAreListed() throws {
        #expect(SavedQuery.all.count >= 5)
        #expect(throws: PipelineFailure.self) { try SavedQuery.named("nonsense") }
    }
}
