import Model

/// One system of ad or measurement traffic: it reads the documents of its kind and recognises its own requests.
///
/// Families see every exchange of a run in time order and write through the ``RunContext``. What is common to all of
/// them (matching requests to declared trackers, choosing the ad play, classifying repeats, fetches of declared
/// resources) happens outside of them: a family that declares trackers gets its firings for nothing.
///
/// Stable: this protocol, ``Observation``, the declarations and the public members of ``RunContext``.
public protocol BeaconFamily: Sendable {
    /// What it recognises it judges by the values of parameters: it is shown no request whose values were taken out.
    var readsParameters: Bool { get }

    /// Looks at one exchange: declares the document in its response, records the beacon that its request is.
    ///
    /// Called after the request was matched to the trackers declared so far.
    mutating func observe(_ observation: Observation, in run: inout RunContext)

    /// Looks at one call of a log, in time order among the exchanges.
    mutating func observe(_ call: CallObservation, in run: inout RunContext)

    /// The run is over: emit what was held back, such as sessions.
    mutating func finish(in run: inout RunContext)
}

extension BeaconFamily {
    public var readsParameters: Bool { false }
    public mutating func observe(_ call: CallObservation, in run: inout RunContext) {}
    public mutating func finish(in run: inout RunContext) {}
}

/// One call of a log as the families see it.
public struct CallObservation: Sendable {
    public let call: Call
    /// The call's number in the run.
    public let id: ID<Call>
    /// Its payload, value by value; they are recorded already.
    public let arguments: [CallArgument]

    /// The value of an argument by its path; `nil` when the call has none.
    public func value(_ name: String) -> String? { arguments.first { $0.name == name }?.value }
}

/// One exchange as the families see it.
public struct Observation: Sendable {
    public let exchange: Exchange
    /// The exchange's id in the run.
    public let id: ID<Exchange>
    /// The request's URL, split and undecoded.
    public let url: URLFields
    /// The request fired a declared tracker (of whatever family), so that its beacon is already recorded.
    public let isFiring: Bool
    /// The exchange that a chain of redirects to this one began with, if it was a firing or another beacon; `nil` for a first
    /// hop, and for what an address of nobody's led to.
    public let redirectedFrom: ID<Exchange>?
    /// The request fetched a URL that a wrapper or ad break pointed to: its response should be an ad document.
    public let isAnnouncedDocument: Bool

    /// OPTIONS, HEAD, a prefetch, or what never left the browser: it never counts as a beacon (class 1 of the repeat classifier).
    public var isPreflight: Bool { exchange.isPreflight }

    /// When the response had arrived as far as the capture says: nothing that it declares can fire earlier.
    public var ready: Timestamp {
        exchange.response?.endedAt ?? exchange.response?.startedAt ?? exchange.startedAt
    }
}

extension Exchange {
    /// OPTIONS, HEAD, CONNECT, a prefetch, or what never left the browser.
    var isPreflight: Bool {
        if isUnsent { return true }
        return switch request.method {
        case "OPTIONS", "HEAD", "CONNECT": true
        default: (request.headers["sec-purpose"] ?? request.headers["purpose"] ?? "").hasPrefix("prefetch")
        }
    }
}
