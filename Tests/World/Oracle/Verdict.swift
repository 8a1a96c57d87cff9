import Foundation

/// What the tool said, as far as the world wants to know: without what is for information only.
struct Verdict: Codable, Equatable, Sendable {
    struct Finding: Codable, Equatable, Sendable {
        var rule: String
        var severity: String
        /// Subject, message, expected, observed and evidence in one text: marks are looked for in it.
        var text: String
        var message: String
    }

    var headline: Expectation.Headline?
    var findings: [Finding]
    /// What went wrong with the tool itself.
    var trouble: String?

    init(json bytes: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any] else {
            self.init(trouble: "no JSON: " + String(decoding: bytes.prefix(200), as: UTF8.self))
            return
        }
        self.init(object: object)
    }

    init(object: [String: Any]) {
        headline = (object["verdict"] as? String).flatMap(Self.headline)
        findings = (object["findings"] as? [[String: Any]] ?? []).map(Self.finding).filter { $0.severity != "info" }
        trouble = headline == nil ? "no verdict" : nil
    }

    init(trouble: String) {
        headline = nil
        findings = []
        self.trouble = trouble
    }

    private static func headline(_ word: String) -> Expectation.Headline? {
        ["pass": .pass, "fail": .fail, "inconclusive": .cannotTell][word]
    }

    private static func finding(_ object: [String: Any]) -> Finding {
        let subject = object["subject"] as? [String: Any] ?? [:]
        let evidence = (object["evidence"] as? [[String: Any]] ?? []).map { $0["url"] as? String ?? "" }
        let message = object["message"] as? String ?? ""
        let texts = [
            subject["label"] as? String ?? "", subject["kind"] as? String ?? "", message,
            object["expected"] as? String ?? "", object["observed"] as? String ?? "",
        ]
        return Finding(
            rule: object["rule"] as? String ?? "", severity: object["severity"] as? String ?? "",
            text: (texts + evidence).joined(separator: "\n"), message: message)
    }
}
