import Foundation
import Model

@testable import Capture

extension Stages {
    static func readHAR(_ file: String, _: String?) throws -> Work {
        var reader = HARReader()
        var exchanges = 0
        var bytes = 0
        var work = try measure(bytes: 0) {
            bytes = try run(&reader, over: file) { outbox, _ in
                for case .event(.exchange) in outbox.items { exchanges += 1 }
            }
            return exchanges
        }
        work.bytes = bytes
        return work
    }

    /// The same fields, the way Foundation reads JSON.
    static func decodeHARWithJSONDecoder(_ file: String, _: String?) throws -> Work {
        struct HAR: Decodable {
            struct Log: Decodable { var entries: [Entry] }
            struct Entry: Decodable {
                var startedDateTime: String
                var request: Request
                var response: Response
            }
            struct Field: Decodable { var name, value: String }
            struct Request: Decodable {
                var method, url: String
                var headers: [Field]
            }
            struct Response: Decodable {
                var status: Int
                var headers: [Field]
                var content: Content
            }
            struct Content: Decodable { var text: String? }
            var log: Log
        }
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        return try measure(bytes: size) {
            try JSONDecoder().decode(HAR.self, from: Data(contentsOf: URL(filePath: file))).log.entries.count
        }
    }
}
