/// Where a request stands in the account of viewing: in which ad play, how long after its start, and what the viewer did then.
struct ViewingPlace {
    var adPlay: Int
    private var offsetUs: Int64
    private var state: String?

    /// `5.000 s after the start of ad play 3: the viewer was playing`.
    func write(to html: inout HTMLWriter) {
        html.seconds(offsetUs)
        html.raw(offsetUs < 0 ? " before the start of ad play " : " after the start of ad play ")
        html.number(adPlay)
        if let state {
            html.raw(": the viewer was ")
            html.text(state)
        }
    }

    /// Of those that are shown.
    static func all(of model: ReportModel, _ shown: Set<Int>) -> [Int: ViewingPlace] {
        var places: [Int: ViewingPlace] = [:]
        for play in model.adPlays.listed.indices {
            let firings = model.adPlays.listed[play].firings.listed
            for firing in firings.indices {
                guard let exchange = firings[firing].exchange, shown.contains(exchange) else { continue }
                places[exchange] = ViewingPlace(model.adPlays.listed[play], firings[firing].atUs)
            }
        }
        return places
    }

    private init(_ play: ReportModel.AdPlay, _ atUs: Int64) {
        adPlay = play.id
        offsetUs = Clamped.difference(atUs, play.zeroUs)
        let span = play.viewing.first { $0.fromUs <= atUs && atUs < $0.toUs ?? .max }
        switch span?.state {
        case "playing", "paused", "stalled", "away", "gone": state = span?.state
        default: state = nil
        }
    }
}
