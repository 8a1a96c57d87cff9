import Model

/// What differs between two runs: beacons that appeared, vanished, moved in time or changed parameters; verdicts and
/// findings that changed.
package struct Comparison: Sendable {
    /// Times that differ less are the same.
    package static let defaultToleranceUs: Int64 = 500_000

    enum BeaconChange {
        case appeared(offsetUs: Int64)
        case vanished(offsetUs: Int64)
        case moved(fromUs: Int64, toUs: Int64)
        case parameter(name: String, from: String?, to: String?)
    }

    /// A beacon of one run beside the one of the other that has the same name and place.
    struct Pair {
        var beacon: ComparedRun.BeaconName
        /// Among those of its name, from 1.
        var ordinal: Int
        /// When each was sent; `nil` where a side has none.
        var offsetsUs: (Int64?, Int64?)
        var changes: [BeaconChange]
    }

    struct VerdictChange {
        /// The run, a certificate or a rule.
        var what: String
        var from: Verdict?
        var to: Verdict?
    }

    var names: (String, String)
    var verdicts: (Verdict?, Verdict?)
    var counts: (Int, Int)
    /// Every beacon of both, by name and place.
    var pairs: [Pair] = []
    var changes: [VerdictChange] = []
    var newFindings: [ComparedRun.Finding]
    var goneFindings: [ComparedRun.Finding]
    let toleranceUs: Int64

    /// - Parameter redaction: what becomes of identifiers; both sides have the same stand-ins.
    package init(
        _ left: ComparedRun, _ right: ComparedRun, toleranceUs: Int64 = Comparison.defaultToleranceUs,
        redaction: Redaction = .bare
    ) {
        self.toleranceUs = toleranceUs
        names = (left.name, right.name)
        verdicts = (left.verdict, right.verdict)
        counts = (left.beacons.count, right.beacons.count)
        newFindings = Self.findings(of: right, notIn: left)
        goneFindings = Self.findings(of: left, notIn: right)
        compareBeacons(left, right)
        compareVerdicts(left, right)
        guard redaction != .none else { return }
        var redactor = Redactor(
            key: redaction.key, identifiers: left.identifiers + right.identifiers,
            open: left.openValues + right.openValues)
        // Read once to learn: an identifier may stand alone before it stands behind its name.
        var lesson = self
        redactor.beginLesson()
        lesson.redact(with: &redactor)
        redactor.endLesson()
        redact(with: &redactor)
    }

    /// Nothing to list.
    package var isEqual: Bool {
        pairs.allSatisfy(\.changes.isEmpty) && changes.isEmpty && newFindings.isEmpty && goneFindings.isEmpty
    }

    /// What differs, a change each.
    var beacons: [(beacon: ComparedRun.BeaconName, ordinal: Int, change: BeaconChange)] {
        pairs.flatMap { pair in pair.changes.map { (pair.beacon, pair.ordinal, $0) } }
    }

    private mutating func compareBeacons(_ left: ComparedRun, _ right: ComparedRun) {
        let before = Dictionary(grouping: left.beacons, by: \.name)
        let after = Dictionary(grouping: right.beacons, by: \.name)
        for name in Set(before.keys).union(after.keys).sorted() {
            let old = before[name] ?? []
            let new = after[name] ?? []
            for ordinal in 0..<max(old.count, new.count) {
                let changes: [BeaconChange]
                if ordinal >= old.count {
                    changes = [.appeared(offsetUs: new[ordinal].offsetUs)]
                } else if ordinal >= new.count {
                    changes = [.vanished(offsetUs: old[ordinal].offsetUs)]
                } else {
                    changes = self.changes(from: old[ordinal], to: new[ordinal])
                }
                let offsets = [old, new].map { side in ordinal < side.count ? side[ordinal].offsetUs : nil }
                pairs.append(
                    Pair(beacon: name, ordinal: ordinal + 1, offsetsUs: (offsets[0], offsets[1]), changes: changes))
            }
        }
    }

    private func changes(from old: ComparedRun.Beacon, to new: ComparedRun.Beacon) -> [BeaconChange] {
        var changes: [BeaconChange] = []
        if Clamped.difference(old.offsetUs, new.offsetUs).magnitude > toleranceUs.magnitude {
            changes.append(.moved(fromUs: old.offsetUs, toUs: new.offsetUs))
        }
        for name in Set(old.parameters.keys).union(new.parameters.keys).sorted() {
            let from = old.parameters[name].map { ParameterValue($0, named: name) }
            let to = new.parameters[name].map { ParameterValue($0, named: name) }
            if from != to { changes.append(.parameter(name: name, from: from?.words, to: to?.words)) }
        }
        return changes
    }

    private mutating func compareVerdicts(_ left: ComparedRun, _ right: ComparedRun) {
        func add(_ what: String, _ from: Verdict?, _ to: Verdict?) {
            if from != to { changes.append(VerdictChange(what: what, from: from, to: to)) }
        }
        add("run", left.verdict, right.verdict)
        for profile in Set(left.certificates.keys).union(right.certificates.keys).sorted() {
            add("certificate \(profile)", left.certificates[profile], right.certificates[profile])
        }
        for rule in Set(left.rules.keys).union(right.rules.keys).sorted() {
            add("rule \(rule)", left.rules[rule]?.verdict, right.rules[rule]?.verdict)
        }
    }

    private static func findings(of run: ComparedRun, notIn other: ComparedRun) -> [ComparedRun.Finding] {
        let known = Set(other.findings.map(\.fingerprint))
        return run.findings.filter { !known.contains($0.fingerprint) }
    }

    private mutating func redact(with redactor: inout Redactor) {
        for index in pairs.indices {
            pairs[index].beacon.event = redactor.redact(pairs[index].beacon.event)
            pairs[index].beacon.host = redactor.redact(pairs[index].beacon.host)
            pairs[index].beacon.adPlay = redactor.redact(pairs[index].beacon.adPlay)
            for change in pairs[index].changes.indices {
                guard case .parameter(let name, let from, let to) = pairs[index].changes[change] else { continue }
                pairs[index].changes[change] = .parameter(
                    name: name, from: redactor.redact(from), to: redactor.redact(to))
            }
        }
        for index in newFindings.indices { newFindings[index].message = redactor.redact(newFindings[index].message) }
        for index in goneFindings.indices { goneFindings[index].message = redactor.redact(goneFindings[index].message) }
    }
}

extension Comparison {
    /// The differences told one per line, in sections: what every format prints.
    var sections: [(title: String, lines: [String])] {
        [
            ("Verdicts that changed", changes.map { "\($0.what): \(Self.word($0.from)) → \(Self.word($0.to))" }),
            ("New findings", newFindings.map(Self.words)), ("Findings that are gone", goneFindings.map(Self.words)),
            ("Beacons", beacons.map { "\(Self.words($0.beacon, $0.ordinal)) \(Self.words($0.change))" }),
        ].filter { !$0.1.isEmpty }
    }

    var sentence: String {
        let sides = "\(Phrases.count(counts.0, "beacon")) against \(counts.1)"
        guard !isEqual else {
            return "Equal: \(sides), times within \(Phrases.duration(toleranceUs)), the same verdicts."
        }
        let findings = newFindings.count + goneFindings.count
        return "Different: \(sides), \(Phrases.count(beacons.count, "difference")) in beacons, "
            + "\(Phrases.count(changes.count, "verdict")) changed, \(Phrases.count(findings, "finding")) new or gone."
    }

    private static func word(_ verdict: Verdict?) -> String { verdict?.word ?? "not judged" }

    private static func words(_ finding: ComparedRun.Finding) -> String {
        "\(finding.severity.word) \(finding.rule): \(finding.message) [\(finding.fingerprint)]"
    }

    private static func words(_ beacon: ComparedRun.BeaconName, _ ordinal: Int) -> String {
        let ad = beacon.adPlay.isEmpty ? "" : " of \(beacon.adPlay)"
        return "\(beacon.family) \(beacon.event)\(ordinal > 1 ? " (\(ordinal))" : "")\(ad) to \(beacon.host)"
    }

    static func words(_ change: BeaconChange) -> String {
        switch change {
        case .appeared(let offset): "appeared at \(Phrases.offset(offset))"
        case .vanished(let offset): "vanished, was at \(Phrases.offset(offset))"
        case .moved(let from, let to):
            "moved by \(Phrases.offset(Clamped.difference(to, from))), "
                + "\(Phrases.offset(from)) → \(Phrases.offset(to))"
        case .parameter(let name, let from, let to): "\(name): \(from ?? "(absent)") → \(to ?? "(absent)")"
        }
    }
}
