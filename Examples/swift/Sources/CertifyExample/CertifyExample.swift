import BeaconProof

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Certifies captures of one run: prints what is wrong, who fired most, and ends with 1 unless the run passes.
///
///     CertifyExample run.pcapng --keys keys.txt
@main
struct CertifyExample {
    static func main() throws {
        var words = CommandLine.arguments.dropFirst()
        var inputs = Inputs([])
        while let word = words.popFirst() {
            if word == "--keys", let file = words.popFirst() {
                inputs.keyLogs.append(file)
            } else {
                inputs.captures.append(word)
            }
        }

        var judging = Judging()
        judging.profiles = ["vast"]
        let run = try Run.certify(inputs, by: judging)

        let judgement = try run.judgement()
        print("verdict: \(judgement.verdict?.rawValue ?? "none")")
        for finding in judgement.findings where finding.severity == .error {
            print("\(finding.rule) on \(finding.subject.label): \(finding.message)")
        }
        for certificate in judgement.certificates { print("\(certificate.profile): \(certificate.outcome.rawValue)") }

        let hosts = try run.query("SELECT host, count(*) AS n FROM beacon GROUP BY host ORDER BY n DESC, host", most: 3)
        for row in hosts.values { print("\(row[1].integer ?? 0) beacons to \(row[0].text ?? "")") }

        if judgement.verdict != .pass { exit(1) }
    }
}
