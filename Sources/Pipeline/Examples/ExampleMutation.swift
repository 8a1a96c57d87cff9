import Audit
import Model

/// Changes to an example that must not change what the rule says of it, and one that must.
enum ExampleMutation: String, CaseIterable {
    /// All clocks shifted by 37 days.
    case shift
    /// Insertion order reversed: only times may count.
    case shuffle
    /// Requests of nobody's family in between.
    case unrelated
    /// The same traffic once more, on other hosts, half a second later: each copy is judged as if alone.
    case interleave
    /// The clock of the call log alone is off: no finding may come from that.
    case skew
    /// Nothing at all could be read from before the example until after it: no pass may rest on silence.
    case gap
    /// The traffic of one host is hidden, of each by itself: where verdicts rest on silence, that makes no fault, and takes
    /// none away.
    case hide

    struct Mutant {
        var capture: ExampleCapture
        var mistakes: (_ plain: ExampleRunner.Observation, _ seen: ExampleRunner.Observation) -> [String]
    }

    /// - Parameter blindness: what the rule's verdicts are worth while something is hidden; `nil`: there are no verdicts.
    func mutants(of capture: ExampleCapture, _ blindness: BlindPolicy?) -> [Mutant] {
        guard self == .hide else { return apply(to: capture, blindness).map { [$0] } ?? [] }
        guard let blindness else { return [] }
        return Set(capture.exchanges.map(\.request.host)).sorted().map { host in
            Mutant(capture: capture.hiding(host)) { ExampleMutation.hidden(host, $0, $1, blindness) }
        }
    }

    /// What a mutation of one kind alone makes.
    func apply(to capture: ExampleCapture, _ blindness: BlindPolicy?) -> Mutant? {
        var mutant = capture
        switch self {
        case .hide: return nil
        case .shift:
            // Epochs inside parameters would have to move too; such rules switch this mutation off or use device time.
            let delta: Int64 = 37 * 86_400 * 1_000_000
            mutant.exchanges = capture.exchanges.map { $0.shifted(by: delta) }
            mutant.calls = capture.calls.map { $0.shifted(by: delta) }
            mutant.blind = capture.blind.map { ($0.blind.shifted(by: delta), $0.reason) }
            mutant.ends = capture.ends?.advanced(byMicroseconds: delta)
            mutant.zero = capture.zero.advanced(byMicroseconds: delta)
            return Mutant(capture: mutant, mistakes: ExampleMutation.same)
        case .shuffle:
            mutant.exchanges.reverse()
            mutant.calls.reverse()
            return Mutant(capture: mutant, mistakes: ExampleMutation.same)
        case .unrelated:
            ExampleMutation.addUnrelated(to: &mutant)
            return Mutant(capture: mutant, mistakes: ExampleMutation.same)
        case .interleave:
            guard let copy = capture.onOtherHosts() else { return nil }
            ExampleMutation.interleave(copy, with: &mutant)
            return Mutant(capture: mutant, mistakes: ExampleMutation.twice)
        case .skew:
            guard blindness != nil, !capture.calls.isEmpty, !capture.exchanges.isEmpty else { return nil }
            let delta: Int64 = 97_000_000
            mutant.calls = capture.calls.map { $0.shifted(by: delta) }
            mutant.blind = capture.blind.map {
                ($0.blind.hides == .calls ? $0.blind.shifted(by: delta) : $0.blind, $0.reason)
            }
            return Mutant(capture: mutant, mistakes: ExampleMutation.noneAdded)
        case .gap:
            guard let blindness else { return nil }
            let times = capture.exchanges.map(\.startedAt) + capture.calls.map(\.at)
            guard let first = times.min(), let last = times.max() else { return nil }
            for hides in [Blind.Hides.both, .calls] {
                let blind = Blind(
                    from: first.advanced(byMicroseconds: -60_000_000),
                    to: last.advanced(byMicroseconds: 600_000_000), hides: hides)
                mutant.blind.append((blind, "everything is hidden"))
            }
            return Mutant(capture: mutant) { plain, seen in ExampleMutation.blinded(plain, seen, blindness) }
        }
    }

    private static func addUnrelated(to capture: inout ExampleCapture) {
        for at in capture.exchanges.map(\.startedAt) {
            var other = Exchange(
                startedAt: at.advanced(byMicroseconds: 3_000),
                request: Exchange.Request(
                    method: "POST", scheme: "https", authority: "analytics.example",
                    target: "/collect?en=video_complete"),
                response: Exchange.Response(status: 204), locator: .entry(capture.exchanges.count))
            if let ends = capture.ends, other.startedAt > ends { other.startedAt = ends }
            capture.exchanges.append(other)
        }
    }

    /// Half a second later.
    private static func interleave(_ copy: ExampleCapture, with capture: inout ExampleCapture) {
        let offset = capture.exchanges.count
        capture.exchanges += copy.exchanges.enumerated().map { place, exchange in
            var exchange = exchange.shifted(by: 500_000)
            exchange.locator = .entry(offset + place)
            return exchange
        }
        let callOffset = capture.calls.count
        capture.calls += copy.calls.enumerated().map { place, call in
            var call = call.shifted(by: 500_000)
            call.locator = .line(callOffset + place)
            return call
        }
        capture.blind += copy.blind.map { ($0.blind.shifted(by: 500_000), $0.reason) }
        if let ends = capture.ends {
            // The copy would see half a second more than the capture holds.
            capture.exchanges.removeAll { $0.startedAt > ends }
            capture.calls.removeAll { $0.at > ends }
        }
    }

    private static func same(_ plain: ExampleRunner.Observation, _ seen: ExampleRunner.Observation) -> [String] {
        var mistakes: [String] = []
        if plain.verdicts != seen.verdicts {
            mistakes.append("verdicts changed from \(plain.verdicts) to \(seen.verdicts)")
        }
        if plain.findings != seen.findings {
            mistakes.append("findings changed from \(plain.findings) to \(seen.findings)")
        }
        return mistakes
    }

    /// Every verdict of the plain example must be there still; the copy may add its own.
    private static func twice(_ plain: ExampleRunner.Observation, _ seen: ExampleRunner.Observation) -> [String] {
        var left = seen.findings
        var mistakes: [String] = []
        for finding in plain.findings {
            guard let place = left.firstIndex(of: finding) else {
                mistakes.append("the finding is gone or changed: \(finding); there are \(seen.findings)")
                continue
            }
            left.remove(at: place)
        }
        if plain.findings.isEmpty && !seen.findings.isEmpty { mistakes.append("new findings: \(seen.findings)") }
        return mistakes
    }

    /// Findings may go, for want of a clock to compare by; none may come.
    private static func noneAdded(
        _ plain: ExampleRunner.Observation, _ seen: ExampleRunner.Observation
    ) -> [String] {
        let new = seen.findings.filter { !plain.findings.contains($0) }
        return new.isEmpty ? [] : ["findings that only the clock of the log makes: \(new)"]
    }

    /// Blindness is neither guilt nor innocence, where the rule's verdicts rest on what is not there.
    private static func hidden(
        _ host: String, _ plain: ExampleRunner.Observation, _ seen: ExampleRunner.Observation, _ policy: BlindPolicy
    ) -> [String] {
        let (wasFault, isFault) = (plain.verdicts.contains("fail"), seen.verdicts.contains("fail"))
        if isFault, !wasFault, policy.fail != .stays {
            return ["a fault that is there only while \(host) is hidden: \(seen.findings)"]
        }
        guard policy.pass != .stays, wasFault, !isFault, seen.verdicts.contains("pass"),
            !seen.verdicts.contains(where: { $0.hasPrefix("inconclusive") })
        else { return [] }
        return ["a pass of what fails, while \(host) is hidden"]
    }

    /// What the table of kinds says: with everything hidden, what rests on silence is inconclusive.
    private static func blinded(
        _ plain: ExampleRunner.Observation, _ seen: ExampleRunner.Observation, _ policy: BlindPolicy
    ) -> [String] {
        var mistakes: [String] = []
        if policy.pass == .inconclusive && seen.verdicts.contains("pass") {
            mistakes.append("a pass although everything was hidden")
        }
        if policy.fail == .inconclusive && seen.verdicts.contains("fail") {
            mistakes.append("a fail although what is missing may have been hidden")
        }
        if policy.pass == .stays && plain.verdicts.contains("pass") && !seen.verdicts.contains("pass") {
            mistakes.append("a pass that rests on rows that are there was lost: \(seen.verdicts)")
        }
        if policy.fail == .stays && plain.verdicts.contains("fail") && !seen.verdicts.contains("fail") {
            mistakes.append("a fail that rests on rows that are there was lost: \(seen.verdicts)")
        }
        return mistakes
    }
}

extension Exchange {
    func shifted(by delta: Int64) -> Exchange {
        var copy = self
        copy.startedAt = startedAt.advanced(byMicroseconds: delta)
        copy.response?.startedAt = response?.startedAt?.advanced(byMicroseconds: delta)
        copy.response?.endedAt = response?.endedAt?.advanced(byMicroseconds: delta)
        return copy
    }
}

extension Call {
    func shifted(by delta: Int64) -> Call {
        var copy = self
        copy.at = at.advanced(byMicroseconds: delta)
        copy.mono = mono.map { $0 &+ delta }
        return copy
    }
}

extension Blind {
    func shifted(by delta: Int64) -> Blind {
        var copy = self
        copy.span(from?.advanced(byMicroseconds: delta), to?.advanced(byMicroseconds: delta))
        return copy
    }
}

extension ExampleCapture {
    /// The same traffic of a second device: every example host `name.test` becomes `name.twin.test`, in documents too, and
    /// every SDK instance of a log another one. Events without an instance are the whole app's and have no twin.
    func onOtherHosts() -> ExampleCapture? {
        let isOnTestHosts = exchanges.contains { $0.request.authority.hasSuffix(".test") }
        guard isOnTestHosts || (exchanges.isEmpty && calls.contains { $0.instance != nil }) else { return nil }
        var copy = self
        copy.calls = calls.filter { $0.instance != nil }.map { call in
            var call = call
            call.instance = call.instance.map { $0 + "-twin" }
            return call
        }
        copy.exchanges = exchanges.map { exchange in
            var exchange = exchange
            exchange.request.authority = ExampleCapture.renamed(exchange.request.authority)
            exchange.request.target = ExampleCapture.renamed(exchange.request.target)
            exchange.request.body = ExampleCapture.renamed(exchange.request.body)
            exchange.response = exchange.response.map { response in
                var response = response
                response.body = ExampleCapture.renamed(response.body)
                response.headers = ExampleCapture.renamed(response.headers)
                return response
            }
            return exchange
        }
        copy.blind = blind.map { entry in
            var blind = entry.blind
            blind.host = blind.host.map(ExampleCapture.renamed)
            return (blind, entry.reason)
        }
        return copy
    }

    /// The same capture without what went to a host, which says that it was hidden.
    func hiding(_ host: String) -> ExampleCapture {
        var copy = self
        copy.exchanges.removeAll { $0.request.host == host }
        let times = exchanges.map(\.startedAt)
        copy.blind.append(
            (
                Blind(
                    from: times.min()?.advanced(byMicroseconds: -60_000_000),
                    to: times.max()?.advanced(byMicroseconds: 600_000_000), host: host), "\(host) is hidden"
            ))
        return copy
    }

    private static func renamed(_ text: String) -> String {
        text.replacing(".test", with: ".twin.test")
    }

    private static func renamed(_ headers: HeaderFields) -> HeaderFields {
        HeaderFields(block: Array(renamed(String(decoding: headers.block, as: UTF8.self)).utf8))
    }

    private static func renamed(_ body: Body) -> Body {
        guard case .kept(let bytes) = body.content else { return body }
        return .kept(Array(renamed(String(decoding: bytes, as: UTF8.self)).utf8))
    }
}
