/// What a family file says of one vendor (docs/families.md): where its beacons go, and how they are read.
public struct FamilyDeclaration: Sendable, Hashable, Codable {
    /// As in `family` columns and before the dot of rule names.
    public var name: String
    /// For people.
    public var title: String
    /// Where its traffic goes, whether or not a run shows any; `*.` in front stands for the name and all below. Empty where
    /// the hosts are each publisher's own.
    public var hosts: [String]
    /// Families whose behaviour is this one's witness: its own documents only carry them.
    public var carries: [String]
    /// Its requests; the first that matches reads one. Empty where code reads them.
    public var requests: [RequestForm]
    /// Parameters that name a device, a person or an app, with what they name: reports show stand-ins.
    public var identifiers: [String: Identifier]
    /// What a parameter names.
    public enum Identifier: String, Sendable, Hashable, Codable, CaseIterable {
        case device, advertising, person, session, ip, mail, phone, location
    }

    /// Its rules judge only where the facts or a profile expect the family, not wherever it is seen.
    public var isJudgedWhenExpected: Bool

    public init(
        name: String, title: String, hosts: [String], carries: [String] = [], requests: [RequestForm] = [],
        identifiers: [String: Identifier] = [:], isJudgedWhenExpected: Bool = false
    ) {
        self.name = name
        self.title = title
        self.hosts = hosts
        self.carries = carries
        self.requests = requests
        self.identifiers = identifiers
        self.isJudgedWhenExpected = isJudgedWhenExpected
    }
}

/// One kind of request of a vendor, and where its beacons say what.
public struct RequestForm: Sendable, Hashable, Codable {
    /// The `kind` of its beacons.
    public var kind: String
    /// Empty is any.
    public var methods: [String]
    /// Paths; `*` stands for anything, `{name}` for one segment, which becomes a parameter. Empty is any.
    public var paths: [String]
    public var places: [Place]
    /// The list in a JSON body of which each item is a beacon of its own: names with dots between them, `.` for the body.
    public var each: String?
    /// The parameter with the event, and what its values are called. Each of the following tries its names in turn.
    public var event: [String]
    public var eventNames: [String: String]
    public var session: [String]
    /// What the beacon is about: the clip, asset or ad.
    public var subjects: [Scope: [String]]
    public var position: Measure?
    public var sentAt: Measure?
    /// Parameters that no such beacon lacks.
    public var mandatory: [String]

    /// Where parameters stand.
    public enum Place: String, Sendable, Hashable, Codable, CaseIterable {
        /// `name=value` pieces of the URL.
        case query
        /// The same in the body.
        case form
        /// The same, each line of the body a beacon of its own.
        case queryLines = "query-lines"
        /// Names of nested values have dots between them.
        case json
        /// Each line of the body a JSON value and a beacon of its own.
        case jsonLines = "json-lines"
        /// JSON in Base64.
        case base64JSON = "base64-json"
    }

    /// What a beacon is about, besides its session.
    public enum Scope: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
        case clip, asset, ad
    }

    /// A number with its unit.
    public struct Measure: Sendable, Hashable, Codable {
        public var names: [String]
        public var unit: Unit

        /// Seconds, milliseconds or microseconds.
        public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
            case s, ms, us
        }

        public init(names: [String], unit: Unit) {
            self.names = names
            self.unit = unit
        }
    }

    public init(
        kind: String = "beacon", methods: [String] = [], paths: [String] = [], places: [Place] = [.query],
        each: String? = nil, event: [String] = [], eventNames: [String: String] = [:], session: [String] = [],
        subjects: [Scope: [String]] = [:], position: Measure? = nil, sentAt: Measure? = nil, mandatory: [String] = []
    ) {
        self.kind = kind
        self.methods = methods
        self.paths = paths
        self.places = places
        self.each = each
        self.event = event
        self.eventNames = eventNames
        self.session = session
        self.subjects = subjects
        self.position = position
        self.sentAt = sentAt
        self.mandatory = mandatory
    }
}

/// What a beacon of a family file says of itself.
public struct Signal: Sendable, Hashable {
    public var beacon: ID<Beacon>
    public var session: ID<Session>?
    public var clip: String?
    public var asset: String?
    public var ad: String?
    /// Where the media stood.
    public var positionUs: Int64?
    /// On the sender's clock.
    public var sentAt: Timestamp?
    /// Its place in a request that carries several, from 0.
    public var item: Int
    public var repeatClass: Firing.Repeat
    /// Mandatory parameters that it lacks, and did not lose on the way here.
    public var missing: String?

    public init(
        beacon: ID<Beacon>, session: ID<Session>?, clip: String? = nil, asset: String? = nil, ad: String? = nil,
        positionUs: Int64? = nil, sentAt: Timestamp? = nil, item: Int = 0, repeatClass: Firing.Repeat = .first,
        missing: String? = nil
    ) {
        self.beacon = beacon
        self.session = session
        self.clip = clip
        self.asset = asset
        self.ad = ad
        self.positionUs = positionUs
        self.sentAt = sentAt
        self.item = item
        self.repeatClass = repeatClass
        self.missing = missing
    }
}
