import Model
import Store

/// A server's log holds everybody's requests. Once some of its lines are known to be the run's, those from other clients
/// are not.
struct OtherClients {
    let run: ID<RunRecord>
    let database: Database
    /// Addresses of the run's clients, per log.
    private var own: [ID<CaptureRecord>: Set<String>] = [:]

    init(run: ID<RunRecord>, database: Database) {
        self.run = run
        self.database = database
    }

    /// Notes who made the requests of a log that a device's capture saw too, before they become one with that sighting.
    mutating func note(_ exchanges: [ID<Exchange>], of log: RunCapture) throws(StoreFailure) {
        for row in try database.rows(JoiningSQL.clients, ["ids": .set(exchanges.map(\.number))]) {
            guard let client = row.text("client") else { continue }
            own[log.id, default: []].insert(client)
        }
    }

    func remove(_ logs: [RunCapture]) throws(StoreFailure) {
        for log in logs {
            guard let own = own[log.id] else { continue }
            var others: [ID<Exchange>] = []
            var clients: Set<String> = []
            try database.forEachRow(
                JoiningSQL.exchangesOfOneCapture, ["capture": SQLValue(log.id)]
            ) { (row) throws(StoreFailure) in
                guard let client = row.text("client"), !own.contains(client) else { return }
                others.append(row.id("id") ?? 0)
                clients.insert(client)
            }
            guard !others.isEmpty else { continue }
            let detail = "\(others.count) requests came from \(clients.count) other addresses"
            try database.write { (writer: inout Writer) throws(StoreFailure) in
                try writer.remove(exchanges: others)
                _ = try writer.insert(
                    diagnostic: Diagnostic(.inputOtherClients, subject: log.path, detail: detail), run: run,
                    capture: log.id)
            }
        }
    }
}
