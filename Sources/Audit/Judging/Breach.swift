import Model

/// One breach as it stands before blindness is weighed: the rows with the same subject and item.
struct Breach {
    /// How many evidence rows one finding keeps; the count in its text stays true.
    static let evidenceLimit = 200

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

    mutating func add(_ evidence: Judgement.Evidence) {
        if let at = evidence.at { last = max(last ?? at, at) }
        guard finding.evidence.count < Breach.evidenceLimit else { return }
        finding.evidence.append(evidence)
    }
}

/// The breaches of one subject, in the order they were found, and where each item is.
struct SubjectBreaches {
    var breaches: [Breach] = []
    var places: [String: Int] = [:]

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
