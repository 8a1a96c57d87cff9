import Foundation

@testable import Audit
@testable import Pipeline
@testable import Store

extension Stages {
    /// The shipped rules over the first run of a database that `certify --db` kept.
    ///
    /// - Parameter only: the identifier of a rule to audit alone.
    static func audit(_ file: String, _ only: String?) throws -> Work {
        var pack = try ShippedRules().pack().pack
        if let only {
            var contents = pack.contents
            contents.profiles = []
            pack = RulePack(contents, rules: try pack.rules().filter { $0.id == only })
        }
        let database = try Database.temporary()
        try database.append(Database.open(file))
        try database.finishLoading()
        let auditor = try Auditor(pack: pack, packSHA256: "")
        let bytes = try URL(filePath: file).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let rules = try pack.rules().count
        return try measure(bytes: bytes) {
            try auditor.audit(run: 1, in: database)
            return rules
        }
    }
}
