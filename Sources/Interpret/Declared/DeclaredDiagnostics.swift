import Model

/// Everything that reading the beacons of family files reports.
public enum DeclaredDiagnostics {
    public static let all: [DiagnosticCode] = [.signalCut, .signalUnread]
}

extension DiagnosticCode {
    /// A beacon's URL ends before its mandatory parameters.
    public static let signalCut = DiagnosticCode(
        "family.beacon-cut", .warning, stage: "interpret",
        meaning: "A vendor's beacon lacks mandatory parameters, and whoever recorded it may have cut them off.",
        remedy: "Record whole URLs and bodies.")

    /// A vendor's request has a body that cannot be read as its family file says.
    public static let signalUnread = DiagnosticCode(
        "family.body-unread", .warning, stage: "interpret",
        meaning: "The body of a vendor's request was not recorded, or is not what its family file says.",
        remedy: "Record request bodies; if they were recorded, correct 'parameters' in the family file.")
}
