import Model
import Reporting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What earlier results said of captures: what they found, and what they could not tell, fails nothing any more.
///
/// A capture is recognised by its path. One that the results do not have is new, and so is everything in it: a finding is
/// forgiven where it was seen and accepted as it was, not because another capture has a like one.
struct Baseline: Sendable {
    fileprivate struct Known: Sendable {
        var verdict: String?
        var findings: Set<String>
        /// How many subjects each rule could not be decided for.
        var undecided: [String: Int]
        var certificates: [String: String]
    }

    /// What is read of a `beaconproof.result/1`.
    fileprivate struct Result: Decodable {
        struct Capture: Decodable { var path: String }
        struct Finding: Decodable { var fingerprint: String }
        struct Decision: Decodable {
            var rule: String
            var verdict: String
            var reason: String?
        }
        struct Certificate: Decodable {
            var profile: String
            var verdict: String
        }

        var captures: [Capture]
        var verdict: String?
        var findings: [Finding]
        var verdicts: [Decision]
        var certificates: [Certificate]
    }

    private struct Line: Decodable { var schema: String }

    private var captures: [String: Known] = [:]

    /// - Parameter path: what `batch --format json` or `certify --format json` wrote.
    init(reading path: String) throws(PipelineFailure) {
        let bytes = try ByteSource.bytes(of: path)
        // The one result of `certify` is indented, those of `batch` have a line each.
        let isOne = bytes.starts(with: Array("{\n".utf8))
        let lines = isOne ? [bytes[...]] : bytes.split(separator: UInt8(ascii: "\n"))
        for (number, line) in lines.enumerated() {
            do {
                guard try Self.decode(Line.self, line).schema == "beaconproof.result/1" else { continue }
                let result = try Self.decode(Result.self, line)
                if let capture = result.captures.first { captures[capture.path] = Known(result) }
            } catch {
                throw .input(path: path, message: "line \(number + 1) is no result of 'batch --format json'")
            }
        }
        if captures.isEmpty { throw .input(path: path, message: "holds no results; 'batch --format json' writes them") }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: some Sequence<UInt8>) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// The verdict that the results have of a capture.
    func verdict(at path: String) -> String? { captures[path]?.verdict }

    /// The fingerprints of findings that nobody accepted and the results do not have.
    func new(in model: ReportModel, at path: String) -> [String] {
        let known = captures[path]?.findings ?? []
        return model.findings.filter { $0.waived == nil && !known.contains($0.fingerprint) }.map(\.fingerprint)
    }

    /// What is left of an exit code when only what is new counts.
    ///
    /// - Parameter failOn: the least severity that fails; `nil` for never.
    func exitCode(_ code: Int32, of model: ReportModel, at path: String, failOn: Severity?, allowInconclusive: Bool)
        -> Int32
    {
        guard code == 1 || code == 3, let known = captures[path] else { return code }
        let new = Set(new(in: model, at: path))
        let worst = model.findings.filter { new.contains($0.fingerprint) }.map(\.severity).max()
        if let failOn, let worst, worst >= failOn { return 1 }
        if allowInconclusive { return 0 }
        let now = Known(model)
        let isBlinder = now.undecided.contains { $0.value > known.undecided[$0.key, default: 0] }
        // Nothing seen at all leaves no finding and no rule undecided: it must not count as what was known.
        let isNoLongerTold = now.verdict == "inconclusive" && known.verdict != "inconclusive"
        let isWithheld =
            code == 3
            && now.certificates.contains {
                $0.value == "inconclusive" && known.certificates[$0.key] != "inconclusive"
            }
        return isBlinder || isNoLongerTold || isWithheld ? 3 : 0
    }
}

extension Baseline.Known {
    fileprivate init(_ result: Baseline.Result) {
        verdict = result.verdict
        findings = Set(result.findings.map(\.fingerprint))
        undecided = Self.counted(result.verdicts.map { ($0.rule, $0.verdict, $0.reason) })
        certificates = Dictionary(result.certificates.map { ($0.profile, $0.verdict) }) { first, _ in first }
    }

    fileprivate init(_ model: ReportModel) {
        verdict = model.run.verdict?.rawValue
        findings = []
        undecided = Self.counted(model.verdicts.map { ($0.rule, $0.outcome.rawValue, $0.reason) })
        certificates = Dictionary(model.certificates.map { ($0.profile, $0.verdict.rawValue) }) { first, _ in first }
    }

    /// A rule that waits for a fact or a file which nobody gave is the same however much was seen.
    private static func counted(_ verdicts: [(rule: String, verdict: String, reason: String?)]) -> [String: Int] {
        var counts: [String: Int] = [:]
        for one in verdicts where one.verdict == "inconclusive" && one.reason?.hasPrefix("needs-") != true {
            counts[one.rule, default: 0] += 1
        }
        return counts
    }
}
