import Derive
import Model

/// One check, compiled: two SELECTs over the public views and the words that go with them.
///
/// `applies` returns `subject_id, from_us, to_us` for each subject judged and the window looked at (`to_us` NULL is open).
/// It may also return `compared`, how many things were compared for the subject (1 without the column; with 0 the subject is
/// not compared, and never passes), `due`, how many were to be (as many as were compared, without the column), and
/// `is_wrong`, 0 for a subject that certainly has no breach.
/// `breaches` returns one row per breach: `subject_id` and, where it matters, `item, severity, observed, expected`; `evidence` names
/// the columns with what proves it. Without `evidence` there is one row per evidence row, which has `evidence_table,
/// evidence_id, role, at_us` too. Rows with the same subject and item are one finding, `severity` NULL is the rule's own and
/// may only be lower. A row may also carry `doubt` (a ``Doubt``: the subject is inconclusive instead of failed), `needs` (what
/// would decide such a doubt), `is_carried` (1 where evidence on both sides of it carries it, and no assumption) and any
/// further columns, which the message template can name; `since_us` and `until_us` say when a missing thing was due. Both see the run as `:run`.
package struct Rule: Sendable, Hashable {
    package var id: String
    package var title: String
    package var severity: Severity
    package var subject: SubjectKind
    package var kind: String
    /// What a comparison by this rule shows; `nil`, where a rule of SQL does not say, is taken for form.
    package var witness: Witness?
    /// Who is at fault where it is broken; `nil` is the app.
    package var party: Party?
    package var message: String
    package var why: String
    package var fix: String
    package var sources: [Source]
    /// Ids it had before, the first one first: files that name one of them mean this rule.
    package var formerly: [String]
    /// The relations that its SELECTs read.
    package var uses: [String]
    package var applies: String
    package var breaches: String
    /// The rows without which the first of them has none, and the second; `nil` where nobody worked it out.
    package var appliesWhere: Precondition?
    package var breachesWhere: Precondition?
    /// Where the evidence stands in a row of `breaches`; empty where each row is itself one row of evidence.
    package var evidence: [EvidenceColumns]
    package var blindness: BlindPolicy
    package var looks: Looks
    /// Facts without which the rule cannot decide.
    package var facts: [String]
    /// Values taken for facts nobody gave; printed beside the verdict.
    package var assume: [String: String]
    /// Settings its SELECTs read.
    package var settings: [String]
    /// Inputs it needs besides network traffic: `bundle`, `log` (calls of its own family), `log:player` (of a source).
    package var inputs: [String]

    /// The id under which findings are named for ever: a rule that is renamed does not make old findings new.
    var lastingID: String { formerly.first ?? id }

    /// The part of the id before the dot.
    package var family: String { Rule.family(of: id) }

    /// The same of an id.
    static func family(of id: String) -> String { String(id.prefix { $0 != "." }) }

    /// Whether it judges what a call log says.
    package var readsCalls: Bool { inputs.contains { $0.hasPrefix("log") } }

    /// The input as the run lists what it was given: `log:nielsen` for the `log` of a Nielsen rule.
    func input(_ name: String) -> String { name == "log" ? "log:\(family)" : name }

    /// For people: what is to be given so that the rule can decide.
    func need(_ input: String) -> String {
        guard input != "bundle" else { return "the app bundle (--bundle)" }
        return "a call log with \(self.input(input).dropFirst(4)) calls (--calls)"
    }

    /// Where a rule comes from, with the kind of authority and the date the source is known since.
    package struct Source: Sendable, Hashable {
        package var ref: String
        /// `standard`, `vendor`, `measured` or `practice`.
        package var authority: String
        package var since: String?

        package init(ref: String, authority: String, since: String?) {
            self.ref = ref
            self.authority = authority
            self.since = since
        }

        package var line: String {
            since.map { "\(ref) (\(authority), since \($0))" } ?? "\(ref) (\(authority))"
        }
    }

    /// The traffic whose absence from sight would touch the verdict; empty means all of the subject's.
    package struct Looks: Sendable, Hashable {
        package var families: [String]
        package var events: [String]
        /// Hosts that the rule is about, whether or not anything of theirs was seen; `*.` in front stands for all below.
        package var hosts: [String]?

        package init(families: [String] = [], events: [String] = [], hosts: [String]? = nil) {
            self.families = families
            self.events = events
            self.hosts = hosts
        }
    }

    /// What it is that a rule compares. Form alone makes nobody certified.
    package enum Witness: String, Sendable, Hashable, CaseIterable {
        /// What was done with what was due: a play, a fetch, a ping, a call.
        case behaviour
        /// How something is written: a document, a parameter.
        case form
    }

    /// Who is at fault besides the app. Such findings are warnings that name the server and withhold certificates.
    package enum Party: String, Sendable, Hashable, CaseIterable {
        case server
    }
}

/// What a verdict is worth while part of the traffic was hidden (decision 0004, its table of kinds).
package struct BlindPolicy: Sendable, Hashable {
    /// What a breach that was found is worth.
    package enum Fail: String, Sendable, Hashable {
        /// The breaching rows are there, whatever else was hidden.
        case stays
        /// What is missing may have been hidden.
        case inconclusive
        /// Stays if every firing counted was answered (no unseen retry) and nothing hidden could permit another play.
        case staysIfAnswered = "stays-if-answered"
        /// Stays if nothing was hidden before the later-named event.
        case staysIfNothingPrecedes = "stays-if-nothing-precedes"
    }

    /// What a pass is worth.
    package enum Pass: String, Sendable, Hashable {
        case stays
        case inconclusive
        /// Stays if every event named was seen.
        case staysIfAllSeen = "stays-if-all-seen"
    }

    package var fail: Fail
    package var pass: Pass

    package init(fail: Fail, pass: Pass) {
        self.fail = fail
        self.pass = pass
    }
}
