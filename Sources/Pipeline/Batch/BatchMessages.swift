import Model
import Reporting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a worker process is told first: everything that holds for all captures of the batch.
struct BatchOrders: Sendable, Codable {
    var profiles: [String]
    var ruleFolders: [String]
    /// The key that must have signed them.
    var rulesKeyPath: String?
    var configSettings: [String: String]
    var commandSettings: [String: String]
    var configured: Configured?
    var filter: String?
    /// A waivers file and the day it is judged on.
    var waivers: String?
    /// Earlier results, of which everything is known.
    var baseline: String?
    /// A kept database whose runs are judged again, in the place of captures. It has been looked at as a whole.
    var kept: String?
    var today: String?
    var dayOrigin: Ground.Origin
    /// The folder that paths in reports are told relative to.
    var folder: String?
    /// `NAME=VALUE`.
    var limits: [String]
    var toolVersion: String
    /// With its key: it goes through a pipe, and is in no argument and no file.
    var redaction: Redaction
    /// The least severity that makes the exit code 1; `nil` for never.
    var failOn: String?
    var allowInconclusive: Bool
    /// Formats to which a worker contributes.
    var formats: [String]
    /// Where contributions and databases wait for their turn.
    var spool: String
}

/// One capture to judge.
struct BatchJob: Sendable, Codable {
    /// A run that was judged before, and what it rested on.
    struct Earlier: Sendable, Codable, Hashable {
        var database: String
        var run: Int
        var recipe: String
    }

    var number: Int
    var path: String
    /// It stands in a folder; nobody named the file itself.
    var isFound = false
    var kept: BatchKeptRun?
    var keyLogs: [String]
    var facts: String?
    var factsOrigin: Ground.Origin
    /// Where the database is kept.
    var database: String?
    /// Where the page about it is written.
    var page: String?
    var earlier: Earlier?
}

/// What a worker says of one job.
struct BatchAnswer: Sendable, Codable {
    var number: Int
    var row: BatchRow
    /// The earlier run still holds.
    var isUnchanged = false
}

/// Orders, jobs and answers are lines of JSON between the processes.
enum BatchLine {
    static func encode(_ value: some Encodable) throws(PipelineFailure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
        } catch {
            throw .usage("a message between processes cannot be written: \(error)")
        }
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ line: some Sequence<UInt8>) throws(PipelineFailure)
        -> Value
    {
        do {
            return try JSONDecoder().decode(type, from: Data(line))
        } catch {
            throw .usage("a message between processes cannot be read: \(error)")
        }
    }
}

/// The files that one job leaves for the process that asked for it.
struct BatchSpool {
    let folder: String
    let number: Int

    func part(_ format: String) -> String { "\(folder)/\(number).\(format)" }
    var database: String { "\(folder)/\(number).sqlite" }
}
