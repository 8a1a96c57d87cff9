import CSQLite

/// Why the database could not do what was asked.
public enum StoreFailure: Error, Sendable, Hashable {
    /// No such file, or a file that may not be read.
    case cannotOpen(path: String, reason: String)
    /// There is a file already, and nobody asked to replace it.
    case exists(path: String)
    /// The file is no SQLite database, or one that another program made.
    case notBeaconProof(path: String)
    /// Written by a later version, with schema step `found`; this one knows steps up to `known`.
    case newerFile(path: String, found: Int, known: Int)
    /// It carries our mark, and holds or has beside it what no version of ours made.
    case notAsMade(path: String, found: String)
    /// Another process holds the file.
    case locked(String)
    /// The disk is full.
    case full(String)
    case readOnly(String)
    /// The file's content is damaged.
    case damaged(String)
    /// The finished file could not be put in its place.
    case cannotPublish(path: String, reason: String)
    /// A query of rules or users asked for something that is not theirs.
    case refused(String)
    /// A query took more steps of SQLite's machine than allowed.
    case tooLong(stepLimit: Int)
    /// A text or blob is larger than allowed: one that a query would make, or one that stands in a kept file.
    case tooLarge
    /// Whoever asked the query does not want the answer any more.
    case cancelled
    /// The SQL names a parameter for which there is no argument.
    case missingArgument(String)
    /// SQLite's own message, with the byte offset in the statement where SQLite knows it.
    case sql(message: String, statement: String, offset: Int?)
}

extension StoreFailure: CustomStringConvertible {
    /// One line, with the remedy where there is one.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "\(path): cannot be opened: \(reason)"
        case .exists(let path): "\(path): exists already; choose another name or ask to replace it"
        case .notBeaconProof(let path): "\(path): not a BeaconProof database"
        case .newerFile(let path, let found, let known):
            "\(path): written by a newer beaconproof (schema \(found), this one knows \(known)); update beaconproof"
        case .notAsMade(let path, let found):
            "\(path): cannot be used as a kept database: \(found); tables and views of one's own belong into another file"
        case .locked(let message): "the database is in use by another process: \(message)"
        case .full(let message): "no space left for the database: \(message)"
        case .readOnly(let message): "the database cannot be written: \(message)"
        case .damaged(let message): "the database is damaged: \(message); decode the capture again"
        case .cannotPublish(let path, let reason): "\(path): the finished file could not be put in place: \(reason)"
        case .refused(let reason): reason
        case .tooLong(let limit): "the query was stopped after \(limit) steps; narrow it by run, event or time"
        case .tooLarge: "a text or blob is larger than the \(Authorizer.largestValue) bytes that are allowed"
        case .cancelled: "the query was interrupted"
        case .missingArgument(let name): "the query names :\(name), but no such argument is given"
        case .sql(let message, let statement, let offset):
            if let offset, let place = SQLPlace(of: offset, in: statement) {
                place.description(of: message)
            } else {
                message
            }
        }
    }
}

/// Where in an SQL text SQLite stopped, for people.
struct SQLPlace {
    /// From 1.
    let line: Int
    /// In characters, from 1.
    let column: Int
    private let text: String

    /// - Parameter offset: bytes from the beginning of the statement.
    init?(of offset: Int, in statement: String) {
        let bytes = Array(statement.utf8)
        guard offset >= 0, offset <= bytes.count else { return nil }
        let newline = UInt8(ascii: "\n")
        let start = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: newline) ?? bytes.count
        line = bytes[..<start].count { $0 == newline } + 1
        column = String(decoding: bytes[start..<offset], as: UTF8.self).count + 1
        text = String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The message, the line and a mark below the place. Tabs would move the mark, control characters the cursor.
    func description(of message: String) -> String {
        let shown = String(
            text.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0 })
        return "line \(line), column \(column): \(message)\n  \(shown)\n  \(String(repeating: " ", count: column - 1))^"
    }
}

extension StoreFailure {
    /// The failure that the connection reports for its last call.
    static func last(on handle: OpaquePointer, code: Int32, statement: String) -> StoreFailure {
        let offset = Int(sqlite3_error_offset(handle))
        return StoreFailure(
            code: code, message: String(cString: sqlite3_errmsg(handle)), statement: statement,
            offset: offset < 0 ? nil : offset)
    }

    init(code: Int32, message: String, statement: String = "", offset: Int? = nil) {
        // The low byte is the primary code (sqlite.org/rescode.html).
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(message)
        case SQLITE_FULL: self = .full(message)
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly(message)
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(message)
        case SQLITE_TOOBIG: self = .tooLarge
        default: self = .sql(message: message, statement: statement, offset: offset)
        }
    }
}

extension StoreFailure {
    /// Whether a limit ended a statement that would have run: nothing is wrong with it or with the file.
    var isLimit: Bool {
        switch self {
        case .tooLong, .tooLarge, .cancelled: true
        default: false
        }
    }
}
