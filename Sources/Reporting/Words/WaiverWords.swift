/// An acceptance as every format tells it.
struct WaiverWords {
    let waiver: ReportModel.Waiver

    /// `accepted by A. Name until 2027-01-31: the vendor counts the first only`.
    var sentence: String {
        "accepted by \(waiver.owner) until \(waiver.expires): \(waiver.reason)"
    }
}
