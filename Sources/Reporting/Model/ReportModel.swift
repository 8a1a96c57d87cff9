import Model
import Store

/// Everything a report says about one run, read once from the database. All formats are written from this one value, so
/// they cannot disagree; none of them computes a verdict.
///
/// Every list has a fixed order, so that the same database gives the same bytes. Lists that could grow with the capture
/// are cut, and say how many there were.
package struct ReportModel: Sendable, Hashable {
    package var run: Run
    package var captures: [Capture]
    package var certificates: [Certificate]
    package var families: [Family]
    /// Worst first: severity, then rule, time, subject and item. The numbers people quote are positions in this list.
    package var findings: [Finding]
    /// What failed or could not be decided, and, where they are shown, the others as far as the database lists them.
    package var verdicts: [RuleVerdict]
    package var rules: [Rule]
    /// In order of time: the ads of one break, or of one document that declares no breaks.
    package var adBreaks: [AdBreak]
    package var adPlays: Limited<AdPlay>
    /// Every exchange, the first ones listed.
    package var requests: Limited<Moment>
    /// Every line of a call log, the first ones listed.
    package var calls: Limited<Moment>
    /// View and duration pings of players that measure viewing.
    package var pings: Limited<Ping>
    /// When those are due, by view session.
    package var pingsDue: [Int: [Due]]
    /// Beacons that belong to no ad play and are none of these pings.
    package var otherBeacons: Limited<OtherBeacon>
    /// The requests behind findings and beacons, each whole.
    package var requestDetails: Limited<Request>
    /// Requests to hosts of trackers and measurement that are no part of any verdict, by host; the most first.
    package var notJudged: Limited<NotJudged>
    package var diagnostics: Limited<DiagnosticGroup>
    package var blind: Limited<BlindStretch>
    package var facts: [Fact]
    package var settings: [Setting]
    /// What decided the verdict besides the captures.
    package var grounds: [Ground]
    package var ledger: [LedgerLine]
    /// What was replaced by stand-ins; `nil` when everything is shown as captured.
    package var redactions: [Replacement]?
    /// Values that parameters and sessions of the run name as identifiers. Never written; for ``redacted()``.
    var identifiers: [Identifier] = []
    /// Ids of ads and addresses of servers, which look like identifiers of people. Never written either.
    var openValues: [String] = []

    struct Identifier: Sendable, Hashable {
        var value: String
        var kind: IdentifierKind
    }

    /// The beginning of a long list, with the length of all of it.
    package struct Limited<Element: Sendable & Hashable>: Sendable, Hashable {
        package var listed: [Element]
        package var total: Int

        package init(_ listed: [Element], total: Int? = nil) {
            self.listed = listed
            self.total = max(total ?? listed.count, listed.count)
        }

        /// How many are not listed.
        package var rest: Int { total - listed.count }
    }

    /// The run and what judged it.
    package struct Run: Sendable, Hashable {
        package var id: Int
        package var name: String
        package var toolVersion: String
        package var rulesVersion: String?
        package var rulesSHA256: String?
        /// `nil` before an audit.
        package var verdict: Verdict?
        /// At least one certificate applies, and all that apply pass.
        package var isCertified = false
        /// Why the verdict is no more than it is.
        package var note: String?
        /// What was due of all behaviour, and what of it was compared.
        package var witnesses = Witnesses()
        /// The kept database that the rows came from, where the captures themselves were not read.
        package var kept: KeptSource?
    }

    /// One input file.
    package struct Capture: Sendable, Hashable {
        package var path: String
        package var format: String
        package var sha256: String
        package var bytes: Int64
        /// The exporter or recorder that made it, as the file says.
        package var source: String?
        package var firstUs: Int64?
        package var lastUs: Int64?
        package var frames: Int
        package var flows: Int
        package var flowsUndecrypted: Int
        package var exchanges: Int
        package var calls: Int
        package var beacons: Int
        package var clock: Clock?
    }

    /// How a capture's times were brought to the run's.
    package struct Clock: Sendable, Hashable {
        package var offsetUs: Int64
        package var uncertaintyUs: Int64
        package var method: String
        package var samples: Int
    }

    /// What a profile demands, and whether the run meets it.
    package struct Certificate: Sendable, Hashable {
        package var profile: String
        package var dated: String
        package var verdict: Verdict
        package var reasons: [String]
    }

    /// How many things were due and how many of them were compared.
    package struct Witnesses: Sendable, Hashable {
        package var due = 0
        package var compared = 0
    }

    /// A family of rules with its verdict.
    package struct Family: Sendable, Hashable {
        package var name: String
        package var verdict: Verdict
        /// Of its behaviour; a carrier's are those of what it carried, too.
        package var witnesses = Witnesses()
        /// Why it is inconclusive.
        package var note: String?
        package var beacons: Int
        package var adPlays: Int
    }

    /// Whom a verdict is about.
    package struct Subject: Sendable, Hashable {
        package var kind: String
        package var id: Int
        package var label: String
    }

    /// One breach of one rule with its subject.
    package struct Finding: Sendable, Hashable {
        /// From 1, in the order of the report.
        package var number: Int
        package var rule: String
        package var severity: Severity
        package var family: String
        package var subject: Subject
        package var item: String
        package var message: String
        package var expected: String
        package var observed: String
        package var atUs: Int64?
        package var fingerprint: String
        /// The assumption it rests on.
        package var assumed: String?
        /// The server whose fault it is; `nil` for a fault of the app.
        package var server: String?
        /// The finding that it is folded under, by fingerprint: what that one blames is all that this one blames. `nil` for a
        /// cause of its own.
        package var cause: String?
        /// Set when somebody accepted it.
        package var waived: Waiver?
        package var evidence: Limited<Evidence>
    }

    /// Who accepts a finding, why, and until when.
    package struct Waiver: Sendable, Hashable {
        package var owner: String
        package var reason: String
        /// The last day on which it holds: `2027-01-31`.
        package var expires: String
    }

    /// One row that proves a finding, joined to what it stands for.
    package struct Evidence: Sendable, Hashable {
        package var role: String
        package var atUs: Int64?
        /// Time since the start of the ad play it belongs to, else since the start of the run.
        package var offset: Offset?
        package var capture: Int?
        package var locator: Place?
        package var exchange: Int?
        package var tracker: Int?
        package var call: Int?
        /// The request, for rows with an exchange.
        package var method: String?
        package var host: String?
        package var url: String?
        package var status: Int?
        /// The tracker as declared, for rows with one.
        package var declared: Declared?
        /// `source.name` of a log line.
        package var callName: String?
    }

    /// Microseconds from a named zero.
    package struct Offset: Sendable, Hashable {
        /// What an offset is counted from.
        package enum Zero: Sendable, Hashable {
            case adStart, runStart
        }

        package var us: Int64
        package var zero: Zero
    }

    /// Where in its capture: the columns `locator_kind` and `locator`.
    package struct Place: Sendable, Hashable {
        package var kind: String
        package var value: String
    }

    /// A tracker as its document declares it.
    package struct Declared: Sendable, Hashable {
        package var event: String
        package var url: String
        package var document: String
        package var line: Int?
    }

    /// The outcome of one rule for one subject.
    package struct RuleVerdict: Sendable, Hashable {
        package var rule: String
        package var subject: Subject
        package var outcome: Verdict
        /// `blind`, `ambiguous`, `needs-fact`, `needs-log`, `needs-bundle` or `needs-person`.
        package var reason: String?
        package var needs: String?
        /// Why it is open.
        package var because: String?
    }

    /// One check, with how many subjects it passed and failed.
    package struct Rule: Sendable, Hashable {
        package var id: String
        package var family: String
        package var severity: Severity
        package var title: String
        package var why: String
        package var fix: String
        package var sources: [String]
        package var pass: Int
        package var fail: Int
        package var inconclusive: Int
        package var notApplicable: Int
        /// Subjects of which nothing was compared.
        package var notCompared = 0
        /// `behaviour` or `form`.
        package var witness: String?
        package var witnesses = Witnesses()
    }

    /// One playback of one ad.
    package struct AdPlay: Sendable, Hashable {
        package var id: Int
        package var label: String
        package var title: String?
        package var creative: String?
        package var family: String
        package var nth: Int
        package var durationUs: Int64?
        package var fromUs: Int64
        package var impressionUs: Int64?
        package var startUs: Int64?
        package var endUs: Int64?
        package var endReason: String?
        package var licence: String
        /// What it owes or may owe, in order of time.
        package var due: [Due]
        package var firings: Limited<Firing>
        /// What the viewer did while it was shown.
        package var viewing: [ViewerSpan]

        /// The zero of its offsets: start, else impression, else when it could begin.
        package var zeroUs: Int64 { startUs ?? impressionUs ?? fromUs }
    }

    /// A beacon that was matched to a tracker.
    package struct Firing: Sendable, Hashable {
        package var event: String
        package var family: String
        package var atUs: Int64
        package var exchange: Int?
        package var call: Int?
        package var tracker: Int
        package var ambiguous: Bool
        package var delivered: Bool
        package var host: String?
        package var place: Place?
        package var status: Int?
    }

    /// A beacon that is due, as the rules have it: the relation `obligation`.
    package struct Due: Sendable, Hashable {
        package var family: String
        package var event: String
        /// What names it in findings.
        package var item: String
        package var fromUs: Int64?
        package var toUs: Int64?
        /// `owed`, `possible` or `not owed`.
        package var state: String
    }

    /// A stretch that the viewer spent in one state: the relation `viewer_span`.
    package struct ViewerSpan: Sendable, Hashable {
        package var fromUs: Int64
        /// `nil` where nothing ended it.
        package var toUs: Int64?
        /// `playing`, `paused`, `stalled`, `away`, `gone` or `unknown`.
        package var state: String
    }

    /// A ping that measures viewing.
    package struct Ping: Sendable, Hashable {
        package var atUs: Int64
        package var family: String
        /// The view session.
        package var session: Int?
        /// `view` or `duration`.
        package var kind: String
        package var isAd: Bool
        package var asset: String
        /// Stored and sent later.
        package var isLate: Bool
        package var exchange: Int?
        package var call: Int?
        package var host: String
        package var place: Place?
        package var status: Int?
    }

    /// A beacon that belongs to no ad play.
    package struct OtherBeacon: Sendable, Hashable {
        package var family: String
        package var kind: String
        package var event: String
        package var atUs: Int64
        package var exchange: Int?
        package var call: Int?
        package var host: String
    }
}
