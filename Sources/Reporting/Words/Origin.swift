/// When and on what a run was recorded, who answers for it, and what it is certified for.
enum Origin {
    /// One sentence; `nil` where nothing was recorded.
    static func sentence(_ model: ReportModel) -> String? {
        guard let start = model.startUs else { return nil }
        func fact(_ key: String) -> String? { model.facts.first { $0.key == key }?.value }
        let build = fact("capture.appBuild").map { "build \($0)" }
        let device = [fact("capture.device"), fact("capture.os"), build].compactMap { $0 }.joined(separator: ", ")
        let profiles = model.certificates.map(\.profile).joined(separator: ", ")
        let answering = Set(model.facts.filter { $0.key.hasPrefix("attest.") }.compactMap(person)).sorted()
        return "Recorded \(Phrases.time(start))" + (device.isEmpty ? "" : " on \(device)")
            + (profiles.isEmpty ? "" : ", judged for \(profiles)")
            + (answering.isEmpty ? "" : ", attested by \(answering.joined(separator: ", "))") + "."
    }

    /// Who attests a rule, of the fact that says so: `A. Name on 2026-01-31: note`.
    private static func person(_ fact: ReportModel.Fact) -> String? {
        fact.value.split(separator: " on ", maxSplits: 1).first.map(String.init)
    }
}
