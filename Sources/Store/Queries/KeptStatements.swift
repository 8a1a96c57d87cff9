/// The statements of rules, prepared once for a connection that judges many runs. Preparing them takes three quarters of the
/// time that a small run takes.
///
/// `@unchecked Sendable`: the state is touched only inside an access to the one connection it belongs to.
final class KeptStatements: @unchecked Sendable {
    /// Whether statements are kept: of no use to a connection that judges one run.
    var isOn = false
    private var idle: [String: Statement] = [:]

    /// A statement that nobody is using, or `nil`.
    func take(_ sql: String) -> Statement? {
        isOn ? idle.removeValue(forKey: sql) : nil
    }

    /// To be called when its rows have been read.
    func put(back statement: Statement) {
        guard isOn else { return }
        statement.reset()
        idle[statement.sql] = statement
    }

    /// SQLite closes no connection whose statements are still there.
    func removeAll() {
        idle = [:]
    }
}
