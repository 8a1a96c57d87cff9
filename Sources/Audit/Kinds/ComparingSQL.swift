import Derive
import Model

/// The two SELECTs that come of a rule's `compares:`.
///
/// What the SELECT does not name is taken from the subject: `from_us` and `to_us`, and the `at_us` of a document or a beacon.
/// The words of a finding may stand beside it, as texts with the `{columns}` that fill them: `item:`, `observed:`, `expected:`.
struct ComparingSQL {
    static let words = ["item", "observed", "expected"]

    let applies: String
    let breaches: String

    init(_ yaml: YAMLMap, subject: SubjectKind) throws(RuleFileFailure) {
        let own = try yaml.text("compares")
        let columns = SelectColumns(of: own)
        let isNamed = columns.has("subject_id")
        guard isNamed || subject == .run else {
            throw yaml.failure(at: yaml.value("compares"), "'compares' does not return subject_id")
        }
        // On the line of the rule's own SQL, so that places in messages are right.
        let compares = isNamed ? "(\(own)\n)" : "(SELECT :run AS subject_id, * FROM (\(own)\n))"

        let sums = "count(*) AS due, count(is_wrong) AS compared, coalesce(max(is_wrong), 0) AS is_wrong"
        let from = columns.has("from_us") ? ["min(from_us) AS from_us"] : []
        let to = columns.has("to_us") ? ["CASE WHEN count(to_us) = count(*) THEN max(to_us) END AS to_us"] : []
        let list = (["subject_id"] + from + to + [sums]).joined(separator: ", ")
        let judged = "SELECT \(list) FROM \(compares) GROUP BY subject_id"
        let window = subject.window
        let left =
            (from.isEmpty ? ["\(window?.from ?? "NULL") AS from_us"] : [])
            + (to.isEmpty ? ["\(window?.to ?? "NULL") AS to_us"] : [])
        applies =
            left.isEmpty
            ? judged
            : "SELECT \((["c.*"] + left).joined(separator: ", ")) FROM (\(judged)) c" + ComparingSQL.joined(window)

        let time = try EvidenceColumns.read(yaml).first?.at ?? "at_us"
        var breach = ["c.*"]
        let moment = columns.has("at_us") ? nil : subject.moment
        if let moment { breach.append("\(moment) AS at_us") }
        for word in ComparingSQL.words where yaml.contains(word) {
            breach.append("\(MessageTemplate(try yaml.text(word)).sql(from: "c")) AS \(word)")
        }
        breaches =
            "SELECT \(breach.joined(separator: ", ")) FROM \(compares) c"
            + (moment == nil ? "" : ComparingSQL.joined(window))
            + " WHERE c.is_wrong = 1 ORDER BY c.subject_id, \(time)"
    }

    private static func joined(_ window: SubjectKind.Window?) -> String {
        window.map { " LEFT JOIN \($0.view) s ON s.id = c.subject_id" } ?? ""
    }
}

extension SubjectKind {
    /// Where the time of a subject stands: the view, and what of it its span is from and to.
    fileprivate struct Window {
        var view: String
        var from: String
        var to: String
    }

    /// The whole span of a subject; `nil` for one whose view has none.
    fileprivate var window: Window? {
        switch self {
        case .adPlay: Window(view: view.name, from: "s.from_us", to: "s.end_us")
        case .session, .instance: Window(view: view.name, from: "s.from_us", to: "s.to_us")
        case .document: Window(view: view.name, from: "s.at_us", to: "s.ready_us")
        case .beacon: Window(view: view.name, from: "s.at_us", to: "s.at_us")
        case .run, .adBreak: nil
        }
    }

    /// The one time that a subject has.
    fileprivate var moment: String? {
        switch self {
        case .document, .beacon: "s.at_us"
        case .run, .adBreak, .adPlay, .session, .instance: nil
        }
    }
}
