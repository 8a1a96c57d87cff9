import Model

/// A template of segment addresses, with what gives their numbers and times.
struct SegmentTemplate {
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

    /// The segments of a period; `nil` where there are none, or more than allowed.
    func segments(of length: Int64, most: Int) -> [(url: String, durationUs: Int64)]? {
        let scale = number("timescale") ?? 1
        guard scale > 0 else { return nil }
        let (end, overflow) = length.multipliedReportingOverflow(by: scale)
        guard !overflow, let spans = spans(upTo: end / 1_000_000, most: most), !spans.isEmpty else { return nil }
        let first = number("startnumber") ?? 1
        return spans.enumerated().map { place, span in
            let url = address(number: Saturating.sum(first, Int64(place)), time: span.time)
            let (ticks, overflow) = span.length.multipliedReportingOverflow(by: 1_000_000)
            return (RelativeReference.resolve(url, against: base), overflow ? 0 : ticks / scale)
        }
    }

    /// Begin and length of each segment, in the template's own unit.
    private func spans(upTo end: Int64, most: Int) -> [(time: Int64, length: Int64)]? {
        var spans: [(time: Int64, length: Int64)] = []
        func add(_ time: Int64, _ length: Int64) -> Bool {
            spans.append((time, length))
            return spans.count <= most
        }
        guard let timeline else {
            guard let length = number("duration"), length > 0 else { return nil }
            for time in stride(from: 0, to: end, by: Int64.Stride(length)) {
                guard add(time, min(length, end - time)) else { return nil }
            }
            return spans
        }
        var time = number("presentationtimeoffset") ?? 0
        let end = Saturating.sum(time, end)
        for node in timeline {
            time = node.attributes["t"].flatMap { Int64($0) } ?? time
            guard let length = node.attributes["d"].flatMap({ Int64($0) }), length > 0 else { return nil }
            var left = node.attributes["r"].flatMap { Int64($0) } ?? 0
            // Below zero it is repeated to the end of the period.
            while true {
                guard add(time, length) else { return nil }
                time = Saturating.sum(time, length)
                if left == 0 || left < 0 && time >= end { break }
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
