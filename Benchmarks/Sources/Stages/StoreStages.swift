import Foundation
import Model
import Store

@testable import Capture

extension Stages {
    /// Exchanges of a HAR, read beforehand, into a database: 26 columns a row, and a sighting each.
    static func insertExchanges(_ file: String, _: String?) throws -> Work {
        var reader = HARReader()
        var exchanges: [Exchange] = []
        let bytes = try run(&reader, over: file) { outbox, _ in
            for case .event(.exchange(let exchange)) in outbox.items { exchanges.append(exchange) }
        }
        let path = file + ".insert.db"
        let database = try Database.create(at: path, replacing: true)
        let work = try measure(bytes: bytes) {
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                let run = try writer.insert(run: "insert", toolVersion: "0")
                let capture = try writer.insert(
                    capture: CaptureRecord(path: file, format: "har", sha256: "", bytes: bytes), run: run)
                for exchange in exchanges {
                    _ = try writer.insert(exchange: exchange, run: run, capture: capture)
                }
            }
            try database.publish()
            return exchanges.count
        }
        try FileManager.default.removeItem(atPath: path)
        return work
    }
}
