/// One thing besides the captures that decided a verdict: an input, a file of a person's, an option, a library.
///
/// The list of them is signed, verified, kept in the database and told by every report. What is to decide verdicts in
/// future joins as a ``Kind`` of its own, and thereby all of these.
public struct Ground: Sendable, Hashable, Codable {
    /// What it is; each is signed and verified by its own name.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case keyLog = "key-log"
        case callLog = "call-log"
        case bundle, filter, limit
        case configuration, facts, waivers, day
        /// A person's folder that names itself and its version.
        case pack
        case ruleFile = "rule-file"
        /// What a person's folder put in the place of something shipped.
        case replacedRule = "replaced-rule"
        case replacedProfile = "replaced-profile"
        case replacedSetting = "replaced-setting"
        case profile, setting, library

        /// Whether it decided what was read, so that judging again leaves it as it is.
        public var isOfReading: Bool {
            switch self {
            case .keyLog, .callLog, .bundle, .filter, .limit: true
            default: false
            }
        }
    }

    /// Who brought it in.
    public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
        /// Named for this run: on the command line or in a manifest.
        case given
        /// Named in the configuration file.
        case configured
        /// Taken because of where it lay.
        case found
        /// A part of the program, or of the machine it ran on.
        case builtIn = "built-in"
        /// A day that was named and had passed already.
        case past
    }

    public var kind: Kind
    /// A file's own name, a rule's or profile's id, a setting's key; empty where the kind says enough.
    public var name: String
    /// An option's value.
    public var value: String?
    /// Of the bytes that were read.
    public var sha256: String?
    public var origin: Origin
    /// The path as it was named: for people, and never signed.
    public var place: String?

    public init(
        _ kind: Kind, name: String = "", value: String? = nil, sha256: String? = nil, origin: Origin,
        place: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.value = value
        self.sha256 = sha256
        self.origin = origin
        self.place = place
    }

    private enum CodingKeys: String, CodingKey {
        case kind, name, value, sha256, origin
    }
}
