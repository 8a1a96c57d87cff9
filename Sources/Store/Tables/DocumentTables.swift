import Model

extension Document: TableRow {
    static let table = Table(
        of: Self.self, "document", .interpretation, meaning: "A response that declares trackers, or that a rule reads.")

    static func columns(_ column: inout some Columns<Document>) {
        column("id", "The document's number in this file.", .number) { $0.id }
        column.run("Its run.")
        column("exchange", "The exchange whose response it is.") { $0.exchange }
        column("kind", "vast, vmap, playlist, asset-list, dai-stream, dai-metadata, mediatailor, nielsen-config.") {
            $0.kind
        }
        column("version", "As declared.") { $0.version }
        column("state", "well-formed, repaired, malformed, empty or unseen.") { $0.state }
        column("at_us", "Start of its request.") { $0.at }
        column("ready_us", "When it had arrived: nothing it declares can fire earlier.") { $0.ready }
        column("ads", "How many ads it declares.") { $0.ads }
        column("label", "For people.") { $0.label }
        column("detail", "The fault with line and column, or the repair.") { $0.detail }
        column(
            "offer",
            "1 when it stands among the members of a JSON body, as in an auction's answer.", .joined(default: 0)
        ) { $0.isOffer }
        column.derived("host", "The host that sent it.", "(SELECT x.host FROM exchange_row x WHERE x.id = exchange)")
    }
}

extension DocumentLink: TableRow {
    static let table = Table(
        of: Self.self, "document_link", .interpretation, meaning: "That one document led to another.")

    static func columns(_ column: inout some Columns<DocumentLink>) {
        column.run("The run.")
        column("parent", "The document that points.") { $0.parent }
        column("child", "The document pointed at.") { $0.child }
        column("via", "wrapper, redirect, vmap or asset-list.") { $0.via }
    }
}

extension Ad: TableRow {
    static let table = Table(
        of: Self.self, "ad", .interpretation, meaning: "One ad or ad break that a document declares, played or not.")

    static func columns(_ column: inout some Columns<Ad>) {
        column("id", "The ad's number in this file.", .number) { $0.id }
        column.run("Its run.")
        column("document", "The document that declares it.") { $0.document }
        column("kind", "inline, wrapper, stitched or ad-break.") { $0.kind }
        column("position", "From 1, in document order.", .shown(as: "position", name: "ordinal")) { $0.position }
        column("sequence", "The sequence attribute of a pod's ad.") { $0.sequence }
        column("ad_id", "The id attribute.") { $0.adID }
        column("title", "The title.") { $0.title }
        column("label", "For people.") { $0.label }
        column("creative", "Creative id or universal ad id.") { $0.creative }
        column("duration_us", "Declared duration.") { $0.durationUs }
        column("skip_offset_us", "Declared skip offset; NULL when it cannot be skipped.") { $0.skipOffsetUs }
        column("serving_id", "The AdServingId.") { $0.servingID }
        column("universal_ad_id", "The UniversalAdId.") { $0.universalAdID }
        column("expires_us", "How long after its request the ad may begin.") { $0.expiresUs }
        column("offset_us", "Of a break for linear ads: its place in the content, where that is a time.") {
            $0.offsetUs
        }
        column("parent", "The ad or ad break that holds it.") { $0.parent }
        column("skip_offset", "The skipoffset attribute, as declared; NULL when there is none.") { $0.skipOffset }
    }
}

extension Tracker: TableRow {
    static let table = Table(
        of: Self.self, "tracker", .interpretation, meaning: "One URL template that a document declares for one event.")

    static func columns(_ column: inout some Columns<Tracker>) {
        column("id", "The tracker's number in this file.", .number) { $0.id }
        column.run("Its run.")
        column("document", "The document that declares it.") { $0.document }
        column("ad", "The ad it belongs to; NULL for the document's own.") { $0.ad }
        column("family", "The family whose rules read it.") { $0.family }
        column("event", "The event, as the specification spells it.") { $0.event }
        column("url", "As declared, macros and all.") { $0.url }
        column("host", "Lower-case; empty when the host is a macro.") { $0.host }
        column("element", "The element that declares it.") { $0.element }
        column("offset_us", "For progress: when it is due.") { $0.offsetUs }
        column("line", "Line in the document.") { $0.line }
        column("verification", "Which of the ad's verifications it belongs to, from 1; NULL for any other tracker.") {
            $0.verification
        }
        column.derived("place", Firing.placeMeaning, Firing.place)
        column.derived("folder", Exchange.folderMeaning, Exchange.folder(of: Tracker.path))
        column.derived("file", Exchange.fileMeaning, Exchange.file(of: Tracker.path))
    }
}

extension Tracker {
    /// Its URL without the query, as SQL.
    private static let path = "substr(url, 1, instr(url || '?', '?') - 1)"
}

extension Resource: TableRow {
    static let table = Table(
        of: Self.self, "resource", .interpretation,
        meaning: "A URL that a document declares to be fetched rather than fired.")

    static func columns(_ column: inout some Columns<Resource>) {
        column("id", "The resource's number in this file.", .number) { $0.id }
        column.run("Its run.")
        column("document", "The document that declares it.") { $0.document }
        column("ad", "The ad it belongs to.") { $0.ad }
        column(
            "kind",
            """
            media, mezzanine, interactive, captions, verification, icon, icon-fallback, companion, click-through, \
            icon-click-through, companion-click-through, nonlinear-click-through, wrapped-tag, segment, playlist.
            """
        ) { $0.kind }
        column("url", "As declared.") { $0.url }
        column("tag", "For wrapped-tag: its URL with `*` for what busts caches, equal for two requests of one tag.") {
            $0.tag
        }
        column("host", "Lower-case.") { $0.host }
        column("type", "MIME type, API framework or vendor, as declared.") { $0.type }
        column("parameters", "VerificationParameters or AdParameters, as declared.") { $0.parameters }
        column("fetch", "The first exchange that fetched it; NULL when none was seen.") { _ in ID<Exchange>?.none }
        column(
            "verification",
            "Which of the ad's verifications it belongs to, from 1; the key it shares with their trackers."
        ) { $0.verification }
        column.derived(
            "fetched_us", "When it was first fetched.", "(SELECT x.at_us FROM exchange_row x WHERE x.id = fetch)")
        column.derived(
            "tap", "Of a page that a tap opens: the event that reports the tap; else NULL.",
            """
            CASE kind WHEN 'click-through' THEN 'clickTracking' WHEN 'companion-click-through' THEN 'companionClickTracking'
                WHEN 'nonlinear-click-through' THEN 'nonLinearClickTracking'
                WHEN 'icon-click-through' THEN 'iconClickTracking' END
            """)
        column.derived(
            "brought_us",
            """
            When it was first fetched and not refused, as far as the answer was seen; NULL where it was not.
            """,
            """
            (SELECT CASE WHEN x.status >= 400 OR x.status IS NULL AND x.ending = 'failed' THEN (
                SELECT min(y.at_us) FROM exchange_row y
                WHERE y.run = x.run AND y.host = x.host AND y.at_us > x.at_us AND y.scheme = x.scheme
                  AND y.authority = x.authority AND y.target = x.target AND y.status IN (200, 206, 304)) ELSE x.at_us END
              FROM exchange_row x WHERE x.id = fetch)
            """)
    }
}
