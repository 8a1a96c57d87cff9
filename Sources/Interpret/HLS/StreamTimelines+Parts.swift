import Model

extension StreamTimelines {
    /// Remembers the URLs of the parts of segments that are not remembered yet. At the live edge parts are listed, and asked
    /// for, before their segment is.
    ///
    /// - Parameters:
    ///   - ads: by the segment's place in the playlist.
    ///   - known: the number of the first segment that no earlier listing had.
    mutating func addParts(
        of playlist: Playlist, _ listing: Listing, ads: [Int: ID<Ad>], beyond known: Int64, against base: URLFields
    ) {
        for part in playlist.parts {
            let number = Saturating.sum(playlist.mediaSequence, Int64(part.segment))
            guard number >= known || ads[part.segment] != nil else { continue }
            let isListed = part.segment < playlist.segments.count
            let segment = isListed ? listing.media[part.segment].lowerBound : listing.media.last?.upperBound ?? 0
            let start = Saturating.sum(segment, part.offsetUs)
            let program = isListed ? playlist.segments[part.segment].program : nil
            remember(
                RelativeReference.resolve(part.uri, against: base),
                Listed(
                    stream: listing.stream, media: start..<Saturating.sum(start, part.durationUs),
                    program: program?.advanced(byMicroseconds: part.offsetUs), ad: ads[part.segment]))
        }
    }
}
