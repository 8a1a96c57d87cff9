import Capture
import Foundation
import Model

/// Where the tests find what proxies saved, and how they read it.
struct ProxyMaterial {
    /// The folder below `Tests/Vectors`, and the suffix of its files.
    let folder: String
    let suffix: String

    static let mitmproxy = ProxyMaterial(folder: "mitmproxy", suffix: ".mitm")
    static let charles = ProxyMaterial(folder: "charles", suffix: ".chlsj")
    static let charlesXML = ProxyMaterial(folder: "charles-xml", suffix: ".chlsx")
    static let proxyman = ProxyMaterial(folder: "proxyman", suffix: ".proxymanlogv2")
    static let netLog = ProxyMaterial(folder: "netlog", suffix: ".netlog")
    static let saz = ProxyMaterial(folder: "saz", suffix: ".saz")

    private var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Vectors/\(folder)")
    }

    var vectors: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }

    func vector(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: root.appending(path: name + suffix)))
    }
}

/// What a reader makes of a whole file.
struct ProxyReading {
    var exchanges: [Exchange] = []
    var source: ProxySource?
    var diagnostics: [Diagnostic]
    var ledger: Ledger
    var failure: ReadFailure?

    init(_ reader: some ProxyReader, _ bytes: [UInt8]) {
        var reader = reader
        var outbox = Outbox<ProxyEvent>()
        _ = reader.decode(bytes.span, isFinal: true, into: &outbox)
        diagnostics = outbox.diagnostics
        ledger = reader.ledger
        failure = reader.failure
        for event in outbox.events {
            switch event {
            case .exchange(let exchange): exchanges.append(exchange)
            case .source(let source): self.source = source
            }
        }
    }

    var codes: [String] { diagnostics.map(\.code.id) }
    func diagnostic(_ code: DiagnosticCode) -> Diagnostic? { diagnostics.first { $0.code == code } }
}
