import Model

/// What a ``CallLogReader`` gives out.
public enum CallLogEvent: Sendable, Hashable {
    /// One call or event, in the order of the log.
    case call(Call)
    /// What the log says about itself and its app.
    case header(CallLogHeader)
}

/// The line of kind `header`: what an app declares about itself once.
public struct CallLogHeader: Sendable, Hashable {
    /// Its members with scalar values, in order, as text: `app`, `appver`, `os`, `sdk`, `flavour`, `att`, `build`, `market`.
    public var fields: [Field]

    /// One member of the line, beside those that every line has.
    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String
    }

    /// The value of the first member of that name.
    public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// Everything that reading call logs reports.
public enum CallLogDiagnostics {
    public static let all: [DiagnosticCode] = [
        .callLogLineUnreadable, .callLogLinesMissing, .callLogPartial, .callLogLinesForeign,
    ]
}

extension DiagnosticCode {
    /// A line that should be a call is none.
    public static let callLogLineUnreadable = DiagnosticCode(
        "calls.line-unreadable", .warning, stage: "capture",
        meaning:
            "A line of a call log is no call: it is cut, no JSON object, or lacks its time or name; the rest is used.",
        remedy:
            "Write one JSON object per line with t, kind and api or name; keep lines under 1,000 bytes where os_log cuts them."
    )

    /// The app's own count of its lines has a hole.
    public static let callLogLinesMissing = DiagnosticCode(
        "calls.lines-missing", .warning, stage: "capture",
        meaning:
            "The app counts the lines of its log, and some numbers are missing: what was called there is not known.",
        remedy:
            "Collect the log from its first line, and join the parts of a rotated one; a ring buffer drops the oldest, and a rate limit drops any."
    )

    /// Calls that an integration printed itself.
    public static let callLogPartial = DiagnosticCode(
        "calls.log-partial", .warning, stage: "capture",
        meaning:
            "Calls were read from what an integration prints itself: the types of their values are lost, and calls it does not print are missing.",
        remedy: "Record the calls with one of the wrappers in Examples/wrappers.")

    /// Lines of other programs in a system log.
    public static let callLogLinesForeign = DiagnosticCode(
        "calls.lines-foreign", .info, stage: "capture",
        meaning: "Lines of a system log carry no call: they were written by other parts of the system.",
        remedy: "None; export only the app's own lines to make the file smaller.")
}
