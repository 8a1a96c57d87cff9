/// A blind stretch as every format tells it.
struct BlindWords {
    let blind: ReportModel.BlindStretch
    /// The zero of its offsets.
    let startUs: Int64?

    /// `+4.000 s to +9.000 s`, `until +0.000 s`, `from +28.652 s on`, `throughout`.
    var span: String {
        switch (blind.fromUs, blind.toUs) {
        case (nil, nil): "throughout"
        case (nil, let to?): "until \(moment(to))"
        case (let from?, nil): "from \(moment(from)) on"
        case (let from?, let to?): "\(moment(from)) to \(moment(to))"
        }
    }

    /// `requests and responses of verify.example.test hidden`.
    var hidden: String {
        let what = blind.hides == "both" ? "requests and responses" : blind.hides
        let whose = blind.host ?? blind.server.map { "any host at \($0)" } ?? "any host"
        return "\(what) of \(whose) not seen"
    }

    private func moment(_ us: Int64) -> String {
        startUs.map { Phrases.offset(Clamped.difference(us, $0)) } ?? Phrases.time(us)
    }
}
