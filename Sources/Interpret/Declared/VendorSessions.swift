import Model

/// The sessions of declared vendors: those beacons of one client that carry the same identifier.
struct VendorSessions: Sendable {
    struct Key: Sendable, Hashable {
        var family: Family
        /// Empty where the vendor's beacons carry none: all of one client's are one session.
        var identifier: String
        var client: String?
    }

    private var live: [Key: Int] = [:]
    private var all: [Session] = []

    mutating func session(_ key: Key, title: String, at: Timestamp, nextID: () -> ID<Session>) -> ID<Session> {
        if let place = live[key] {
            all[place].to = at
            return all[place].id
        }
        let id = nextID()
        live[key] = all.count
        all.append(
            Session(
                id: id, kind: .vendor, family: key.family, identifier: key.identifier,
                label: key.identifier.isEmpty ? title : "\(title) \(key.identifier.prefix(12))", from: at, to: at))
        return id
    }

    /// In the order in which they began.
    func finished() -> [Session] { all }
}
