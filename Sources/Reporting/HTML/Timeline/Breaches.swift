/// Which beacons are breaches of which findings.
struct Breaches {
    private var byExchange: [Int: [ReportModel.Finding]] = [:]
    private var byCall: [Int: [ReportModel.Finding]] = [:]
    private var bySubject: [String: [Int: [ReportModel.Finding]]] = [:]

    init(_ model: ReportModel) {
        for finding in model.findings where finding.waived == nil && finding.severity != .info {
            bySubject[finding.subject.kind, default: [:]][finding.subject.id, default: []].append(finding)
            let rows = finding.evidence.listed.filter { $0.role == "breach" }
            for exchange in Set(rows.compactMap(\.exchange)) { byExchange[exchange, default: []].append(finding) }
            for call in Set(rows.filter { $0.exchange == nil }.compactMap(\.call)) {
                byCall[call, default: []].append(finding)
            }
        }
    }

    func findings(exchange: Int?, call: Int?) -> [ReportModel.Finding] {
        if let exchange { return byExchange[exchange] ?? [] }
        return call.flatMap { byCall[$0] } ?? []
    }

    func findings(on kind: String, _ id: Int) -> [ReportModel.Finding] {
        bySubject[kind]?[id] ?? []
    }

    /// Of the play itself, and beacons of it that are one.
    func count(in play: ReportModel.AdPlay) -> Int {
        let onPlay = findings(on: "ad_play", play.id).count
        // Most runs have no beacon that is one.
        guard !byExchange.isEmpty || !byCall.isEmpty else { return onPlay }
        return onPlay + play.firings.listed.count { !findings(exchange: $0.exchange, call: $0.call).isEmpty }
    }
}
