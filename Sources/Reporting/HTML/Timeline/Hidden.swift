/// What was not seen between two times, as drawings show it: hatched over everything where nothing of any host was seen,
/// else in a lane of its own.
struct Hidden {
    struct Stretch {
        var span: Timeline.Span
        var words: String
    }

    let everything: [Stretch]
    let parts: [Stretch]
    let moreParts: Int

    private static let partLimit = 6

    init(_ model: ReportModel, from: Int64, to: Int64) {
        // What one input lacks another may have; only what all lack is hidden for good.
        let inputs = model.captures.indices.filter { model.captures[$0].exchanges > 0 }
        var everything: [Stretch] = []
        var parts: [Stretch] = []
        for blind in model.blindSpans {
            let isAnyHost = blind.host == nil && blind.server == nil && blind.hides != "calls"
            let words = "not seen: \(blind.reason)"
            guard isAnyHost, inputs.count > 1, !blind.inputs.contains(where: { $0.capture == nil }) else {
                guard let span = Timeline.Span(blind.fromUs, blind.toUs, from, to) else { continue }
                if isAnyHost {
                    everything.append(Stretch(span: span, words: words))
                } else {
                    parts.append(Stretch(span: span, words: Self.words(blind, blind.inputs.map(\.capture), model)))
                }
                continue
            }
            let common = inputs.map { input in
                blind.inputs.filter { $0.capture == input }
                    .compactMap { Timeline.Span($0.fromUs, $0.toUs, from, to) }
            }.reduce([Timeline.Span(fromUs: from, toUs: to)], Self.common)
            everything += common.map { Stretch(span: $0, words: words) }
            // Less than a hundredth of the drawing cannot be seen.
            let least = Clamped.difference(to, from) / 100
            for input in blind.inputs {
                guard let span = Timeline.Span(input.fromUs, input.toUs, from, to) else { continue }
                let own = Clamped.difference(span.toUs, span.fromUs)
                let shared = common.map { Clamped.difference($0.toUs, $0.fromUs) }.reduce(0, Clamped.sum)
                guard Clamped.difference(own, shared) > least else { continue }
                parts.append(Stretch(span: span, words: Self.words(blind, [input.capture], model)))
            }
        }
        self.everything = everything
        self.parts = Array(parts.prefix(Self.partLimit))
        moreParts = parts.count - self.parts.count
    }

    private static func words(
        _ blind: ReportModel.BlindSpan, _ captures: [Int?], _ model: ReportModel
    ) -> String {
        let whose = blind.host ?? blind.server.map { "any host at \($0)" } ?? "any host"
        let what = blind.hides == "both" ? whose : "\(blind.hides) of \(whose)"
        guard model.captures.count > 1, captures.count == 1, let capture = captures[0],
            model.captures.indices.contains(capture)
        else { return what }
        return "\(what) in \(model.captures[capture].path.split(separator: "/").last ?? "")"
    }

    private static func common(_ left: [Timeline.Span], _ right: [Timeline.Span]) -> [Timeline.Span] {
        left.flatMap { left in
            right.compactMap { Timeline.Span(left.fromUs, left.toUs, $0.fromUs, $0.toUs) }
        }
    }
}

extension Timeline.Span {
    /// The part of a stretch, unbounded where it has no end, that lies between two times; `nil` when there is none.
    fileprivate init?(_ fromUs: Int64?, _ toUs: Int64?, _ first: Int64, _ last: Int64) {
        self.init(fromUs: max(fromUs ?? .min, first), toUs: min(toUs ?? .max, last))
        guard self.fromUs < self.toUs else { return nil }
    }
}
