import Model

/// One breach as it stands before blindness is weighed. Those with the same subject and item become one finding, of those
/// that stand.
struct Breach {
    var finding: Judgement.Finding
    var doubt: Doubt?
    /// What would decide a doubt, in the rule's own words.
    var needs: String?
    /// Evidence on both sides of it carries it, whatever was assumed.
    var isCarried: Bool
    /// From when, and by when, the missing thing was due: they narrow the window in which blindness matters.
    var since: Int64?
    var until: Int64?
    /// Where it would have been seen; `nil`: in whatever the rule reads.
    var missingIn: Sight.Input?
    var last: Int64?

    mutating func add(_ evidence: [Judgement.Evidence]) {
        last = ([last] + evidence.map(\.at)).compactMap(\.self).max()
        finding.add(evidence)
    }
}

/// The breaches of one subject, in the order they were found.
struct SubjectBreaches {
    private(set) var breaches: [Breach] = []
    /// Of each item, its last breach and how many it has.
    private var items: [String: (last: Int, count: Int)] = [:]

    mutating func append(_ breach: Breach) {
        items[breach.finding.item] = (breaches.count, (items[breach.finding.item]?.count ?? 0) + 1)
        breaches.append(breach)
    }

    /// Adds to what is known of an item.
    ///
    /// - Parameter isOneMore: the evidence has a window or a doubt of its own: it is a breach by itself, up to as many as
    ///   evidence is kept of.
    /// - Returns: `false` for evidence of a breach that has to be appended.
    mutating func add(_ evidence: [Judgement.Evidence], to item: String, isOneMore: Bool) -> Bool {
        guard let known = items[item], !isOneMore || known.count >= Judgement.Finding.evidenceLimit else {
            return false
        }
        breaches[known.last].add(evidence)
        return true
    }

    mutating func locate(by origins: EvidenceOrigins) {
        for breach in breaches.indices {
            for row in breaches[breach].finding.evidence.indices {
                breaches[breach].finding.evidence[row].origin = origins[breaches[breach].finding.evidence[row]]
            }
        }
    }

    /// Names the server that sent what is at fault.
    mutating func blame(_ hosts: [ID<Exchange>: String]) {
        for breach in breaches.indices {
            let exchange = breaches[breach].finding.evidence.lazy.compactMap { $0.origin?.exchange }.first
            breaches[breach].finding.server = exchange.flatMap { hosts[$0] } ?? ""
        }
    }
}
