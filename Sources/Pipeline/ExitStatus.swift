import Model
import Store

/// What a run's outcome is to the shell (interfaces, "Exit codes").
package struct ExitStatus: Sendable {
    private let worst: Severity?
    private let isInconclusive: Bool
    private let isCertified: Bool

    /// - Parameter profiles: those named by the person, whose certificates count.
    package init(run: ID<RunRecord>, in database: Database, profiles: [String]) throws(PipelineFailure) {
        let arguments: [String: SQLValue] = ["run": SQLValue(run)]
        (worst, isInconclusive, isCertified) = try PipelineFailure.storing { () throws(StoreFailure) in
            let severities = try database.rows(
                RunSQL.severities, arguments)
            let worst = severities.compactMap { $0.text("severity").flatMap(Severity.init(rawValue:)) }.max()
            let run = try database.rows(RunSQL.verdict, arguments).first
            let verdict = run?.text("verdict")
            let certificates = try database.rows(
                RunSQL.certificates, arguments)
            let withheld = certificates.contains {
                profiles.contains($0.text("profile") ?? "") && $0.text("verdict") == Verdict.inconclusive.rawValue
            }
            return (worst, verdict == Verdict.inconclusive.rawValue || withheld, run?.int("certified") == 1)
        }
    }

    /// - Parameters:
    ///   - failOn: the least severity that fails; `nil` for never.
    ///   - requireCertificate: that no fault was seen is not enough.
    package func code(failOn: Severity?, allowInconclusive: Bool, requireCertificate: Bool = false) -> Int32 {
        if let failOn, let worst, worst >= failOn { return 1 }
        if requireCertificate, !isCertified { return 3 }
        return isInconclusive && !allowInconclusive ? 3 : 0
    }
}
