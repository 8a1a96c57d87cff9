/// What runs a client, as far as its `User-Agent` says. Two parts of one app may call themselves differently; that one device
/// has two systems does not happen.
enum OperatingSystem: Sendable, Hashable {
    /// iPads call themselves Macs, and CFNetwork does not say which it runs on.
    case apple
    /// Fire OS too.
    case android
    case windows, tizen, webOS, roku, playStation

    /// In the order in which they are looked for: browsers of televisions name Linux or Android besides.
    private static let marks: [(mark: String, system: OperatingSystem)] = [
        ("Tizen", .tizen), ("Web0S", .webOS), ("webOS", .webOS), ("Roku", .roku), ("PlayStation", .playStation),
        ("Windows", .windows), ("Android", .android), ("iPhone", .apple), ("iPad", .apple), ("AppleTV", .apple),
        ("iOS", .apple), ("tvOS", .apple), ("Macintosh", .apple), ("Darwin/", .apple),
    ]

    init?(userAgent: String) {
        guard let found = Self.marks.first(where: { userAgent.contains($0.mark) }) else { return nil }
        self = found.system
    }
}
