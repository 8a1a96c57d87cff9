/// What interpretation writes: one case per table, emitted through an ``Outbox`` as it becomes known.
///
/// An ad play may change after its firings were emitted (its end, its start): it is emitted once, when it is final, after
/// its firings. The same holds for sessions.
public enum Interpretation: Sendable, Hashable {
    case document(Document)
    case documentLink(DocumentLink)
    case ad(Ad)
    case tracker(Tracker)
    case resource(Resource)
    /// That an exchange fetched a declared resource.
    case fetch(resource: ID<Resource>, exchange: ID<Exchange>)
    case redirect(Redirect)
    case adPlay(AdPlay)
    case playTracker(PlayTracker)
    case playback(PlaybackSpan)
    case beacon(Beacon)
    case parameter(Parameter)
    case firing(Firing)
    case firingCandidate(FiringCandidate)
    case macro(Macro)
    case session(Session)
    case ping(Ping)
    case signal(Signal)
    case argument(CallArgument)
    case callStep(CallStep)
    case interruption(Interruption)
    case omidEvent(OMIDEvent)
    case playlistReading(PlaylistReading)
    case segmentFetch(SegmentFetch)
    case stitchedPlace(StitchedPlace)
    case adTrace(AdTrace)
}
