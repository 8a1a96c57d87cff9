/// A system whose traffic is certified: one folder of `Sources/Interpret` and of `Rules`, or a family file.
public struct Family: RawRepresentable, Sendable, Hashable, Codable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let vast = Family(rawValue: "vast")
    public static let vmap = Family(rawValue: "vmap")
    public static let omid = Family(rawValue: "omid")
    public static let criteo = Family(rawValue: "criteo")
    public static let nielsen = Family(rawValue: "nielsen")
    public static let ima = Family(rawValue: "ima")
    public static let dai = Family(rawValue: "dai")
    public static let ssai = Family(rawValue: "ssai")
    public static let hls = Family(rawValue: "hls")
    public static let scte35 = Family(rawValue: "scte35")
}
