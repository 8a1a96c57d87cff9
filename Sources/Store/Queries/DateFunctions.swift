import CSQLite
import Model

/// SQLite's functions of dates, without the machine's clock and time zone: the same database gives the same rows tomorrow.
///
/// The authorizer hears the name of a function and not its arguments, and the text of a query does not tell what an
/// expression comes to. So the functions are replaced by ones that look at the values they get, and leave the reckoning to
/// SQLite's own on a connection of their own.
final class DateFunctions {
    private let name: String
    /// With fewer arguments SQLite's function takes the present time.
    private let needed: Int
    private let reckoner: Reckoner
    private unowned let authorizer: Authorizer

    /// Each with the library's version that brought it.
    private static let functions: [(name: String, needed: Int, since: Int32)] = [
        ("date", 1, 0), ("time", 1, 0), ("datetime", 1, 0), ("julianday", 1, 0), ("strftime", 2, 0),
        ("unixepoch", 1, 3_038_000), ("timediff", 2, 3_043_000),
    ]

    private init(_ name: String, needed: Int, _ reckoner: Reckoner, _ authorizer: Authorizer) {
        self.name = name
        self.needed = needed
        self.reckoner = reckoner
        self.authorizer = authorizer
    }

    /// Puts them in the place of SQLite's own. The connection owns them.
    static func replace(on handle: OpaquePointer, _ authorizer: Authorizer) throws(StoreFailure) {
        let reckoner = Reckoner()
        for function in functions where function.since <= sqlite3_libversion_number() {
            let replacement = DateFunctions(function.name, needed: function.needed, reckoner, authorizer)
            let code = sqlite3_create_function_v2(
                handle, function.name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                Unmanaged.passRetained(replacement).toOpaque(),
                { context, count, arguments in
                    guard let context, let own = sqlite3_user_data(context) else { return }
                    Unmanaged<DateFunctions>.fromOpaque(own).takeUnretainedValue()
                        .answer(context, UnsafeBufferPointer(start: arguments, count: Int(count)))
                }, nil, nil,
                { own in
                    if let own { Unmanaged<DateFunctions>.fromOpaque(own).release() }
                })
            guard code == SQLITE_OK else { throw .last(on: handle, code: code, statement: "") }
        }
    }

    private func answer(_ context: OpaquePointer, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
        if let asked = clock(in: arguments) {
            let reason = "\(asked) differs from run to run; compare times of the capture"
            authorizer.note(refusal: reason)
            return sqlite3_result_error(context, reason, -1)
        }
        reckoner.answer(context, name, arguments)
    }

    /// What asks for the clock or the time zone; `nil` when nothing does.
    private func clock(in arguments: UnsafeBufferPointer<OpaquePointer?>) -> String? {
        guard arguments.count >= needed else { return "\(name)() without a time" }
        let time = name == "strftime" ? 1 : 0
        for (place, value) in arguments.enumerated().dropFirst(time) {
            guard let word = DateFunctions.word(value) else { continue }
            let isAsked = DateFunctions.clockWords.contains(word)
            if isAsked || place == time && DateFunctions.presentTimes.contains(word) { return "\(name)('\(word)')" }
        }
        return nil
    }

    /// The clock or the zone, in any case of the letters.
    private static let clockWords: Set<String> = ["now", "localtime", "utc"]
    /// In the place of a time they are `now`; behind one they ask for its fraction.
    private static let presentTimes: Set<String> = ["subsec", "subsecond"]

    /// The text as SQLite's functions read it, bytes too, up to a NUL; `nil` when it is longer than the words.
    private static func word(_ value: OpaquePointer?) -> String? {
        guard [SQLITE_TEXT, SQLITE_BLOB].contains(sqlite3_value_type(value)), let text = sqlite3_value_text(value)
        else {
            return nil
        }
        var word: [UInt8] = []
        while text[word.count] != 0 {
            guard word.count < 9 else { return nil }
            word.append(ASCII.lowercased(text[word.count]))
        }
        return String(decoding: word, as: UTF8.self)
    }
}

/// SQLite's own functions of dates, on an empty database of their own that is opened when the first is asked.
private final class Reckoner {
    private var handle: OpaquePointer?
    private var prepared: [String: OpaquePointer] = [:]

    deinit {
        for statement in prepared.values { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }

    /// Gives `context` what the function gives for the arguments.
    func answer(_ context: OpaquePointer, _ name: String, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
        guard let statement = statement(name, arguments.count) else {
            let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            return sqlite3_result_error(context, reason, -1)
        }
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (place, value) in arguments.enumerated() { sqlite3_bind_value(statement, Int32(place) + 1, value) }
        guard sqlite3_step(statement) == SQLITE_ROW else {
            return sqlite3_result_error(context, String(cString: sqlite3_errmsg(handle)), -1)
        }
        sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    }

    private func statement(_ name: String, _ count: Int) -> OpaquePointer? {
        let sql = "SELECT \(name)(\(repeatElement("?", count: count).joined(separator: ",")))"
        if let statement = prepared[sql] { return statement }
        if handle == nil,
            sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nil) != SQLITE_OK
        {
            return nil
        }
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
        prepared[sql] = statement
        return statement
    }
}
