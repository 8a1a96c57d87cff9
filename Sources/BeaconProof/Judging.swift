/// By what a run is judged: the shipped rules, with what is known of the run and what is demanded of it.
public struct Judging: Sendable, Hashable {
    /// A facts file: what a person knows of the run and no capture shows.
    public var facts: String?
    /// A file of accepted findings.
    public var waivers: String?
    /// The day that waivers are judged on, `2027-01-31`; waivers need one.
    public var day: String?
    /// Certificates to evaluate, with their settings.
    public var profiles: [String] = []
    /// Folders of rules of one's own, added to the shipped ones or in their place.
    public var ruleFolders: [String] = []
    /// Settings by key, as `--set` takes them.
    public var settings: [String: String] = [:]

    /// The shipped rules and nothing else.
    public init() {}
}
