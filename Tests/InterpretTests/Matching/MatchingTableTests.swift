import Foundation
import Testing

@testable import Interpret

/// Every tracker of the sample documents and of a hand-made hard set, expanded and distorted, must find itself among all the
/// others of its document (docs/attribution.md, "Whether a request fits").
struct MatchingTableTests {
    enum Distortion: String, CaseIterable {
        case expanded, unexpandedEncoded, parametersAppended, queryReordered, trailingNewline, upperCaseHostAndPort
        case upgradedToHTTPS
    }

    /// Macro before the distinguishing parameter, macro in the path, nested URL, prefix twins, Google's own shapes.
    static let hard =
        [
            "https://h.test/t?cb=[CACHEBUSTING]&e=start", "https://h.test/t?cb=[CACHEBUSTING]&e=start2",
            "https://h.test/t?cb=[CACHEBUSTING]&e=complete", "https://h.test/p/[CACHEBUSTING]/start",
            "https://h.test/p/[CACHEBUSTING]/startle", "https://h.test/p/[CACHEBUSTING]/complete",
            "https://h.test/r?u=https%3A%2F%2Fx.test%2F%3Fe%3Dstart%26c%3D%5BCACHEBUSTING%5D",
            "https://h.test/r?u=https%3A%2F%2Fx.test%2F%3Fe%3Dmid%26c%3D%5BCACHEBUSTING%5D",
            "https://h.test/q", "https://h.test/q?a", "https://h.test/q?ab", "https://h.test/q/a",
            "https://h.test/q?a=1",
            "https://h.test/q?a=1&b=2", "https://h.test/q?a=1&b=22", "https://h.test/q?b=1&a=2",
            "https://h.test/err[ERRORCODE]", "https://h.test/err[ERRORCODE]/x", "https://h.test/%%EVENT%%/a?x=1",
            "https://h.test/${ID}/b?x=1", "https://h.test/s?{k}=v&e=1", "https://h.test/s?{k}=v&e=2",
            "https://[POP].h.test/edge?e=1", "https://[POP].h.test/edge?e=2", "//h.test/rel?e=1",
            "https://h.test:8443/q?a=1",
            "http://h.test/only-http?e=[CACHEBUSTING]",
        ]
        + ["part2viewed", "videoplaytime25", "videoplaytime50", "videoplaytime75", "videoplaytime100", "admute"].map {
            "https://pagead2.googlesyndication.com/pagead/interaction/?ai=B[CACHEBUSTING]x&sigh=abc&label=\($0)&ad_mt=%5BAD_MT%5D"
        }

    @Test(arguments: Distortion.allCases) func theHardSetIsFound(_ distortion: Distortion) throws {
        let result = try MatchingTableTests.measure([MatchingTableTests.hard], distortion)
        #expect(result.right == result.all, "\(distortion): \(result.wrong)")
    }

    @Test(arguments: Distortion.allCases) func theSampleDocumentsAreFound(_ distortion: Distortion) throws {
        guard let documents = try MatchingTableTests.sampleDocuments() else {
            print("skipped: the sample documents are not beside the package")
            return
        }
        let result = try MatchingTableTests.measure(documents, distortion)
        print(
            "matching \(distortion.rawValue): \(result.right) of \(result.all) trackers, \(documents.count) documents")
        #expect(result.all > 300)
        #expect(result.right == result.all, "\(distortion): \(result.wrong)")
    }

    /// The distinct tracker URLs of each sample document.
    static func sampleDocuments() throws -> [[String]]? {
        guard let folder = Recording.locate("captures/vast") else { return nil }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.sorted { $0.path < $1.path }.compactMap { file -> [String]? in
            let document = AdXML.document(Array(try Data(contentsOf: file)))
            let trackers =
                document.ads.flatMap { ad in ad.trackers + ad.nested.flatMap(\.trackers) } + document.trackers
            return trackers.isEmpty ? nil : trackers.map(\.url)
        }
    }

    static func measure(_ documents: [[String]], _ distortion: Distortion) throws -> (
        right: Int, all: Int, wrong: [String]
    ) {
        var right = 0
        var all = 0
        var irreducible = 0
        var wrong: [String] = []
        for urls in documents {
            var index = TrackerIndex()
            var ids: [(String, Int)] = []
            for url in urls {
                do {
                    ids.append((url, try index.insert(url)))
                } catch TrackerTemplate.Unfireable.notHTTP {
                    continue
                }
            }
            for (url, id) in ids {
                all += 1
                let sent = distort(url, distortion)
                let found = index.match(URLFields(sent)).map(\.template)
                if found == [id] {
                    right += 1
                } else if found.count == 1, ids.contains(where: { $0.1 == found[0] && isSchemeTwin($0.0, url) }) {
                    // Identical but for the scheme, and upgraded: nobody can tell them apart.
                    irreducible += 1
                } else {
                    wrong.append("\(url) as \(sent)")
                }
            }
        }
        return (right, all - irreducible, wrong)
    }

    private static func isSchemeTwin(_ left: String, _ right: String) -> Bool {
        left.replacing(#/^https?:/#, with: "") == right.replacing(#/^https?:/#, with: "")
    }

    private static func distort(_ declared: String, _ distortion: Distortion) -> String {
        let text = TrackerTemplate.trim(declared).replacing("&amp;", with: "&")
        let url = (text.hasPrefix("//") ? "https:" : "") + text
        let expanded = expand(url) { "V-\($0.name.utf8.count)%2F7" }
        switch distortion {
        case .expanded: return expanded
        case .unexpandedEncoded: return expand(url) { $0.text.replacing("[", with: "%5B").replacing("]", with: "%5D") }
        case .parametersAppended: return expanded + (expanded.contains("?") ? "&" : "?") + "zz=1&cb=99"
        case .queryReordered:
            let parts = expanded.split(separator: "?", maxSplits: 1)
            guard parts.count == 2, parts[1].contains("=") else { return expanded }
            return parts[0] + "?" + parts[1].split(separator: "&").reversed().joined(separator: "&")
        case .trailingNewline: return expanded + "%0A"
        case .upperCaseHostAndPort:
            let fields = URLFields(expanded)
            let host = fields.text(fields.host).uppercased()
            let scheme = fields.text(fields.scheme)
            let port = fields.port.isEmpty ? (scheme == "https" ? "443" : "80") : fields.text(fields.port)
            return "\(scheme)://\(host):\(port)"
                + String(decoding: fields.bytes[fields.path.lowerBound...], as: UTF8.self)
        case .upgradedToHTTPS: return expanded.replacing(#/^http:/#, with: "https:")
        }
    }

    private static func expand(_ url: String, _ value: (Hole) -> String) -> String {
        let bytes = Array(url.utf8)
        var result: [UInt8] = []
        var cursor = 0
        for (range, hole) in Hole.find(in: bytes) {
            result += bytes[cursor..<range.lowerBound] + Array(value(hole).utf8)
            cursor = range.upperBound
        }
        return String(decoding: result + bytes[cursor...], as: UTF8.self)
    }
}
