/// A realistic mistake of an app, an ad server or a log: one value, switched on in a script by its id.
struct Fault: Sendable {
    enum Severity: String, Sendable { case error, warning }

    var id: String
    /// What the app does wrong, in a sentence.
    var title: String
    var family: String
    /// The requirement that it breaks, with its source.
    var requirement: String
    var severity: Severity
    /// The kinds of apps that can have it.
    var kinds: Set<String>
    /// Sets the script up so that the fault can show.
    var prepare: @Sendable (inout Script, inout Randomness) -> Void
    /// Switches inside the app: it asks for them where it behaves differently.
    var quirks: Set<Quirk>
    /// What it does to what a correct app would send.
    var edit: (@Sendable (inout Stage, inout Randomness) -> Void)?
    /// What is right too where it is visible: the specification leaves more than one answer.
    var alsoAccept: Set<Expectation.Headline>
    /// Where specifications do not say that it is wrong, or how wrong: the reason. Then the truth is open.
    var open: String?

    init(
        _ id: String, _ title: String, family: String, breaks requirement: String, severity: Severity = .error,
        kinds: Set<String>, quirks: Set<Quirk> = [],
        alsoAccept: Set<Expectation.Headline> = [], open: String? = nil,
        edit: (@Sendable (inout Stage, inout Randomness) -> Void)? = nil,
        prepare: @escaping @Sendable (inout Script, inout Randomness) -> Void = { _, _ in }
    ) {
        self.id = id
        self.title = title
        self.family = family
        self.requirement = requirement
        self.severity = severity
        self.kinds = kinds
        self.quirks = quirks
        self.alsoAccept = alsoAccept
        self.open = open
        self.prepare = prepare
        self.edit = edit
    }
}

/// A switch inside an app.
struct Quirk: Hashable, Sendable, ExpressibleByStringLiteral {
    var name: String
    init(stringLiteral value: String) { name = value }
}
