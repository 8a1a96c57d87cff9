import Foundation
import Model
import Testing

@testable import Interpret

/// All families on public captures: nothing may be taken for what it is not.
@Suite struct CapturesTests {
    @Test func publicHARFilesHoldPageCountingTagsAndNoOtherTrafficOfTheseFamilies() throws {
        guard let folder = Recording.locate("captures/har") else { return }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "har" }.sorted { $0.path < $1.path }
        var kinds: Set<String> = []
        for file in files {
            let exchanges: [Exchange]
            do {
                exchanges = try HARFile.exchanges(at: file)
            } catch {
                // Some are broken on purpose, which is the HAR reader's business.
                continue
            }
            let result = FamilyOutput(exchanges, families: Interpreter.allFamilies)
            kinds.formUnion(result.beacons.map { "\($0.family.rawValue) \($0.kind)" })
            #expect(result.sessions.isEmpty, "\(file.lastPathComponent)")
        }
        #expect(kinds == ["nielsen site-census"])
    }
}
