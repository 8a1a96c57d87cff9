/// What runs a client, as far as its `User-Agent` says. Two parts of one app may call themselves differently; that one device
/// has two systems, or two versions of one, does not happen.
struct OperatingSystem: Sendable, Hashable {
    enum Name: Sendable, Hashable {
        /// iPads call themselves Macs, and CFNetwork does not say which it runs on.
        case apple
        /// Fire OS too.
        case android
        case windows, tizen, webOS, roku, playStation
    }

    var name: Name
    /// Its version with the words before it: parts of one app that count in different ways are not compared.
    private var version: Version?

    private struct Version: Sendable, Hashable {
        var words: String
        var number: String
    }

    /// In the order in which they are looked for: browsers of televisions name Linux or Android besides.
    private static let marks: [(mark: String, name: Name)] = [
        ("Tizen", .tizen), ("Web0S", .webOS), ("webOS", .webOS), ("Roku", .roku), ("PlayStation", .playStation),
        ("Windows", .windows), ("Android", .android), ("iPhone", .apple), ("iPad", .apple), ("AppleTV", .apple),
        ("iOS", .apple), ("tvOS", .apple), ("Macintosh", .apple), ("Darwin/", .apple),
    ]
    /// Windows and macOS are always named with one version, and so is an iPad's in part of what it sends.
    private static let versionWords = ["CPU iPhone OS ", "Darwin/", "Android "]
    /// What Chrome says on every Android.
    private static let frozen = "Android 10; K"

    init?(userAgent: String) {
        guard let found = Self.marks.first(where: { userAgent.contains($0.mark) }) else { return nil }
        name = found.name
        guard !userAgent.contains(Self.frozen) else { return }
        for words in Self.versionWords {
            guard let range = userAgent.firstRange(of: words) else { continue }
            let number = userAgent[range.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "_" }
            guard !number.isEmpty else { continue }
            version = Version(words: words, number: String(number))
            return
        }
    }

    /// Both cannot run on one device.
    func contradicts(_ other: OperatingSystem) -> Bool {
        guard name == other.name else { return true }
        guard let version, let theirs = other.version, version.words == theirs.words else { return false }
        return version.number != theirs.number
    }
}
