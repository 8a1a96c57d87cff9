/// Why a certificate is withheld, in few words: reasons that differ in their rule only are said once, and what else could be
/// covered is one line.
struct CertificateWords {
    let lines: [String]
    /// Every reason as it stands, where a line stands for several.
    let folded: [String]

    init(_ reasons: [String]) {
        var own: [String] = []
        var attested: [String] = []
        var open: [String: [String]] = [:]
        var order: [String] = []
        var needs: [(what: String, rules: Int)] = []
        for reason in reasons {
            if let need = Self.part(of: reason, after: ": not covered, would need ") {
                if let known = needs.firstIndex(where: { $0.what == need }) {
                    needs[known].rules += 1
                } else {
                    needs.append((need, 1))
                }
            } else if let why = Self.part(of: reason, after: ": not decided ") {
                if open[why] == nil { order.append(why) }
                open[why, default: []].append(reason)
            } else if reason.hasPrefix("nobody attests ") {
                attested.append(reason)
            } else {
                own.append(reason)
            }
        }
        let undecided = order.map { why in
            let same = open[why] ?? []
            return same.count == 1 ? same[0] : "\(same.count) rules not decided \(why)"
        }
        let others = needs.map { "\($0.what) (\(Phrases.count($0.rules, "rule")))" }
        let needed = needs.isEmpty ? [] : ["what else certification needs: \(others.joined(separator: ", "))"]
        lines = own + undecided + needed + attested
        folded = lines.count < reasons.count ? reasons : []
    }

    private static func part(of reason: String, after words: String) -> String? {
        reason.firstRange(of: words).map { String(reason[$0.upperBound...]) }
    }
}
