import Derive

extension Rule: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(
            id: try pack.next(), title: try pack.next(), severity: try pack.word(), subject: try pack.word(),
            kind: try pack.next(), witness: try pack.optionalWord(), party: try pack.optionalWord(),
            message: try pack.next(), why: try pack.next(), fix: try pack.next(), sources: try pack.next(),
            formerly: try pack.next(), uses: try pack.next(), applies: try pack.next(), breaches: try pack.next(),
            appliesWhere: try pack.next(), breachesWhere: try pack.next(), evidence: try pack.next(),
            blindness: BlindPolicy(fail: try pack.word(), pass: try pack.word()),
            looks: Looks(families: try pack.next(), events: try pack.next(), hosts: try pack.next()),
            facts: try pack.next(), assume: try pack.next(), settings: try pack.next(), inputs: try pack.next())
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        for text in [id, title, severity.rawValue, subject.rawValue, kind] { pack.put(text) }
        pack.put(witness?.rawValue)
        pack.put(party?.rawValue)
        for text in [message, why, fix] { pack.put(text) }
        pack.put(sources)
        pack.put(formerly)
        pack.put(uses)
        pack.put(applies)
        pack.put(breaches)
        pack.put(appliesWhere)
        pack.put(breachesWhere)
        pack.put(evidence)
        pack.put(blindness.fail.rawValue)
        pack.put(blindness.pass.rawValue)
        pack.put(looks.families)
        pack.put(looks.events)
        pack.put(looks.hosts)
        pack.put(facts)
        pack.put(assume)
        pack.put(settings)
        pack.put(inputs)
    }

    /// With the preconditions of its two SELECTs.
    package func with(_ preconditions: SQLPreconditions) -> Rule {
        var rule = self
        rule.appliesWhere = preconditions.needs(of: applies)
        rule.breachesWhere = preconditions.needs(of: breaches)
        return rule
    }
}

extension Rule.Source: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(ref: try pack.next(), authority: try pack.next(), since: try pack.next())
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(ref)
        pack.put(authority)
        pack.put(since)
    }
}

extension EvidenceColumns: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(role: try pack.next(), view: try pack.next(), id: try pack.next(), at: try pack.next())
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        for text in [role, view, id, at] { pack.put(text) }
    }
}
