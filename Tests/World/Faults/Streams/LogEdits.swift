/// How faults change what an app logs.
extension Stage {
    /// The lines of a name, in order.
    func lines(_ name: String) -> [Call] { calls.filter { $0.name == name }.sorted { $0.at < $1.at } }

    /// The event that a line is about, in the words of VAST.
    private static func plain(_ name: String) -> String {
        [
            "adBreakStart": "break", "adBreakEnd": "break", "adStart": "start", "adFirstQuartile": "firstQuartile",
            "adMidpoint": "midpoint", "adThirdQuartile": "thirdQuartile", "adEnd": "complete",
            "adCompletedAll": "complete",
        ][name] ?? name
    }

    /// Never writes these lines.
    mutating func forget(_ lines: [Call], _ words: String, beside others: [Call], reports: [Intent] = []) {
        guard let first = lines.first else { return }
        let ids = Set(lines.map(\.id))
        calls.removeAll { ids.contains($0.id) }
        condemn(others, event: first.name, words, reports: reports)
    }

    /// Writes a line at another time.
    mutating func shift(
        _ line: Call, to moment: Microseconds, kind: Breach.Kind, _ words: String, beside others: [Call],
        reports: [Intent] = []
    ) {
        rewrite(line.id) {
            $0.monotonic += (moment - $0.at).asSeconds
            $0.at = moment
        }
        condemn([line] + others, event: line.name, kind: kind, words, reports: reports)
    }

    mutating func rewrite(_ id: Int, by change: (inout Call) -> Void) {
        guard let place = calls.firstIndex(where: { $0.id == id }) else { return }
        change(&calls[place])
    }

    /// Says what is wrong with lines, and with what was sent beside them.
    mutating func condemn(
        _ lines: [Call], event: String, kind: Breach.Kind = .misplaced, _ words: String, reports: [Intent] = []
    ) {
        // What a request reports is known from the document that declares it.
        let declared = dues.first { due in reports.contains { due.fulfilledBy.contains($0.id) } }
        breaches.append(
            Breach(
                kind: kind, event: Self.plain(event), owner: "", family: "ima", words: words,
                evidence: lines.map { .call($0.id) } + reports.map { .intent($0.id) }, known: declared?.known ?? []))
    }
}

extension Call {
    mutating func set(_ name: String, _ value: JSON) {
        for place in fields.indices where fields[place].0 == name { fields[place].1 = value }
    }
}
