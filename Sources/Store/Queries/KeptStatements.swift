/// Statements prepared once for a connection that judges many runs. Preparing them takes three quarters of the time that a small
/// run takes.
///
/// `@unchecked Sendable`: the state is touched only inside an access to the one connection it belongs to.
final class KeptStatements: @unchecked Sendable {
    /// Whether statements are kept: of no use to a connection that judges one run.
    var isOn = false
    /// By their texts. They stay while they are used: the texts are long, and each look at one reads all of it.
    private var kept: [String: Statement] = [:]
    /// Some texts have the numbers of rows in them and do not come again.
    private static let most = 2_000

    /// A statement that nobody is using, or `nil`.
    func take(_ sql: String) -> Statement? {
        guard isOn, let statement = kept[sql], statement.isIdle else { return nil }
        statement.isIdle = false
        return statement
    }

    /// A kept one, or a new one.
    ///
    /// - Parameter isDirect: whether SQLite is given the tables that views show (``DirectSQL``).
    func statement(_ sql: String, isDirect: Bool = false, on handle: OpaquePointer) throws(StoreFailure) -> Statement {
        if let statement = take(sql) { return statement }
        return try Statement(sql, as: isDirect ? DirectSQL.text(for: sql) : nil, on: handle)
    }

    /// To be called when its rows have been read.
    func put(back statement: Statement) {
        guard isOn else { return }
        statement.reset()
        statement.isIdle = true
        guard !statement.isKept else { return }
        statement.isKept = true
        if kept.count >= KeptStatements.most { kept = [:] }
        kept[statement.sql] = statement
    }

    /// SQLite closes no connection whose statements are still there.
    func removeAll() {
        kept = [:]
    }
}
