/// A blind stretch in the words of every format.
struct BlindWords {
    let blind: ReportModel.BlindSpan
    let model: ReportModel

    /// `+4.000 s to +9.000 s`, `until +0.000 s`, `from +28.652 s on`, `throughout`; one for each input where they differ.
    var span: String {
        guard !inputsAgree else { return span(blind.fromUs, blind.toUs) }
        return blind.inputs.map { input in
            "\(span(input.fromUs, input.toUs)) in \(input.capture.map(name) ?? "all inputs")"
        }.joined(separator: ", ")
    }

    /// `requests and responses of verify.example.test`.
    var hidden: String {
        let what = blind.hides == "both" ? "requests and responses" : blind.hides
        let whose = blind.host ?? blind.server.map { "any host at \($0)" } ?? "any host"
        return "\(what) of \(whose)"
    }

    /// `the key log holds no secret (and 3 more like it), in capture.pcapng`.
    var why: String {
        let more = blind.stretches - blind.inputs.count
        return blind.reason + (more > 0 ? " (and \(more) more like it)" : "") + (inputs.map { ", in \($0)" } ?? "")
    }

    /// The inputs that are blind, where the times do not name them.
    private var inputs: String? {
        let captures = blind.inputs.compactMap(\.capture)
        guard inputsAgree, !captures.isEmpty, model.captures.count > 1 else { return nil }
        return captures.count == 1 ? name(captures[0]) : "\(captures.count) of \(model.captures.count) inputs"
    }

    /// Whether all begin and end within a second of each other, which is as far as clocks agree.
    private var inputsAgree: Bool {
        func agree(_ times: [Int64?]) -> Bool {
            let known = times.compactMap(\.self)
            guard let first = known.min(), let last = known.max() else { return true }
            return known.count == times.count && Clamped.difference(last, first) <= 1_000_000
        }
        return agree(blind.inputs.map(\.fromUs)) && agree(blind.inputs.map(\.toUs))
    }

    private func name(_ capture: Int) -> String {
        guard model.captures.indices.contains(capture) else { return "input \(capture + 1)" }
        return String(model.captures[capture].path.split(separator: "/").last ?? "")
    }

    private func span(_ fromUs: Int64?, _ toUs: Int64?) -> String {
        switch (fromUs, toUs) {
        case (nil, nil): "throughout"
        case (nil, let to?): "until \(moment(to))"
        case (let from?, nil): "from \(moment(from)) on"
        case (let from?, let to?): "\(moment(from)) to \(moment(to))"
        }
    }

    private func moment(_ us: Int64) -> String {
        model.startUs.map { Phrases.offset(Clamped.difference(us, $0)) } ?? Phrases.time(us)
    }
}
