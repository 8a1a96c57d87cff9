extension ReportModel {
    /// Stretches that one cause hid, told together.
    package struct BlindSpan: Sendable, Hashable {
        /// One input, or all of them together where `capture` is `nil`, and when it is blind.
        package struct Input: Sendable, Hashable {
            package var capture: Int?
            package var fromUs: Int64?
            package var toUs: Int64?
        }

        package var host: String?
        package var server: String?
        package var hides: String
        /// Of the first stretch.
        package var reason: String
        package var code: String?
        /// How many stretches it stands for.
        package var stretches: Int
        /// Each input once.
        package var inputs: [Input]
    }

    /// The listed stretches, in order of time. Those of one input that overlap are one, and so are those of several inputs.
    package var blindSpans: [BlindSpan] {
        var spans: [BlindSpan] = []
        for stretch in blind.listed {
            let span = BlindSpan(stretch)
            if let known = spans.firstIndex(where: { $0.takes(span) }) {
                spans[known].add(span)
            } else {
                spans.append(span)
            }
        }
        return spans
    }
}

extension ReportModel.BlindSpan {
    /// From the first input that is blind to the last one.
    package var fromUs: Int64? {
        inputs.contains { $0.fromUs == nil } ? nil : inputs.compactMap(\.fromUs).min()
    }

    package var toUs: Int64? {
        inputs.contains { $0.toUs == nil } ? nil : inputs.compactMap(\.toUs).max()
    }

    fileprivate init(_ stretch: ReportModel.BlindStretch) {
        self.init(
            host: stretch.host, server: stretch.server, hides: stretch.hides, reason: stretch.reason,
            code: stretch.code, stretches: 1,
            inputs: [Input(capture: stretch.capture, fromUs: stretch.fromUs, toUs: stretch.toUs)])
    }

    /// Whether a stretch that does not begin before this one has the same cause and goes on from it. Of one diagnostic, the
    /// numbers in the words may differ.
    fileprivate func takes(_ later: Self) -> Bool {
        guard [host, server, hides, code] == [later.host, later.server, later.hides, later.code],
            code != nil || reason == later.reason, let new = later.inputs.first
        else { return false }
        let own = inputs.first { $0.capture == new.capture }
        return (new.fromUs ?? .min) <= (own.map(\.toUs) ?? toUs) ?? .max
    }

    fileprivate mutating func add(_ later: Self) {
        stretches += later.stretches
        for input in later.inputs {
            guard let own = inputs.firstIndex(where: { $0.capture == input.capture }) else {
                inputs.append(input)
                continue
            }
            inputs[own].toUs = inputs[own].toUs.flatMap { to in input.toUs.map { max(to, $0) } }
        }
    }
}
