import Model

extension PlaylistReading: TableRow {
    static let table = Table(
        of: Self.self, "playlist_reading", .interpretation, meaning: "A media playlist, and what it adds to its stream."
    )

    static func columns(_ column: inout some Columns<PlaylistReading>) {
        column.run("The run.")
        column("document", "The playlist.") { $0.document }
        column("stream", "The stream, named by its first playlist.") { $0.stream }
        column("media_from_us", "Begin of what it lists, counted from the first segment that the stream listed.") {
            $0.media.lowerBound
        }
        column("media_to_us", "End of what it lists.") { $0.media.upperBound }
        column("target_us", "The target duration.") { $0.targetUs }
        column("is_ended", "1 when no segment will be added.") { $0.isEnded }
        column("is_grown", "1 when it lists segments that no earlier playlist of the stream did.") { $0.isGrown }
        column.derived(
            "at_us", "When it was asked for.", "(SELECT d.at_us FROM document_row d WHERE d.id = document)")
    }
}

extension SegmentFetch: TableRow {
    static let table = Table(
        of: Self.self, "segment_fetch", .interpretation,
        meaning: "A request for a segment of a stream, content's or an ad's.")

    static func columns(_ column: inout some Columns<SegmentFetch>) {
        column.run("The run.")
        column("exchange", "The request.") { $0.exchange }
        column("stream", "The stream, as in playlist_reading.") { $0.stream }
        column("media_us", "Where it begins in the stream's media; NULL where no playlist in sight lists it.") {
            $0.mediaUs
        }
        column("duration_us", "How long it is.") { $0.durationUs }
        column("program_us", "The date of its media; NULL where the playlist has none.") { $0.program }
        column("stretch_from_us", "Where the media between two discontinuities begins that it is part of.") {
            $0.stretch?.lowerBound
        }
        column("stretch_us", "How long that is; NULL where no discontinuity is listed behind it.") {
            $0.stretch.map { Int64(clamping: $0.count) }
        }
        column("ad", "The stitched ad that it is part of; NULL for content.") { $0.ad }
    }
}

extension StitchedPlace: TableRow {
    static let table = Table(
        of: Self.self, "stitched_place", .interpretation, meaning: "Where a stitched ad stands in its stream.")

    static func columns(_ column: inout some Columns<StitchedPlace>) {
        column.run("The run.")
        column("ad", "The ad.") { $0.ad }
        column("stream", "The stream, as in playlist_reading.") { $0.stream }
        column("media_from_us", "Begin of its segments in the stream's media.") { $0.media.lowerBound }
        column("media_to_us", "Their end.") { $0.media.upperBound }
    }
}
