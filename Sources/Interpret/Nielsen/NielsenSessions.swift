import Model

/// The SDK instances and view sessions of a run (docs/nielsen-pings.md, "Instances and view sessions").
///
/// An instance is (`asid`, `plid`, `sessionId`), a view session is an instance with a `sesid`. The session ping of an
/// instance carries no `plid`, so that a missing part matches any value until the instance has learnt its own.
struct NielsenSessions: Sendable {
    private struct Instance: Sendable {
        var id: ID<Session>
        var appID: String
        var playerID: String?
        var appSession: String?
        var appName: String?
        var from: Timestamp
        var to: Timestamp
        var views: [String: Int] = [:]

        func accepts(_ ping: NielsenPing) -> Bool {
            appID == ping.appID && Self.agree(appSession, ping.appSession) && Self.agree(playerID, ping.playerID)
        }

        private static func agree(_ known: String?, _ sent: String?) -> Bool {
            guard let known, let sent else { return true }
            return known == sent
        }
    }

    private struct View: Sendable {
        var id: ID<Session>
        var instance: ID<Session>
        var identifier: String
        var from: Timestamp
        var to: Timestamp
    }

    /// Instances of one app that a ping is compared with, newest first.
    private static let mostCompared = 64

    private var instances: [Instance] = []
    private var instancesByAppID: [String: [Int]] = [:]
    private var views: [View] = []

    /// The session that a ping belongs to: its view session, else its instance. `nil` for a request that names neither,
    /// such as a config request: it precedes the instance's own identifiers.
    mutating func session(of ping: NielsenPing, at time: Timestamp, nextID: () -> ID<Session>) -> ID<Session>? {
        guard ping.appSession != nil || ping.playerID != nil || ping.viewSession != nil else { return nil }
        // An EMM ping names the app's session only.
        guard let appID = ping.appID else {
            return instances.suffix(Self.mostCompared).last { $0.appSession == ping.appSession }?.id
        }
        let index = instance(of: ping, appID: appID, at: time, nextID: nextID)
        instances[index].playerID = instances[index].playerID ?? ping.playerID
        instances[index].appSession = instances[index].appSession ?? ping.appSession
        instances[index].appName = instances[index].appName ?? ping.parameters.filled("c15", "apn")
        instances[index].to = max(instances[index].to, time)
        guard let identifier = ping.viewSession else { return instances[index].id }
        if let known = instances[index].views[identifier] {
            views[known].to = max(views[known].to, time)
            return views[known].id
        }
        let view = View(
            id: nextID(), instance: instances[index].id, identifier: identifier, from: time, to: time)
        instances[index].views[identifier] = views.count
        views.append(view)
        return view.id
    }

    /// Every session seen, instances before the view sessions they hold.
    func sessions() -> [Session] {
        let instanceSessions = instances.enumerated().map { number, instance in
            Session(
                id: instance.id, kind: .nielsenInstance, family: .nielsen,
                identifier: [instance.appID, instance.playerID ?? "", instance.appSession ?? ""].joined(separator: "/"),
                label: "Nielsen instance \(number + 1)" + (instance.appName.map { " of \($0)" } ?? ""),
                from: instance.from, to: instance.to)
        }
        let viewSessions = views.enumerated().map { number, view in
            Session(
                id: view.id, kind: .nielsenView, family: .nielsen, identifier: view.identifier,
                label: "Nielsen view session \(number + 1)", from: view.from, to: view.to, parent: view.instance)
        }
        return instanceSessions + viewSessions
    }

    private mutating func instance(
        of ping: NielsenPing, appID: String, at time: Timestamp, nextID: () -> ID<Session>
    ) -> Int {
        // The newest first: a missing part means the instance that is running.
        if let known = instancesByAppID[appID]?.suffix(Self.mostCompared).last(where: { instances[$0].accepts(ping) }) {
            return known
        }
        let instance = Instance(
            id: nextID(), appID: appID, playerID: ping.playerID, appSession: ping.appSession, from: time, to: time)
        instancesByAppID[appID, default: []].append(instances.count)
        instances.append(instance)
        return instances.count - 1
    }
}
