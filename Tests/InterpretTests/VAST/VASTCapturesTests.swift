import Foundation
import Model
import Testing

@testable import Interpret

/// Public VAST and VMAP documents: each is read, or its fault is named with line and column; the trackers found are as
/// many as lxml finds (`scripts/independent/vast_trackers.py`).
struct VASTCapturesTests {
    @Test func everyPublicDocumentReadsWithAsManyTrackersAsAnIndependentCount() throws {
        guard let folder = Recording.locate("captures/vast") else { return }
        let counts = try IndependentReading.rows("vast-trackers.tsv")
        for row in counts {
            guard row.count == 3 else { continue }
            let file = folder.appendingPathComponent(row[0])
            guard let data = FileManager.default.contents(atPath: file.path) else { continue }
            let document = AdXML.document([UInt8](data))
            if row[1] == "malformed" {
                #expect(document.state == .malformed, "\(row[0])")
                #expect(document.detail?.contains("line") == true, "\(row[0]): \(document.detail ?? "no fault")")
            } else {
                #expect(document.state != .malformed, "\(row[0]): \(document.detail ?? "")")
                #expect("\(Self.trackers(of: document))" == row[2], "\(row[0])")
            }
        }
        #expect(counts.count >= 50)
    }

    /// Trackers of the two families that the documents themselves have; those in a vendor's parameters are apart.
    private static func trackers(of document: DocumentDeclaration) -> Int {
        func count(_ trackers: [TrackerDeclaration]) -> Int {
            trackers.count { $0.family == .vast || $0.family == .vmap }
        }
        func count(_ ad: AdDeclaration) -> Int {
            count(ad.trackers) + ad.nested.reduce(0) { $0 + count($1) }
        }
        return count(document.trackers) + document.ads.reduce(0) { $0 + count($1) }
    }
}

/// What another program read from the public captures, as the repository keeps it.
enum IndependentReading {
    static func rows(_ name: String) throws -> [[String]] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: tests.appendingPathComponent("Vectors/independent/\(name)"), encoding: .utf8)
        return text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
