/// A HAR and the app's own log of SDK events, kept by the phone's clock, which need not be that of the HAR.
struct HARWithLog: RecorderKind {
    static let ahead = Knob<Double>("log.aheadSeconds", usual: 0, [(0, 4), (2.4, 1), (-1.7, 1), (0.6, 1)])
    /// The phone sets its clock while the app runs: the wall clock jumps, the monotonic one goes on.
    static let jump = Knob<Double>("log.jumpSeconds", usual: 0, [(0, 9), (-1.6, 1)])

    let name = "har+log"
    let weight = 40
    private let har = HARRecorder()
    var knobs: [any Drawable] { har.knobs + [Self.ahead, Self.jump] }

    func suits(_ script: Script) -> Bool { script.kind == "ima" && script[IMAApp.logs] || script[PlayerLog.isKept] }

    func record(_ story: Story) -> Recording {
        var recording = har.record(story)
        let middle = story.begin + (story.end - story.begin) / 2
        let lines = story.calls.map { call in
            let jumped = call.at > middle ? story.script[Self.jump] : 0
            return Self.line(call, aheadBy: .seconds(story.script[Self.ahead] + jumped))
        }
        let text = lines.map { $0 + "\n" }.joined()
        // An app that had nothing to say wrote no log.
        guard !lines.isEmpty else { return recording }
        recording.files.append(.init(name: "run.jsonl", bytes: Array(text.utf8)))
        recording.calls = Set(story.calls.map(\.id))
        recording.notes.append("log \(story.script[Self.ahead]) s ahead")
        return recording
    }

    private static func line(_ call: Call, aheadBy skew: Microseconds) -> String {
        guard call.kind != "header" else { return JSON.object([("v", 1), ("kind", "header")] + call.fields).written }
        let mono = Double(Int(call.monotonic * 1_000)) / 1_000
        return JSON.object(
            [
                ("v", 1), ("kind", .text(call.kind)), ("t", .int((call.at + skew) / 1_000)), ("mono", .number(mono)),
                ("source", .text(call.source)), ("name", .text(call.name)),
            ] + call.fields
        ).written
    }
}
