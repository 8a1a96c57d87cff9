import Capture
import Encodings
import Foundation
import Model

/// Where the tests find HAR files, and how they read them.
enum HARMaterial {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let vectors = files(in: root.appending(path: "Tests/Vectors/har"), suffixes: [".har"])

    private static let shared = root.deletingLastPathComponent().appending(path: "shared")
    static let hasShared = FileManager.default.fileExists(atPath: shared.path)

    static var captures: URL { shared.appending(path: "captures") }

    static var recordings: [URL] {
        files(in: shared.appending(path: "recordings"), suffixes: [""])
            .flatMap { files(in: $0, suffixes: [".har"]) }
    }

    static func vector(_ name: String) throws -> [UInt8] {
        try bytes(root.appending(path: "Tests/Vectors/har/\(name).har"))
    }

    static func bytes(_ file: URL) throws -> [UInt8] {
        let bytes = [UInt8](try Data(contentsOf: file))
        guard CaptureFormat.sniff(bytes.span).format == .zlib else { return bytes }
        return try Inflater.inflate(bytes.span, limits: InflateLimits(outputBytes: 1 << 28))
    }

    struct Reading {
        var exchanges: [Exchange] = []
        var source: HARSource?
        var diagnostics: [Diagnostic] = []
        var ledger: Ledger
        var failure: ReadFailure?

        var codes: [String] { diagnostics.map(\.code.id) }
        func diagnostic(_ code: DiagnosticCode) -> Diagnostic? { diagnostics.first { $0.code == code } }
    }

    static func read(_ bytes: [UInt8], limits: EntryLimits = EntryLimits()) -> Reading {
        var reader = HARReader(limits: limits)
        var outbox = Outbox<HAREvent>()
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        var reading = Reading(ledger: reader.ledger, failure: reader.failure)
        reading.diagnostics = outbox.diagnostics
        for event in outbox.events {
            switch event {
            case .exchange(let exchange): reading.exchanges.append(exchange)
            case .source(let source): reading.source = source
            case .span: break
            }
        }
        return reading
    }

    private static func files(in folder: URL, suffixes: [String]) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { name in suffixes.contains { name.hasSuffix($0) } }
            .map { folder.appending(path: $0) }
    }
}
