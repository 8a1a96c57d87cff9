import Model
import Reporting
import Store

/// What stands between decode and interpret: the captures of a run become one account of it.
///
/// The captures are brought onto one clock, and an exchange that several of them saw becomes one exchange with several
/// sightings. Two sightings in one capture are two exchanges, except where packets show both sides of a proxy.
struct JoinStage {
    /// How far two sightings of one exchange may be apart once the clocks agree, before their uncertainty.
    static let tolerance: Int64 = 2_000_000
    /// The same, where each capture was recording when the other saw the exchange and neither has another candidate.
    static let wideTolerance: Int64 = 10_000_000
    /// What may pass between two parts of one recording.
    static let longestGap: Int64 = 60_000_000
    /// Offsets beyond a century come from times that are no times.
    static let largestOffset: Int64 = 3_200_000_000_000_000

    let run: ID<RunRecord>
    let database: Database

    /// - Throws: also where an input is of another run.
    func join() throws(PipelineFailure) {
        let stranger = try PipelineFailure.storing { () throws(StoreFailure) -> OtherRuns.Pair? in
            var captures = try RunCapture.all(of: run, in: database)
            try Relays(run: run, database: database).join(captures.filter(\.hasPackets))
            try database.finishDecoding()
            try TwiceRecorded(run: run, database: database).join(captures)
            try UnreadProtocols(run: run, database: database).report()
            guard captures.count > 1 else { return nil }
            try SharedCalls(run: run, database: database).remove(captures)
            try LogHosts(run: run, database: database).learn(captures.filter { $0.side != .client })
            var requests = try SharedRequests(run: run, in: database, captures)
            let order = captures.indices.sorted { captures[$0].precedence < captures[$1].precedence }
            var left = order[...]
            guard let reference = left.popFirst() else { return nil }
            requests.take(captures[reference])
            var strangers = OtherClients(run: run, database: database)
            while let next = nextToJoin(left, captures, requests) {
                left.removeAll { $0 == next }
                let isNextPart = isNextPart(captures[next], of: captures, requests)
                if !isNextPart { try align(&captures[next], of: captures, with: &requests) }
                let pairs = requests.join(captures[next], among: captures, isNextPart: isNextPart)
                if captures[next].side == .receiver {
                    try strangers.note(pairs.map(\.absorbed), of: captures[next])
                }
                try database.write { (writer: inout Writer) throws(StoreFailure) in
                    for pair in pairs { try writer.absorb(pair.absorbed, into: pair.kept) }
                }
            }
            try strangers.remove(captures.filter { $0.side == .receiver })
            return try OtherRuns(run: run, database: database).find(among: captures)
        }
        if let stranger { throw stranger.failure }
    }

    /// Recording went on in it after another capture had ended, or ended before one began, as where a recorder changes
    /// files: what both hold was asked twice, unless it bears the very same time.
    private func isNextPart(_ capture: RunCapture, of captures: [RunCapture], _ requests: SharedRequests) -> Bool {
        let others = captures.filter { $0.id != capture.id && $0.side == .client && $0.exchanges > 0 }
        // Of a part of what the other saw, most would be shared, whatever its clock says.
        let fewest = others.map(\.exchanges).min().map { min($0, capture.exchanges) } ?? 0
        guard capture.side == .client, requests.shared(with: capture) * 2 < fewest else { return false }
        return others.allSatisfy(capture.isApart)
            && others.compactMap(capture.gap).contains { $0 <= JoinStage.longestGap }
    }

    /// The capture that shares most with those already joined.
    private func nextToJoin(_ left: ArraySlice<Int>, _ captures: [RunCapture], _ requests: SharedRequests) -> Int? {
        var best: (place: Int, shared: Int)?
        for place in left {
            let shared = requests.shared(with: captures[place])
            if best.map({ shared > $0.shared }) ?? true { best = (place, shared) }
        }
        return best?.place
    }

    /// Estimates the capture's clock from what it shares with those already joined, and moves it.
    private func align(_ capture: inout RunCapture, of captures: [RunCapture], with requests: inout SharedRequests)
        throws(StoreFailure)
    {
        guard !capture.isDeclared, capture.exchanges > 0 else { return }
        let differences = requests.differences(to: capture)
        guard !differences.isEmpty else {
            if let apart = try distance(of: capture, from: captures) {
                try report(
                    .inputOtherTime, capture,
                    "\(Phrases.duration(apart)) lie between it and the nearest other input, and they have "
                        + "no host in common",
                    blind: Blind(hides: .both))
            } else {
                try report(.inputNotJoined, capture, "no request in it was seen in another input")
            }
            return
        }
        guard let estimate = ClockEstimate(differences) ?? ClockEstimate(unmoved: differences) else {
            try report(
                .inputClockUnknown, capture,
                "\(differences.count) shared requests suggest offsets from \(ClockWords.offset(differences.min() ?? 0)) "
                    + "to \(ClockWords.offset(differences.max() ?? 0))",
                blind: Blind(hides: .both))
            return
        }
        let clock = ClockRecord(
            offsetUs: estimate.offset, uncertaintyUs: estimate.uncertainty, method: .estimated,
            samples: estimate.samples)
        let id = capture.id
        try database.write { (writer: inout Writer) throws(StoreFailure) in try writer.align(capture: id, with: clock) }
        capture.move(by: estimate)
        requests.move(capture.id, by: estimate.offset)
        if estimate.samples < ClockEstimate.minimumForSpread {
            let count = estimate.samples == 1 ? "one shared request" : "\(estimate.samples) shared requests"
            try report(
                .inputClockGuessed, capture, "\(ClockWords.offset(estimate.offset)), from \(count)")
        }
    }

    /// How far its time is from that of every other client's capture; `nil` where it may be a part of the same recording.
    private func distance(of capture: RunCapture, from captures: [RunCapture]) throws(StoreFailure) -> Int64? {
        guard capture.side == .client else { return nil }
        let gaps = captures.filter { $0.id != capture.id && $0.side == .client }.compactMap(capture.gap)
        guard let nearest = gaps.min(), nearest > JoinStage.longestGap,
            try database.rows(JoiningSQL.sharedHosts, ["run": SQLValue(run), "capture": SQLValue(capture.id)]).isEmpty
        else { return nil }
        return nearest
    }

    private func report(
        _ code: DiagnosticCode, _ capture: RunCapture, _ detail: String, blind: Blind? = nil
    ) throws(StoreFailure) {
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            _ = try writer.insert(
                diagnostic: Diagnostic(code, subject: capture.path, detail: detail, blind: blind), run: run,
                capture: blind == nil ? capture.id : nil)
        }
    }
}

/// A clock offset for people.
enum ClockWords {
    /// `+1.250 s`.
    static func offset(_ microseconds: Int64) -> String {
        let milliseconds = (microseconds.magnitude + 500) / 1_000
        let rest = String(milliseconds % 1_000)
        let padded = String(repeating: "0", count: 3 - rest.utf8.count) + rest
        return "\(microseconds < 0 ? "-" : "+")\(milliseconds / 1_000).\(padded) s"
    }
}
