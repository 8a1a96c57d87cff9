import Foundation

/// A story for human eyes.
enum Showing {
    static func page(of script: Script, judged judge: Judge? = nil) throws -> String {
        let verdict = try judge?.verdict(on: World.record(World.play(script)))
        return page(of: script, verdict: verdict)
    }

    static func page(of script: Script) -> String { page(of: script, verdict: nil) }

    private static func page(of script: Script, verdict: Verdict?) -> String {
        let story = World.play(script)
        let recording = World.record(story)
        let expectation = Oracle.expect(story, recording)
        var lines = [text(of: script), ""]
        if let fault = script.fault.flatMap(Catalogue.fault) {
            lines += ["fault: \(fault.title)", "breaks: \(fault.requirement)", "faulty: \(story.isFaulty)"]
        }
        lines.append("recorder: " + recording.notes.joined(separator: ", "))
        lines += recording.facts.map { "fact: \($0.0) = \($0.1.written)" }
        lines += ["", "seconds  seen  request"] + story.requests.map { row($0, story, recording) }
        lines += story.calls.map { call in
            "\(time(call.at, story))  \(recording.calls.contains(call.id) ? "log " : "-   ")  \(call.source) \(call.name) "
                + JSON.object(call.fields).written
        }
        lines +=
            ["", "dues"]
            + story.dues.map { due in
                "\(time(due.window.lowerBound, story)) to \(time(due.window.upperBound, story))  \(due.state.rawValue)  \(due.owner) \(due.event): \(due.because)"
                    + (due.fulfilledBy.isEmpty ? "" : "  <- \(due.fulfilledBy.map(String.init).joined(separator: " "))")
            }
        lines += story.breaches.map { "breach: \($0.kind.rawValue) \($0.owner) \($0.event): \($0.words)" }
        lines += story.notes.map { "note: " + $0 }
        let accepted = expectation.accept.map(\.rawValue).sorted().joined(separator: " or ")
        lines += ["", "expected: \(expectation.kind.rawValue): \(accepted): \(expectation.because)"]
        if let verdict { lines += said(verdict, expectation) }
        return lines.joined(separator: "\n")
    }

    static func text(of script: Script) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(script) else { return "\(script)" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func said(_ verdict: Verdict, _ expectation: Expectation) -> [String] {
        let judgement = Judgement(verdict, against: expectation)
        return ["said: \(judgement.said) -> \(judgement.outcome.rawValue)"]
            + verdict.findings.map { "  \($0.severity) \($0.rule): \($0.message)" }
            + (verdict.trouble.map { ["  trouble: " + $0] } ?? [])
    }

    private static func row(_ request: Request, _ story: Story, _ recording: Recording) -> String {
        let sight =
            recording.sights[request.id].map { $0.url && ($0.content || request.answer.text == nil) ? "yes " : "part" }
            ?? "no  "
        let what = [request.intent.owner, request.intent.event].compactMap(\.self).joined(separator: " ")
        return "\(time(request.sentAt, story))  \(sight)  [\(request.intent.id)] \(request.intent.method) "
            + "\(request.outcome == .delivered ? String(request.status) : request.outcome.rawValue) \(what) \(request.url)"
    }

    private static func time(_ moment: Microseconds, _ story: Story) -> String {
        let text = String(format: "%.3f", (moment - story.begin).asSeconds)
        return String(repeating: " ", count: max(0, 7 - text.count)) + text
    }
}
