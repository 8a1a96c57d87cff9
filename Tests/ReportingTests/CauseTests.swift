import Model
import Testing

@testable import Reporting

/// Which findings are folded under which.
struct CauseTests {
    private func finding(
        _ number: Int, _ rule: String, exchanges: [Int] = [], trackers: [Int] = []
    ) -> ReportModel.Finding {
        let evidence =
            exchanges.map { ReportModel.Evidence(role: "breach", exchange: $0) }
            + trackers.map { ReportModel.Evidence(role: "declared", tracker: $0) }
        return ReportModel.Finding(
            number: number, rule: rule, severity: .error, family: "vast",
            subject: ReportModel.Subject(kind: "ad_play", id: 1, label: "A1"), item: "", message: "", expected: "",
            observed: "", fingerprint: "f\(number)", evidence: ReportModel.Limited(evidence))
    }

    private func causes(_ findings: [ReportModel.Finding]) -> [String?] {
        ReportModel.naming(causesOf: findings, behaviour: ["a", "b"]).map(\.cause)
    }

    @Test func whatOneBlamesAloneIsFoldedUnderWhatBlamesMore() {
        #expect(causes([finding(1, "a", exchanges: [7, 8]), finding(2, "b", exchanges: [8])]) == [nil, "f1"])
        #expect(causes([finding(1, "a", trackers: [3]), finding(2, "b", trackers: [3])]) == [nil, "f1"])
    }

    @Test func whatBlamesSomethingElseTooIsItsOwnCause() {
        #expect(causes([finding(1, "a", exchanges: [8]), finding(2, "b", exchanges: [7, 8])]) == [nil, nil])
        #expect(causes([finding(1, "a", exchanges: [8]), finding(2, "b", trackers: [8])]) == [nil, nil])
        #expect(causes([finding(1, "a"), finding(2, "b")]) == [nil, nil])
    }

    @Test func twoMistakesOfFormAreTwo() {
        #expect(causes([finding(1, "form", exchanges: [8]), finding(2, "a", exchanges: [8])]) == [nil, nil])
        #expect(causes([finding(1, "a", exchanges: [8]), finding(2, "form", exchanges: [8])]) == [nil, nil])
    }
}
