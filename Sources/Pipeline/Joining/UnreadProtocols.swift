import Model
import Store

/// What no reader takes for HTTP, the server that hosts were asked at may take for it: bytes of an unknown protocol on the
/// very address and port hide requests to those hosts. Elsewhere they concern nobody.
struct UnreadProtocols {
    let run: ID<RunRecord>
    let database: Database

    func report() throws(StoreFailure) {
        let rows = try database.rows(
            JoiningSQL.unknownProtocols, ["run": SQLValue(run)])
        guard !rows.isEmpty else { return }
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            for row in rows {
                let from = row.integer("first_us").map(Timestamp.init(microseconds:))
                let to = row.integer("last_us").map(Timestamp.init(microseconds:))
                _ = try writer.insert(
                    diagnostic: Diagnostic(
                        .inputProtocolHides, at: from, subject: row.text("host"),
                        detail: "\(row.int("client_bytes") ?? 0) bytes of an unknown protocol were sent to "
                            + "\(row.text("server") ?? ""), where the host was asked",
                        blind: Blind(
                            from: from, to: to, host: row.text("host"), server: row.text("server"), hides: .requests)),
                    run: run, capture: row.id("capture"))
            }
        }
    }
}
