import Model
import Store

/// Access logs often say which path was asked for and not of which host. Other captures of the run that saw the same
/// targets know.
struct LogHosts {
    let run: ID<RunRecord>
    let database: Database

    func learn(_ logs: [RunCapture]) throws(StoreFailure) {
        for log in logs {
            let nameless = try database.rows(
                JoiningSQL.namelessRequests, ["capture": SQLValue(log.id)]
            ).first?.int("n")
            guard let nameless, nameless > 0 else { continue }
            let authority = try authority(for: log)
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                if let authority {
                    try writer.name(
                        authority: authority.text, host: authority.host, scheme: authority.scheme, capture: log.id)
                }
                let detail =
                    authority.map { "\(nameless) lines name no host; their targets were asked of \($0.host) elsewhere" }
                    ?? "\(nameless) lines name no host, and no other input saw their targets"
                _ = try writer.insert(
                    diagnostic: Diagnostic(
                        authority == nil ? .inputHostUnknown : .inputHostLearned, subject: log.path, detail: detail,
                        // Whatever host is missed, they may have been asked of it.
                        blind: authority == nil ? Blind(hides: .requests) : nil),
                    run: run, capture: log.id)
            }
        }
    }

    /// The authority that most of the log's targets were asked of.
    private func authority(for log: RunCapture) throws(StoreFailure) -> (text: String, host: String, scheme: String)? {
        let rows = try database.rows(
            JoiningSQL.authorityOfTargets, ["capture": SQLValue(log.id), "run": SQLValue(run)])
        guard let row = rows.first, let host = row.text("host"), let scheme = row.text("scheme") else { return nil }
        return (row.text("authority") ?? host, host, scheme)
    }
}
