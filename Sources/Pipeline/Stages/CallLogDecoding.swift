import Capture
import Model
import Store

/// A call log to calls, and its header to facts.
struct CallLogDecoding {
    let context: DecodeContext

    /// - Returns: the capture's number.
    func decode(_ window: inout SlidingWindow) throws(PipelineFailure) -> ID<CaptureRecord> {
        var reader = CallLogReader(limits: context.options.limits.entries)
        let recorder = try CaptureRecorder(context, format: "calls")
        try recorder.recordAll(of: &reader, &window) { event in
            switch event {
            case .call(let call): .call(call)
            case .header(let header): .facts(CallLogFacts.of(header))
            }
        }
        guard reader.calls > 0 || window.isOutOfTime else {
            throw context.refusal(
                "holds no call with a time; a call log has one JSON object per line, or is what a console printed with "
                    + "times (logcat -v threadtime), see docs/call-logs.md")
        }
        return try recorder.finish(reader.ledger, stop: window.stop)
    }
}

/// What the header of a call log declares, as facts.
enum CallLogFacts {
    /// Member of the header, fact, and values that say nothing.
    private static let table: [(field: String, fact: String, void: Set<String>)] = [
        ("flavour", "nielsen.flavour", []), ("att", "privacy.attStatus", ["na"]), ("build", "capture.appBuild", []),
        ("market", "nielsen.market", []), ("os", "capture.os", []), ("sdk", "nielsen.sdk", []),
        ("device", "capture.device", []),
    ]

    static func of(_ header: CallLogHeader) -> [FactRecord] {
        table.compactMap { row in
            guard let value = header[row.field], !value.isEmpty, !row.void.contains(value) else { return nil }
            return FactRecord(key: row.fact, value: value, source: .logHeader)
        }
    }
}
