/// Faults of players that read VAST themselves.
enum VASTFaults {
    static let all: [Fault] = [
        Fault(
            "vast.impression-twice", "The impression is sent again by a second listener", family: "vast",
            breaks: "VAST 4.3 3.4.4: an impression once per playback", kinds: ["vast"]
        ) { stage, stream in
            guard let first = stage.reports(of: "impression").first else { return }
            stage.repeatIntent(first, after: .seconds(stream.double(1...3)), "impression sent twice")
        },
        Fault(
            "vast.midpoint-missing", "The midpoint is never sent", family: "vast",
            breaks: "VAST 4.3 3.14.1: a midpoint at half of the duration", kinds: ["vast"]
        ) { stage, _ in
            stage.drop(stage.reports(of: "midpoint"), "midpoint never sent")
        },
    ]
}
