import Model

extension Schema {
    enum Content: Sendable {
        /// A table and its view.
        case rows(of: any TableRow.Type)
        /// A view that works something out.
        case view(String)
    }

    /// What there is, in the order in which it is documented.
    static let contents: [Content] = [
        .rows(of: RunRecord.self),
        .rows(of: CaptureRecord.self),
        .view("capture_span"),
        .rows(of: ClockRecord.self),
        .rows(of: FlowRecord.self),
        .rows(of: Exchange.self),
        .rows(of: Sighting.self),
        .view("host_server"),
        .rows(of: Call.self),
        .rows(of: CallArgument.self),
        .rows(of: BlindRow.self),
        .rows(of: Diagnostic.self),
        .rows(of: LedgerRow.self),
        .rows(of: Document.self),
        .rows(of: DocumentLink.self),
        .rows(of: Ad.self),
        .rows(of: Tracker.self),
        .rows(of: Resource.self),
        .rows(of: AdPlay.self),
        .view("ad_chain"),
        .rows(of: PlayTracker.self),
        .rows(of: Beacon.self),
        .view("unjudged_request"),
        .rows(of: Parameter.self),
        .rows(of: Firing.self),
        .rows(of: FiringCandidate.self),
        .view("verification_report"),
        .view("interactive_ad"),
        .view("page_image"),
        .view("page_load"),
        .view("page_fetch"),
        .view("media_fetch"),
        .rows(of: Macro.self),
        .rows(of: PlaybackSpan.self),
        .rows(of: PlaylistReading.self),
        .rows(of: SegmentFetch.self),
        .rows(of: StitchedPlace.self),
        .rows(of: Session.self),
        .rows(of: Ping.self),
        .rows(of: CallStep.self),
        .view("nielsen_clock"),
        .rows(of: OMIDEvent.self),
        .view("omid_play"),
        .view("ima_event"),
        .view("omid_signal"),
        .view("subject_host"),
        .rows(of: FactRecord.self),
        .view("fact_recorded"),
        .rows(of: SettingRecord.self),
        .rows(of: Ground.self),
        .rows(of: RuleRecord.self),
        .rows(of: FindingRecord.self),
        .rows(of: EvidenceRow.self),
        .rows(of: VerdictRecord.self),
        .rows(of: RuleSummaryRecord.self),
        .rows(of: FamilyRecord.self),
        .rows(of: CertificateRecord.self),
    ]
}
