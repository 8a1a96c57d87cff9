/// Media that a player fetches piece by piece, at the pace of playing: behind a silence, and before it where there is any.
struct PacedMedia {
    /// From one piece to the next, in microseconds.
    let period: Int64

    /// How many pieces such a player may have in hand: two beside the one that it plays.
    static let mostAhead = 3
    private static let fewestAfter = 4

    /// - Parameters:
    ///   - fetches: of media, in time order, with the folders that they are in.
    ///   - silence: a stretch in which none was.
    /// - Returns: `nil` where what was fetched before the silence may be enough to play through it.
    init?(_ fetches: [(at: Int64, folder: String)], silence: Range<Int64>) {
        let middle = fetches.partitioningIndex { $0.at >= silence.upperBound }
        let after = fetches[middle...].prefix(Self.fewestAfter)
        guard after.count == Self.fewestAfter, let first = after.first,
            after.allSatisfy({ $0.folder == first.folder })
        else { return nil }
        let gaps = zip(after, after.dropFirst()).map { $1.at - $0.at }.sorted()
        period = gaps[gaps.count / 2]
        let slack = Rhythm.slack(of: period)
        guard period >= Rhythm.shortest else { return nil }
        let paced = [gaps[0], gaps[gaps.count - 1]] + Self.step(before: fetches[..<middle].suffix(2))
        guard paced.allSatisfy({ [period] in $0 - period <= slack && period - $0 <= slack }) else { return nil }
    }

    /// From the last piece but one to the last: none before the first piece of all, and no end of it where there is only one,
    /// or one in another folder, which may be as long as it likes.
    private static func step(before fetches: ArraySlice<(at: Int64, folder: String)>) -> [Int64] {
        guard let last = fetches.last else { return [] }
        guard let first = fetches.first, fetches.count == 2, first.folder == last.folder else { return [.max] }
        return [last.at - first.at]
    }
}
