/// Which beacons are breaches of which findings.
struct Breaches {
    private var byExchange: [Int: [ReportModel.Finding]] = [:]
    private var byAdPlay: [Int: [ReportModel.Finding]] = [:]

    init(_ model: ReportModel) {
        for finding in model.findings where finding.waived == nil && finding.severity != .info {
            if finding.subject.kind == "ad_play" { byAdPlay[finding.subject.id, default: []].append(finding) }
            for exchange in Set(finding.evidence.listed.filter { $0.role == "breach" }.compactMap(\.exchange)) {
                byExchange[exchange, default: []].append(finding)
            }
        }
    }

    func findings(of exchange: Int?) -> [ReportModel.Finding] {
        exchange.flatMap { byExchange[$0] } ?? []
    }

    func findings(onAdPlay id: Int) -> [ReportModel.Finding] {
        byAdPlay[id] ?? []
    }

    func count(in play: ReportModel.AdPlay) -> Int {
        findings(onAdPlay: play.id).count + play.firings.listed.count { !findings(of: $0.exchange).isEmpty }
    }
}
