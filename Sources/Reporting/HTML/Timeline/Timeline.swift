/// What a timeline shows: the whole run, then one panel per ad play, one for pings that measure viewing and one for what
/// belongs to none, each with its own axis. A panel has a row per event, so that a beacon that comes again stands out
/// beside the one that was due.
struct Timeline {
    struct Row {
        /// What rows stand together: a family, an ad or the content.
        var group: String
        var event: String
        var marks: [Mark]
        /// When the rules accept it.
        var windows: [Span]
        /// A finding is about this event, and none was seen.
        var missing: [Int] = []
    }

    struct Mark {
        var atUs: Int64
        /// Beacons too close together to be drawn apart.
        var count: Int
        /// Numbers of the findings in which it is a breach.
        var findings: [Int]
        /// The message of the first of them.
        var message: String
        var isError: Bool
        /// The request that it stands for; of several, the first.
        var exchange: Int?
    }

    struct Span: Hashable {
        var fromUs: Int64
        var toUs: Int64
    }

    /// `nil` when nothing was read.
    let overview: Overview?
    /// All ads at once, where there are several.
    let matrix: AdMatrix?
    /// Ad plays at fault, or all where there are few; pings; what belongs to none.
    let panels: [TimelinePanel]
    /// Ad plays that wait until somebody asks for them.
    let faultless: [TimelinePanel]
    let moreAdPlays: Int

    /// Whether an ad play has a drawing of its own.
    func draws(_ adPlay: Int) -> Bool { drawn.contains(adPlay) }
    private let drawn: Set<Int>

    private static let panelLimit = 12
    /// A run of more ads than the second number is read in the matrix: drawings would be most of the page.
    private static let (faultlessLimit, drawableRun) = (30, 60)

    init(_ model: ReportModel) {
        let breaches = Breaches(model)
        let plays = model.adPlays.listed
        let counts = plays.indices.map { breaches.count(in: plays[$0]) }
        overview = Overview(model, breaches, countsByPlay: counts)
        matrix = AdMatrix(model, breaches, countsByPlay: counts)
        // Those at fault are shown whatever else is left out; the order stays that of time.
        let worst = Set(plays.indices.sorted { counts[$0] > counts[$1] }.prefix(Self.panelLimit))
        let isFew = plays.count <= Self.panelLimit
        let drawn = plays.indices.filter { worst.contains($0) && (isFew || counts[$0] > 0) }
        let waiting = plays.indices.filter { counts[$0] == 0 && !drawn.contains($0) }
            .prefix(plays.count > Self.drawableRun ? 0 : Self.faultlessLimit)
        panels =
            drawn.map { TimelinePanel(plays[$0], model, breaches) }
            + [TimelinePanel(pingsOf: model, breaches), TimelinePanel(othersOf: model, breaches)].compactMap(\.self)
        faultless = waiting.map { TimelinePanel(plays[$0], model, breaches) }
        self.drawn = Set((drawn + waiting).map { plays[$0].id })
        moreAdPlays = model.adPlays.total - drawn.count - waiting.count
    }
}

extension Timeline {
    /// Marks of equal kind less than `nearest` columns apart, which become one.
    struct Clusters {
        private(set) var marks: [Mark] = []
        private let nearest: Int
        private let plot: TimePlot
        /// Where the latest of them begins.
        private var column = 0

        init(nearest: Int, in plot: TimePlot) {
            (self.nearest, self.plot) = (nearest, plot)
        }

        /// Most beacons are no breach of anything, and near another: they are counted only.
        mutating func add(_ atUs: Int64, _ findings: [ReportModel.Finding]) {
            let x = plot.x(atUs)
            if findings.isEmpty, let last = marks.indices.last, x - column < nearest, marks[last].findings.isEmpty {
                marks[last].count += 1
            } else {
                add(Mark(atUs, findings), at: x)
            }
        }

        mutating func add(_ mark: Mark) {
            add(mark, at: plot.x(mark.atUs))
        }

        private mutating func add(_ mark: Mark, at x: Int) {
            guard let last = marks.indices.last, x - column < nearest,
                marks[last].findings.isEmpty == mark.findings.isEmpty
            else {
                marks.append(mark)
                column = x
                return
            }
            marks[last].count += 1
            guard !mark.findings.isEmpty else { return }
            if mark.isError { marks[last].isError = true }
            let new = mark.findings.filter { !marks[last].findings.contains($0) }
            marks[last].findings += new.prefix(max(0, 4 - marks[last].findings.count))
        }
    }
}

/// Media events as they follow one another in a play.
enum AdEvents {
    static let inOrder = [
        "loaded", "impression", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete",
    ]
}

extension ReportModel.Due {
    /// `nil` where its time is open.
    var window: Timeline.Span? {
        guard let fromUs, let toUs, fromUs <= toUs else { return nil }
        return Timeline.Span(fromUs: fromUs, toUs: toUs)
    }
}

extension Timeline.Mark {
    init(_ atUs: Int64, _ findings: [ReportModel.Finding], exchange: Int? = nil) {
        self.init(
            atUs: atUs, count: 1, findings: findings.map(\.number), message: findings.first?.message ?? "",
            isError: findings.contains { $0.severity == .error }, exchange: exchange)
    }

    /// `1`, `1, 2`, `1, 2, 3 …`.
    var numbers: String { Self.words(findings) }

    static func words(_ findings: [Int]) -> String {
        findings.prefix(3).map(String.init).joined(separator: ", ") + (findings.count > 3 ? " …" : "")
    }
}

extension Timeline.Row {
    var isAtFault: Bool { !missing.isEmpty || marks.contains { !$0.findings.isEmpty } }
}
