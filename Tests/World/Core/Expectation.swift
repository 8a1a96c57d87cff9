/// What a reader of the recording has to say.
struct Expectation: Sendable {
    enum Headline: String, Sendable, Codable, CaseIterable { case pass, fail, cannotTell }
    enum Kind: String, Sendable, Codable { case clean, visibleFault, invisibleFault, open }

    var kind: Kind
    var accept: Set<Headline>
    /// Of these a finding must name one.
    var mustFind: [Mark]
    /// What no error and no warning may be about.
    var mustNotFind: [String] = []
    /// A failure that names one of these is right, too: enough of a breach could be seen after all. Whoever fails what he
    /// cannot see fails correct apps of the same kind as well.
    var mayFind: [Mark] = []
    /// Not even a warning is right.
    var isQuiet = false
    var because: String
    /// The specification's line.
    var source: String
}

/// What a finding must say to be about a breach: never the id of a rule.
struct Mark: Sendable, Equatable {
    /// Words of which one must stand in the finding: the event, the ad's id, a host, a URL.
    var anyOf: [String]
    var severity: Fault.Severity
}
