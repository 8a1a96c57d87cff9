/// An exchange (or a log line) recognised as ad or measurement traffic.
public struct Beacon: Sendable, Hashable {
    public var id: ID<Beacon>
    public var exchange: ID<Exchange>?
    public var call: ID<Call>?
    public var family: Family
    /// What the family calls this kind of request: `tracker`, `ad-request`, `ping`, `pod`, `stream-registration`.
    public var kind: String
    /// The event it reports, or its kind where it reports none.
    public var event: String
    public var at: Timestamp
    public var host: String
    /// The session it belongs to, if any.
    public var session: ID<Session>?

    public init(
        id: ID<Beacon>, exchange: ID<Exchange>?, call: ID<Call>? = nil, family: Family, kind: String, event: String,
        at: Timestamp,
        host: String, session: ID<Session>? = nil
    ) {
        self.id = id
        self.exchange = exchange
        self.call = call
        self.family = family
        self.kind = kind
        self.event = event
        self.at = at
        self.host = host
        self.session = session
    }
}

/// A beacon matched to the tracker that declared it.
public struct Firing: Sendable, Hashable {
    /// The classes of the repeat classifier (docs/attribution.md, "Sent again"), in the order they are tried.
    public enum Repeat: Int, Sendable, Hashable {
        /// Not a repeat: the first firing of its tracker in its play.
        case first = 0
        /// OPTIONS, HEAD or prefetch: no firing at all.
        case preflight = 1
        /// A hop of a redirect chain already counted.
        case redirectHop = 2
        /// The same bytes seen twice by the capture set-up.
        case seenTwice = 3
        /// A transport retry after a try without a usable answer.
        case retry = 4
        /// The URL is listed several times: as many firings are due.
        case listedAgain = 5
        /// It opened a later ad play.
        case laterPlay = 6
        /// None of these: a duplicate.
        case duplicate = 7
    }

    /// How a request differs from the tracker that it can only have been meant for. The raw value is the `alteration` column.
    public enum Alteration: String, Sendable, Hashable, CaseIterable {
        /// Host and path, and none of the declared query.
        case queryRemoved = "query-removed"
        /// Values stand as `[REDACTED]` or the like: whoever exported the capture did that.
        case redacted
        /// The URL ends early, as loggers cut it.
        case cut
        /// Percent-encoded once more than declared.
        case encodedTwice = "encoded-twice"
        /// A value's `%26` was sent as `&`, which ends the value.
        case decoded
        /// `&amp;` was sent for `&`.
        case entity = "ampersand-entity"
        /// The names of parameters in other letters than declared, such as `EVENT=` for `event=`.
        case keyCase = "key-case"
        /// The path, and perhaps what follows it, in other letters than declared.
        case letterCase = "letter-case"
        /// Declared spaces are missing.
        case spacesRemoved = "spaces-removed"
        /// A quote behind it that enclosed it in a playlist.
        case quoted
        /// Asked for with HEAD.
        case head

        /// The app sent it so; the others are of whatever recorded or exported it.
        public var isOfSender: Bool { self != .redacted && self != .cut }
    }

    /// How the request is spelt otherwise than the URL that a playlist declares. The raw value is the `respelt` column.
    public enum Respelling: String, Sendable, Hashable, CaseIterable {
        /// Capital letters for small ones, or the reverse.
        case letters
        /// Other bytes, such as what is percent-encoded and need not be.
        case bytes
    }

    public var id: ID<Firing>
    public var beacon: ID<Beacon>
    public var exchange: ID<Exchange>?
    public var call: ID<Call>?
    public var tracker: ID<Tracker>
    /// `nil` while it cannot be attributed.
    public var adPlay: ID<AdPlay>?
    public var family: Family
    public var event: String
    /// Start of the request.
    public var at: Timestamp
    /// Time since the play's start less known pauses and stalls; `nil` before the start.
    public var playedUs: Int64?
    /// Known pauses and stalls between the play's start and this firing.
    public var stalledUs: Int64?
    public var repeatClass: Repeat
    /// The firing it repeats, and the time between the two.
    public var prior: ID<Firing>?
    public var gapUs: Int64?
    /// A response head was seen.
    public var answered: Bool
    /// The last response of the chain was 2xx or 3xx.
    public var delivered: Bool
    /// More than one ad play may own it: no order, once or cadence rule reads it.
    public var ambiguous: Bool
    /// Sent by the player itself; `false` when it is a further hop of a firing's redirects or wrapped inside another URL.
    public var direct: Bool
    /// What keeps the request from being the declared one; `nil` for what was sent as declared.
    public var alteration: Alteration?
    /// `nil` for what was sent byte for byte, and where what is declared leaves bytes to the sender.
    public var respelt: Respelling?

    public init(
        id: ID<Firing>, beacon: ID<Beacon>, exchange: ID<Exchange>?, call: ID<Call>? = nil, tracker: ID<Tracker>,
        adPlay: ID<AdPlay>?, family: Family,
        event: String, at: Timestamp, playedUs: Int64? = nil, stalledUs: Int64? = nil,
        repeatClass: Repeat = .first, prior: ID<Firing>? = nil, gapUs: Int64? = nil, answered: Bool,
        delivered: Bool,
        ambiguous: Bool = false, direct: Bool = true, alteration: Alteration? = nil, respelt: Respelling? = nil
    ) {
        self.id = id
        self.beacon = beacon
        self.exchange = exchange
        self.call = call
        self.tracker = tracker
        self.adPlay = adPlay
        self.family = family
        self.event = event
        self.at = at
        self.playedUs = playedUs
        self.stalledUs = stalledUs
        self.repeatClass = repeatClass
        self.prior = prior
        self.gapUs = gapUs
        self.answered = answered
        self.delivered = delivered
        self.ambiguous = ambiguous
        self.direct = direct
        self.alteration = alteration
        self.respelt = respelt
    }
}

/// A redirect that was followed (RFC 9110 section 15.4).
public struct Redirect: Sendable, Hashable {
    public var exchange: ID<Exchange>
    /// The request for what its answer's Location names.
    public var target: ID<Exchange>

    public init(exchange: ID<Exchange>, target: ID<Exchange>) {
        self.exchange = exchange
        self.target = target
    }
}

/// A tracker and ad play that attribution considered for a firing and did not choose, with its score.
public struct FiringCandidate: Sendable, Hashable {
    public var firing: ID<Firing>
    public var tracker: ID<Tracker>
    public var adPlay: ID<AdPlay>?
    public var score: Int

    public init(firing: ID<Firing>, tracker: ID<Tracker>, adPlay: ID<AdPlay>?, score: Int) {
        self.firing = firing
        self.tracker = tracker
        self.adPlay = adPlay
        self.score = score
    }
}

/// What became of one macro of a tracker in the URL that was sent.
public struct Macro: Sendable, Hashable {
    /// What became of it.
    public enum State: String, Sendable, Hashable {
        case expanded
        /// The macro's own text was sent.
        case unexpanded
        /// `-1` (unknown) or `-2` (not allowed), both legal.
        case declined
    }

    public var firing: ID<Firing>
    public var name: String
    /// The name is in the VAST macro list (or that of VAST 3).
    public var known: Bool
    public var state: State
    public var value: String?

    public init(firing: ID<Firing>, name: String, known: Bool, state: State, value: String?) {
        self.firing = firing
        self.name = name
        self.known = known
        self.state = state
        self.value = value
    }
}

/// One parameter of a beacon, raw and decoded.
public struct Parameter: Sendable, Hashable {
    public var beacon: ID<Beacon>
    public var name: String
    /// The inner key of formats that nest one: `c16=sdkv,ai.8.1.0` is (`c16`, `sdkv`).
    public var subkey: String?
    /// Position in the request, from 0.
    public var ordinal: Int
    /// As sent.
    public var raw: String
    /// Percent-decoded once.
    public var value: String
    /// `%xx` is left after one decoding.
    public var encodedTwice: Bool
    /// What a family file says that it names.
    public var identifier: FamilyDeclaration.Identifier?

    public init(
        beacon: ID<Beacon>, name: String, subkey: String? = nil, ordinal: Int, raw: String, value: String,
        encodedTwice: Bool = false, identifier: FamilyDeclaration.Identifier? = nil
    ) {
        self.beacon = beacon
        self.name = name
        self.subkey = subkey
        self.ordinal = ordinal
        self.raw = raw
        self.value = value
        self.encodedTwice = encodedTwice
        self.identifier = identifier
    }
}

/// A period with an identifier: DAI session, OMID session, Nielsen view session.
public struct Session: Sendable, Hashable {
    /// Whose period it is.
    public enum Kind: String, Sendable, Hashable {
        case playback, omid, dai, nielsenView = "nielsen-view", nielsenInstance = "nielsen-instance", ssai
        /// An SDK instance of a call log, and what it played from one `play` to the next.
        case nielsenLog = "nielsen-log", nielsenStream = "nielsen-stream"
        /// A session of a family that a file describes.
        case vendor
    }

    public var id: ID<Session>
    public var kind: Kind
    public var family: Family
    public var identifier: String
    public var label: String
    public var from: Timestamp
    public var to: Timestamp?
    public var parent: ID<Session>?

    public init(
        id: ID<Session>, kind: Kind, family: Family, identifier: String, label: String, from: Timestamp,
        to: Timestamp? = nil,
        parent: ID<Session>? = nil
    ) {
        self.id = id
        self.kind = kind
        self.family = family
        self.identifier = identifier
        self.label = label
        self.from = from
        self.to = to
        self.parent = parent
    }
}

/// A Nielsen ping's place in its view session.
public struct Ping: Sendable, Hashable {
    public var beacon: ID<Beacon>
    public var session: ID<Session>?
    /// `config`, `session`, `emm`, `view`, `duration`, `metadata`, `error`, …
    public var kind: String
    /// `c3`: `a` ad, `c` content.
    public var stream: String?
    /// `ai`: the asset.
    public var asset: String?
    /// `createtm`, on the device's clock.
    public var createdAt: Timestamp?
    /// `sendTime`, on the device's clock.
    public var sentAt: Timestamp?
    /// `starttm`: start of the measured asset segment, on the device's clock.
    public var segmentAt: Timestamp?
    /// `cln`: what was viewed of the asset so far.
    public var viewedUs: Int64?
    public var repeatClass: Firing.Repeat
    /// Sent more than 5 s after it was created.
    public var late: Bool

    public init(
        beacon: ID<Beacon>, session: ID<Session>?, kind: String, stream: String? = nil, asset: String? = nil,
        createdAt: Timestamp? = nil, sentAt: Timestamp? = nil, segmentAt: Timestamp? = nil,
        viewedUs: Int64? = nil, repeatClass: Firing.Repeat = .first, late: Bool = false
    ) {
        self.beacon = beacon
        self.session = session
        self.kind = kind
        self.stream = stream
        self.asset = asset
        self.createdAt = createdAt
        self.sentAt = sentAt
        self.segmentAt = segmentAt
        self.viewedUs = viewedUs
        self.repeatClass = repeatClass
        self.late = late
    }
}
