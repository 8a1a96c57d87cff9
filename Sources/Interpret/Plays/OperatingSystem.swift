/// What runs a client, as far as its `User-Agent` says. Two parts of one app may call themselves differently; that one device
/// has two systems does not happen.
enum OperatingSystem: Sendable, Hashable {
    /// iPads call themselves Macs, and CFNetwork does not say which it runs on.
    case apple
    /// Fire OS too.
    case android
    case windows, tizen, webOS, roku, playStation

    /// In the order in which they are looked for: browsers of televisions name Linux or Android besides.
    private static let marks: [(mark: [UInt8], system: OperatingSystem)] = [
        ("Tizen", .tizen), ("Web0S", .webOS), ("webOS", .webOS), ("Roku", .roku), ("PlayStation", .playStation),
        ("Windows", .windows), ("Android", .android), ("iPhone", .apple), ("iPad", .apple), ("AppleTV", .apple),
        ("iOS", .apple), ("tvOS", .apple), ("Macintosh", .apple), ("Darwin/", .apple),
    ].map { (Array($0.utf8), $1) }

    /// The bytes are looked through: each request is asked, and a search by characters took longer than matching it.
    init?(userAgent: String) {
        let agent = Array(userAgent.utf8)
        guard let found = Self.marks.first(where: { agent.holds($0.mark) }) else { return nil }
        self = found.system
    }
}

extension [UInt8] {
    fileprivate func holds(_ mark: [UInt8]) -> Bool {
        guard let first = mark.first, count >= mark.count else { return false }
        for start in 0...(count - mark.count) where self[start] == first && self[start...].starts(with: mark) {
            return true
        }
        return false
    }
}
