import Capture
import Foundation
import Model
import TestSupport
import Testing

/// Real exports, compared with what Foundation's parser reads and with what an independent tool counted.
@Suite(.enabled(if: HARMaterial.hasShared, "no ../shared beside the package"))
struct HARRecordingsTests {
    struct Expected: Sendable, CustomTestStringConvertible {
        var path: String
        var entries: Int?
        var testDescription: String { path }
    }

    /// Rows `har/…` of the index; `entries` is `nil` where the independent tool could not read the file.
    static let index: [Expected] = {
        guard HARMaterial.hasShared,
            let text = try? String(contentsOf: HARMaterial.captures.appending(path: "INDEX.tsv"), encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count == 8, columns[0].hasPrefix("har/") else { return nil }
            let truth = try? JSONSerialization.jsonObject(with: Data(columns[7].utf8)) as? [String: Any]
            return Expected(path: String(columns[0]), entries: truth?["entries"] as? Int)
        }
    }()

    @Test(arguments: index)
    func countsAgree(expected: Expected) throws {
        let bytes = try HARMaterial.bytes(HARMaterial.captures.appending(path: expected.path))
        let reading = HARMaterial.read(bytes)
        guard let entries = expected.entries else {
            #expect(reading.failure != nil)
            return
        }
        #expect(reading.failure == nil)
        #expect(reading.ledger.input == entries)
        #expect(reading.exchanges.count == entries)
        try compareWithFoundation(bytes, reading)
        inEveryWay(bytes)
    }

    @Test(arguments: HARMaterial.hasShared ? HARMaterial.recordings.map(\.path) : [])
    func recordings(path: String) throws {
        let bytes = try HARMaterial.bytes(URL(filePath: path))
        let reading = HARMaterial.read(bytes)
        #expect(reading.failure == nil)
        #expect(reading.ledger.diagnosed == 0)
        try compareWithFoundation(bytes, reading)
        inEveryWay(bytes)
    }

    @Test func thereIsMaterial() {
        #expect(Self.index.count >= 40)
        #expect(HARMaterial.recordings.count >= 15)
    }

    /// Fewer rounds for larger files, so that the suite stays quick.
    private func inEveryWay(_ bytes: [UInt8]) {
        let rounds = max(1, min(40, 100_000 / bytes.count))
        DecoderVerifier.verify({ HARReader() }, on: bytes, prefixes: rounds, splits: bytes.count > 100_000 ? 1 : 4)
        DecoderVerifier.mutate({ HARReader() }, on: bytes, rounds: rounds)
    }

    private func compareWithFoundation(_ bytes: [UInt8], _ reading: HARMaterial.Reading) throws {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let root = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
        let log = try #require(root["log"] as? [String: Any])
        let entries = try #require(log["entries"] as? [[String: Any]])
        #expect(reading.ledger.input == entries.count)
        for exchange in reading.exchanges {
            guard case .entry(let number) = exchange.locator, !exchange.request.host.isEmpty else { continue }
            var request = try #require(entries[number]["request"] as? [String: Any])
            if request["url"] == nil { request = try #require(request["postData"] as? [String: Any]) }
            let url = try #require(request["url"] as? String)
            let sent = url.split(separator: "#", maxSplits: 1).first.map(String.init) ?? ""
            #expect(exchange.url == sent || exchange.url == sent + "/")
            #expect(exchange.request.method == request["method"] as? String ?? "GET")
            let headers = request["headers"] as? [[String: Any]] ?? []
            #expect(exchange.request.headers.fields.map(\.name) == headers.compactMap { $0["name"] as? String })
            #expect(
                exchange.request.headers.fields.map(\.value)
                    == headers.compactMap { ($0["value"] as? String)?.replacing("\n", with: " ") })
            let response = entries[number]["response"] as? [String: Any]
            let status = response?["status"] as? Int ?? 0
            #expect(exchange.response?.status == (status > 0 ? status : nil))
            try compareBody(exchange, response?["content"] as? [String: Any])
        }
    }

    private func compareBody(_ exchange: Exchange, _ content: [String: Any]?) throws {
        guard case .kept(let bytes) = exchange.response?.body.content, let text = content?["text"] as? String else {
            return
        }
        if content?["encoding"] as? String == "base64" {
            let decoded = try #require(Data(base64Encoded: text))
            #expect([UInt8](decoded) == bytes || decoded.starts(with: [0x1F, 0x8B]))
        } else {
            #expect(String(decoding: bytes, as: UTF8.self) == text)
        }
    }
}
