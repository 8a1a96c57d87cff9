/// One SDK or player call or event that an app wrote down: a row of the view `call`.
public struct Call: Sendable, Hashable {
    /// Who told whom.
    public enum Kind: String, Sendable, Hashable {
        /// The app called an SDK.
        case call
        /// Something happened: playback, app state, an SDK's callback about an ad.
        case event
        /// What an SDK's delegate was told, verbatim.
        case sdk
        /// What the log says about the app from here on: a start of the app begins with it.
        case header
    }

    /// The device's wall clock, on the run's clock once it is stored.
    public var at: Timestamp
    /// Microseconds of the device's monotonic clock, which cadence is judged by; `nil` where the log has none.
    public var mono: Int64?
    public var kind: Kind
    /// The SDK or player it belongs to: `nielsen`, `ima`, `omid`, `player`, …
    public var source: String
    /// Name of the call or event, as written.
    public var name: String
    /// The SDK instance or session it was made on.
    public var instance: String?
    /// Everything else in the line, as one JSON object with the spelling of the log.
    public var payload: String?
    public var locator: Locator

    public init(
        at: Timestamp, mono: Int64? = nil, kind: Kind = .event, source: String, name: String, instance: String? = nil,
        payload: String? = nil, locator: Locator
    ) {
        self.at = at
        self.mono = mono
        self.kind = kind
        self.source = source
        self.name = name
        self.instance = instance
        self.payload = payload
        self.locator = locator
    }
}

/// One value inside the payload of a call: a row of the view `argument`.
public struct CallArgument: Sendable, Hashable {
    /// The type that the value has in the log.
    public enum Kind: String, Sendable, Hashable {
        case string, number, bool, null, object, array
    }

    public var call: ID<Call>
    /// Member names and indices that lead to it: `args.type`, `adId`; `args` where the only argument is a scalar.
    public var name: String
    public var kind: Kind
    /// The text of a scalar, as spelt; empty for objects and arrays, whose parts are rows of their own.
    public var value: String

    public init(call: ID<Call>, name: String, kind: Kind, value: String) {
        self.call = call
        self.name = name
        self.kind = kind
        self.value = value
    }
}
