import Model

/// A template of segment addresses, with what gives their numbers and times.
struct SegmentTemplate: Sendable {
    struct Segment: Sendable, Hashable {
        var number: Int64
        /// Its begin in the template's own unit, as addresses write it.
        var time: Int64
        /// Where it stands in the presentation, as far as its period goes.
        var media: Range<Int64>
    }

    private var attributes: [String: String] = [:]
    /// The `S` elements of a timeline.
    private var timeline: [XMLNode]?
    private let base: URLFields

    /// - Parameter nodes: the elements of that name, from the period to the representation; the inner ones count.
    init?(_ nodes: [XMLNode], of representation: XMLNode, against base: URLFields) {
        self.base = base
        for node in nodes {
            attributes.merge(node.attributes) { $1 }
            timeline = node.first("segmenttimeline")?.all("s") ?? timeline
        }
        guard attributes["media"] != nil else { return nil }
        attributes["representationid"] = representation.attributes["id"] ?? ""
        attributes["bandwidth"] = representation.attributes["bandwidth"] ?? ""
    }

    /// The segments of a period; `nil` where the template does not say which there are, or there are more than allowed.
    ///
    /// - Parameter end: of the period; `nil` where it goes on.
    func segments(from start: Int64, to end: Int64?, most: Int) -> [Segment]? {
        let scale = number("timescale") ?? 1
        guard scale > 0, end ?? start >= start else { return nil }
        func microseconds(_ ticks: Int64) -> Int64 { Int64(clamping: Int128(ticks) * 1_000_000 / Int128(scale)) }
        let length = end.map { Int64(clamping: (Int128($0) - Int128(start)) * Int128(scale) / 1_000_000) }
        let zero = timeline == nil ? 0 : number("presentationtimeoffset") ?? 0
        guard let spans = spans(from: zero, lasting: length, most: most) else { return nil }
        let first = number("startnumber") ?? 1
        return spans.enumerated().compactMap { place, span in
            let from = Saturating.sum(start, microseconds(Int64(clamping: Int128(span.time) - Int128(zero))))
            let to = min(Saturating.sum(from, microseconds(span.length)), end ?? .max)
            // What lies outside of its period is not played.
            guard max(from, start) < to else { return nil }
            return Segment(
                number: Saturating.sum(first, Int64(place)), time: span.time, media: max(from, start)..<to)
        }
    }

    func address(of segment: Segment) -> String {
        RelativeReference.resolve(address(number: segment.number, time: segment.time), against: base)
    }

    /// Begin and length of each segment, in the template's own unit.
    private func spans(from zero: Int64, lasting length: Int64?, most: Int) -> [(time: Int64, length: Int64)]? {
        var spans: [(time: Int64, length: Int64)] = []
        func add(_ time: Int64, _ length: Int64) -> Bool {
            spans.append((time, length))
            return spans.count <= most
        }
        let end = length.map { Saturating.sum(zero, $0) }
        guard let timeline else {
            guard let end, let length = number("duration"), length > 0 else { return nil }
            for time in stride(from: 0, to: end, by: Int64.Stride(length)) {
                guard add(time, min(length, end - time)) else { return nil }
            }
            return spans
        }
        var time = zero
        for (place, node) in timeline.enumerated() {
            time = node.attributes["t"].flatMap { Int64($0) } ?? time
            guard let length = node.attributes["d"].flatMap({ Int64($0) }), length > 0 else { return nil }
            var left = node.attributes["r"].flatMap { Int64($0) } ?? 0
            // Below zero it is repeated to where the next one begins, or to the end of the period.
            let next = timeline.dropFirst(place + 1).first?.attributes["t"].flatMap { Int64($0) } ?? end
            if left < 0, next == nil { return nil }
            while true {
                guard add(time, length) else { return nil }
                time = Saturating.sum(time, length)
                if left == 0 || left < 0 && time >= next ?? time { break }
                left -= left > 0 ? 1 : 0
            }
        }
        return spans
    }

    /// What stands between two `$` names a value, with the digits that it has at least.
    private func address(number: Int64, time: Int64) -> String {
        let pieces = (attributes["media"] ?? "").split(separator: "$", omittingEmptySubsequences: false)
        return pieces.enumerated().map { place, piece in
            guard place % 2 == 1 else { return String(piece) }
            let parts = piece.split(separator: "%", maxSplits: 1)
            guard let name = parts.first else { return "$" }
            let value =
                switch name {
                case "Number": "\(number)"
                case "Time": "\(time)"
                default: attributes[name.lowercased()] ?? ""
                }
            let width = parts.count > 1 ? Int(parts[1].filter(\.isNumber)) ?? 0 : 0
            return String(repeating: "0", count: max(0, min(width, 32) - value.count)) + value
        }.joined()
    }

    private func number(_ name: String) -> Int64? { attributes[name].flatMap { Int64($0) } }
}
