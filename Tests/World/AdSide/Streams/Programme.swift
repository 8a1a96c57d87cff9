/// What a stream shows: content with breaks in it, laid out on one time line in milliseconds.
struct Programme: Sendable {
    /// A piece of media as a playlist lists it.
    struct Segment: Sendable, Equatable {
        var number: Int
        var start: Int
        var duration: Int
        /// The ad it belongs to; nil for content.
        var ad: Int?
        /// Which piece of its ad, or of the content, it is.
        var piece: Int
        /// How many breaks of the timeline lie before it.
        var breaksBefore: Int
        /// The timeline breaks right before it.
        var discontinuous: Bool

        var end: Int { start + duration }
    }

    private(set) var segments: [Segment] = []
    /// Where each ad begins and ends, in the order of play.
    private(set) var ads: [Range<Int>] = []
    /// Which break each ad belongs to.
    private(set) var breakOfAd: [Int] = []
    /// Where each break begins and ends.
    private(set) var breaks: [Range<Int>] = []
    private(set) var length = 0
    private var timelineBreaks = 0

    init(_ plan: StreamPlan) {
        var told = 0
        var pieces = 0
        for (index, pod) in plan.breaks.sorted(by: { $0.at < $1.at }).enumerated() {
            addContent(pod.at - told, each: plan.segment, pieces: &pieces)
            told = pod.at
            let begin = length
            for duration in pod.ads {
                ads.append(length..<length + duration)
                breakOfAd.append(index)
                add(duration, each: plan.segment, ad: ads.count - 1, firstPiece: 0)
            }
            breaks.append(begin..<length)
        }
        addContent(plan.content - told, each: plan.segment, pieces: &pieces)
    }

    /// The ads of one break.
    func ads(of pod: Int) -> [Int] { ads.indices.filter { breakOfAd[$0] == pod } }

    private mutating func addContent(_ duration: Int, each: Int, pieces: inout Int) {
        guard duration > 0 else { return }
        pieces += add(duration, each: each, ad: nil, firstPiece: pieces)
    }

    @discardableResult
    private mutating func add(_ duration: Int, each: Int, ad: Int?, firstPiece: Int) -> Int {
        var rest = duration
        var piece = firstPiece
        while rest > 0 {
            // A last piece shorter than a second is joined to the one before it, as packagers do.
            let long = rest - each < 1_000 ? rest : each
            let breaks = piece == firstPiece && !segments.isEmpty
            segments.append(
                Segment(
                    number: segments.count, start: length, duration: long, ad: ad, piece: piece,
                    breaksBefore: timelineBreaks, discontinuous: breaks))
            if breaks { timelineBreaks += 1 }
            length += long
            rest -= long
            piece += 1
        }
        return piece - firstPiece
    }
}
