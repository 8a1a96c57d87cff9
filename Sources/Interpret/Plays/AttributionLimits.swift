/// The constants of attribution and of the repeat classifier. They are no settings: a change needs a new interpretation.
/// Times are microseconds.
public enum AttributionLimits {
    /// Ads (of whatever document) that may own one declared URL before finished ones are let go.
    public static let ownersPerTemplate = 4
    /// The same, after which even unfinished ones are let go.
    public static let mostOwnersPerTemplate = 64
    /// Trackers of one ad; those with many vendors have a few hundred.
    public static let trackersPerAd = 1_000
    /// Trackers of one ad with the same URL; no ad lists one that often, and each request for it is compared with all.
    public static let twinsPerAd = 32
    /// Ads under one wrapper, after which the oldest are let go; pods hold a few, and a wrapper is answered a few times.
    public static let answersPerWrapper = 256
    /// Ads of the whole run that are kept at a time.
    public static let liveAds = 4_096
    /// Ad documents that are not parsed again when the same bytes come back, and how large each may be.
    public static let knownDocuments = 64
    public static let knownDocumentBytes = 256 << 10
    /// Redirects whose target has not been seen yet.
    public static let pendingRedirects = 512
    /// A redirect's target that comes later than this is a request of its own.
    public static let redirectWait: Int64 = 10_000_000
    /// A document may be stamped this much after a request that it caused: proxies and HARs round.
    public static let arrivalSlack: Int64 = 100_000
    /// A service worker that has to be started first passes a request on this much later.
    public static let passedOnWithin: Int64 = 2_000_000
    /// What a player sends to several URLs at one moment leaves within this time.
    public static let togetherWithin: Int64 = 500_000
    /// A pause this close before `complete` comes from the player's `ended`, not from the user.
    public static let pauseBeforeComplete: Int64 = 50_000
    /// A replay begins at least this long, or this part of the duration, after the earlier play's end (class 6).
    public static let replayGap: Int64 = 1_000_000
    public static let replayFraction = 0.05
    /// How far from its nominal time a timed event may be and still point to its play: one poll of a player that looks
    /// once a second, and a tick.
    public static let timingTolerance: Int64 = 1_250_000
    /// Pauses and stalls remembered per play.
    public static let spansPerPlay = 1_000
}
