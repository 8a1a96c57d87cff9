import Capture
import Foundation
import Model

/// Where the tests find flow dumps, and how they read them.
enum MitmproxyMaterial {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/mitmproxy")

    static let vectors: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".mitm") }.map { String($0.dropLast(5)) }.sorted()
    }()

    static func vector(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: "\(name).mitm")))
    }

    struct Reading {
        var exchanges: [Exchange] = []
        var packed: [PackedBody?] = []
        var source: ProxySource?
        var diagnostics: [Diagnostic]
        var ledger: Ledger
        var failure: ReadFailure?

        var codes: [String] { diagnostics.map(\.code.id) }
        func diagnostic(_ code: DiagnosticCode) -> Diagnostic? { diagnostics.first { $0.code == code } }
    }

    static func read(_ bytes: [UInt8], limits: ProxyLimits = ProxyLimits()) -> Reading {
        var reader = MitmproxyReader(limits: limits)
        var outbox = Outbox<ProxyEvent>()
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        var reading = Reading(diagnostics: outbox.diagnostics, ledger: reader.ledger, failure: reader.failure)
        for event in outbox.events {
            switch event {
            case .exchange(let exchange, let packed):
                reading.exchanges.append(exchange)
                reading.packed.append(packed)
            case .source(let source): reading.source = source
            }
        }
        return reading
    }
}
