/// What faults of streams look at.
extension Stage {
    /// The beacons of ads, in order.
    var reported: [Intent] {
        intents.filter { $0.purpose == .beacon && $0.owner != nil && $0.event != nil }
            .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    }

    /// The same, ad by ad.
    var reportsByAd: [[Intent]] {
        var order: [String] = []
        var byAd: [String: [Intent]] = [:]
        for intent in reported {
            guard let owner = intent.owner else { continue }
            if byAd[owner] == nil { order.append(owner) }
            byAd[owner, default: []].append(intent)
        }
        return order.compactMap { byAd[$0] }
    }

    /// The show that a stream kind plays.
    var show: StreamShow { StreamShow.of(script) }

    /// The place of an ad in its pod, from 1, and its pod.
    func place(of owner: String?) -> (place: Int, pod: Int)? {
        guard let owner, let number = Int(owner).map({ $0 - StreamAd.firstID }) else { return nil }
        let pods = show.programme.breakOfAd
        guard pods.indices.contains(number) else { return nil }
        return (number - (pods.firstIndex(of: pods[number]) ?? number) + 1, pods[number])
    }

    /// When something was sent or called.
    func time(of trace: Trace) -> Microseconds? {
        switch trace {
        case .intent(let id): intents.first { $0.id == id }?.at
        case .call(let id): calls.first { $0.id == id }?.at
        }
    }

    /// Sends another URL in the place of a declared one: the declared one is missing, the other is not known. Where it can
    /// be told what it was made of, it shows that the event was due.
    mutating func sendOtherwise(
        _ intents: [Intent], _ words: String, isTold: Bool = true, as change: (String) -> String
    ) {
        for intent in intents {
            let url = change(intent.url)
            guard url != intent.url else { continue }
            drop([intent], words)
            let id = send(
                at: intent.at, url, intent.purpose, family: intent.family, means: intent.means, answer: intent.answer)
            if isTold, let last = breaches.indices.last { breaches[last].proofs.append([.intent(id)]) }
        }
    }
}

extension Stage {
    /// Changes an intent; says nothing of what is wrong.
    mutating func replace(_ id: Int, by change: (inout Intent) -> Void) {
        guard let place = intents.firstIndex(where: { $0.id == id }) else { return }
        change(&intents[place])
    }

    /// The server says something else.
    mutating func answer(_ id: Int, with status: Int, text: String? = nil) {
        replace(id) { intent in
            intent.answer.status = status
            if let text {
                intent.answer = Answer(status: status, type: "application/json", text: text, bytes: text.utf8.count)
            }
        }
    }
}

extension String {
    /// The value of a query field, as it stands.
    func field(_ name: String) -> String? { URLText.fields(self).first { $0.name == name }?.value }

    /// The URL with another value of a field, or without it.
    func replacingField(_ name: String, with value: String?) -> String {
        guard let mark = firstIndex(of: "?") else { return self }
        let pairs = self[index(after: mark)...].split(separator: "&").compactMap { pair -> String? in
            guard pair.hasPrefix(name + "=") else { return String(pair) }
            return value.map { name + "=" + $0 }
        }
        return self[...mark] + pairs.joined(separator: "&")
    }
}
