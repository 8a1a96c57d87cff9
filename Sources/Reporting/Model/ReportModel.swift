import Model
import Store

/// Everything a report says about one run, read once from the database. All formats are written from this one value, so
/// they cannot disagree; none of them computes a verdict.
///
/// Every list has a fixed order, so that the same database gives the same bytes. Lists that could grow with the capture
/// are cut, and say how many there were.
public struct ReportModel: Sendable, Hashable {
    public var run: Run
    public var captures: [Capture]
    public var certificates: [Certificate]
    public var families: [Family]
    /// Worst first: severity, then rule, time, subject and item. The numbers people quote are positions in this list.
    public var findings: [Finding]
    /// What failed or could not be decided, and the others as far as the database lists them.
    public var verdicts: [RuleVerdict]
    public var rules: [Rule]
    /// In order of time: the ads of one break, or of one document that declares no breaks.
    public var adBreaks: [AdBreak]
    public var adPlays: Limited<AdPlay>
    /// Every exchange, the first ones listed.
    public var requests: Limited<Moment>
    /// Every line of a call log, the first ones listed.
    public var calls: Limited<Moment>
    /// View and duration pings of players that measure viewing.
    public var pings: Limited<Ping>
    /// Beacons that belong to no ad play and are none of these pings.
    public var otherBeacons: Limited<OtherBeacon>
    /// Requests to hosts of trackers and measurement that are no part of any verdict, by host; the most first.
    public var notJudged: Limited<NotJudged>
    public var diagnostics: Limited<DiagnosticGroup>
    public var blind: Limited<BlindStretch>
    public var facts: [Fact]
    public var settings: [Setting]
    /// What decided the verdict besides the captures.
    public var grounds: [Ground]
    public var ledger: [LedgerLine]
    /// What was replaced by stand-ins; `nil` when everything is shown as captured.
    public var redactions: [Replacement]?
    /// Values that parameters and sessions of the run name as identifiers. Never written; for ``redacted()``.
    var identifiers: [Identifier] = []
    /// Ids of ads and addresses of servers, which look like identifiers of people. Never written either.
    var openValues: [String] = []

    struct Identifier: Sendable, Hashable {
        var value: String
        var kind: IdentifierKind
    }

    /// The beginning of a long list, with the length of all of it.
    public struct Limited<Element: Sendable & Hashable>: Sendable, Hashable {
        public var listed: [Element]
        public var total: Int

        public init(_ listed: [Element], total: Int? = nil) {
            self.listed = listed
            self.total = max(total ?? listed.count, listed.count)
        }

        /// How many are not listed.
        public var rest: Int { total - listed.count }
    }

    /// The run and what judged it.
    public struct Run: Sendable, Hashable {
        public var id: Int
        public var name: String
        public var toolVersion: String
        public var rulesVersion: String?
        public var rulesSHA256: String?
        /// `nil` before an audit.
        public var verdict: Verdict?
        /// At least one certificate applies, and all that apply pass.
        public var isCertified = false
        /// Why the verdict is no more than it is.
        public var note: String?
        /// What was due of all behaviour, and what of it was compared.
        public var witnesses = Witnesses()
        /// The kept database that the rows came from, where the captures themselves were not read.
        public var kept: KeptSource?
    }

    /// One input file.
    public struct Capture: Sendable, Hashable {
        public var path: String
        public var format: String
        public var sha256: String
        public var bytes: Int64
        /// The exporter or recorder that made it, as the file says.
        public var source: String?
        public var firstUs: Int64?
        public var lastUs: Int64?
        public var frames: Int
        public var flows: Int
        public var flowsUndecrypted: Int
        public var exchanges: Int
        public var calls: Int
        public var beacons: Int
        public var clock: Clock?
    }

    /// How a capture's times were brought to the run's.
    public struct Clock: Sendable, Hashable {
        public var offsetUs: Int64
        public var uncertaintyUs: Int64
        public var method: String
        public var samples: Int
    }

    /// What a profile demands, and whether the run meets it.
    public struct Certificate: Sendable, Hashable {
        public var profile: String
        public var dated: String
        public var verdict: Verdict
        public var reasons: [String]
    }

    /// How many things were due and how many of them were compared.
    public struct Witnesses: Sendable, Hashable {
        public var due = 0
        public var compared = 0
    }

    /// A family of rules with its verdict.
    public struct Family: Sendable, Hashable {
        public var name: String
        public var verdict: Verdict
        /// Of its behaviour; a carrier's are those of what it carried, too.
        public var witnesses = Witnesses()
        /// Why it is inconclusive.
        public var note: String?
        public var beacons: Int
        public var adPlays: Int
    }

    /// Whom a verdict is about.
    public struct Subject: Sendable, Hashable {
        public var kind: String
        public var id: Int
        public var label: String
    }

    /// One breach of one rule with its subject.
    public struct Finding: Sendable, Hashable {
        /// From 1, in the order of the report.
        public var number: Int
        public var rule: String
        public var severity: Severity
        public var family: String
        public var subject: Subject
        public var item: String
        public var message: String
        public var expected: String
        public var observed: String
        public var atUs: Int64?
        public var fingerprint: String
        /// The assumption it rests on.
        public var assumed: String?
        /// The server whose fault it is; `nil` for a fault of the app.
        public var server: String?
        /// Set when somebody accepted it.
        public var waived: Waiver?
        public var evidence: Limited<Evidence>
    }

    /// Who accepts a finding, why, and until when.
    public struct Waiver: Sendable, Hashable {
        public var owner: String
        public var reason: String
        /// The last day on which it holds: `2027-01-31`.
        public var expires: String
    }

    /// One row that proves a finding, joined to what it stands for.
    public struct Evidence: Sendable, Hashable {
        public var role: String
        public var atUs: Int64?
        /// Time since the start of the ad play it belongs to, else since the start of the run.
        public var offset: Offset?
        public var capture: Int?
        public var locator: Place?
        public var exchange: Int?
        public var tracker: Int?
        public var call: Int?
        /// The request, for rows with an exchange.
        public var method: String?
        public var host: String?
        public var url: String?
        public var status: Int?
        /// The tracker as declared, for rows with one.
        public var declared: Declared?
        /// `source.name` of a log line.
        public var callName: String?
    }

    /// Microseconds from a named zero.
    public struct Offset: Sendable, Hashable {
        /// What an offset is counted from.
        public enum Zero: Sendable, Hashable {
            case adStart, runStart
        }

        public var us: Int64
        public var zero: Zero
    }

    /// Where in its capture: the columns `locator_kind` and `locator`.
    public struct Place: Sendable, Hashable {
        public var kind: String
        public var value: String
    }

    /// A tracker as its document declares it.
    public struct Declared: Sendable, Hashable {
        public var event: String
        public var url: String
        public var document: String
        public var line: Int?
    }

    /// The outcome of one rule for one subject.
    public struct RuleVerdict: Sendable, Hashable {
        public var rule: String
        public var subject: Subject
        public var outcome: Verdict
        /// `blind`, `ambiguous`, `needs-fact`, `needs-log`, `needs-bundle` or `needs-person`.
        public var reason: String?
        public var needs: String?
        /// Why it is open.
        public var because: String?
    }

    /// One check, with how many subjects it passed and failed.
    public struct Rule: Sendable, Hashable {
        public var id: String
        public var family: String
        public var severity: Severity
        public var title: String
        public var why: String
        public var fix: String
        public var sources: [String]
        public var pass: Int
        public var fail: Int
        public var inconclusive: Int
        public var notApplicable: Int
        /// Subjects of which nothing was compared.
        public var notCompared = 0
        /// `behaviour` or `form`.
        public var witness: String?
        public var witnesses = Witnesses()
    }

    /// One playback of one ad.
    public struct AdPlay: Sendable, Hashable {
        public var id: Int
        public var label: String
        public var title: String?
        public var creative: String?
        public var family: String
        public var nth: Int
        public var durationUs: Int64?
        public var fromUs: Int64
        public var impressionUs: Int64?
        public var startUs: Int64?
        public var endUs: Int64?
        public var endReason: String?
        public var licence: String
        /// Events of the trackers it owes, each once.
        public var owed: [String]
        public var firings: Limited<Firing>
        public var playback: [Playback]

        /// The zero of its offsets: start, else impression, else when it could begin.
        public var zeroUs: Int64 { startUs ?? impressionUs ?? fromUs }
    }

    /// A beacon that was matched to a tracker.
    public struct Firing: Sendable, Hashable {
        public var event: String
        public var family: String
        public var atUs: Int64
        public var exchange: Int?
        public var call: Int?
        public var tracker: Int
        public var ambiguous: Bool
        public var delivered: Bool
        public var host: String?
        public var place: Place?
        public var status: Int?
    }

    /// A stretch of an ad play in one state.
    public struct Playback: Sendable, Hashable {
        public var fromUs: Int64
        public var toUs: Int64?
        public var state: String
    }

    /// A ping that measures viewing. What it says of its own times is on the device's clock.
    public struct Ping: Sendable, Hashable {
        public var atUs: Int64
        public var family: String
        /// The view session.
        public var session: Int?
        /// `view` or `duration`.
        public var kind: String
        public var isAd: Bool
        public var asset: String
        public var createdUs: Int64?
        /// Start of the measured part of the asset.
        public var segmentUs: Int64?
        public var viewedUs: Int64?
        public var isRepeat: Bool
        /// Stored and sent later.
        public var isLate: Bool
        /// The length of its asset, as it says.
        public var lengthUs: Int64?
        /// Between two duration pings, as the captured configuration says.
        public var intervalUs: Int64?
        public var exchange: Int?
        public var call: Int?
        public var host: String
        public var place: Place?
        public var status: Int?
    }

    /// A beacon that belongs to no ad play.
    public struct OtherBeacon: Sendable, Hashable {
        public var family: String
        public var kind: String
        public var event: String
        public var atUs: Int64
        public var exchange: Int?
        public var call: Int?
        public var host: String
    }
}
