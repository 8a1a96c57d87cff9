extension ReportModel.Family {
    /// `PASS, 14 beacons, 2 ad plays, 34 of 34 due comparisons made`.
    var words: String {
        var parts = [word, Phrases.count(beacons, "beacon"), Phrases.count(adPlays, "ad play")]
        if witnesses.due > 0 {
            parts.append("\(witnesses.compared) of \(Phrases.count(witnesses.due, "due comparison")) made")
        }
        return parts.joined(separator: ", ") + (note.map { ": \($0)" } ?? "")
    }
}
