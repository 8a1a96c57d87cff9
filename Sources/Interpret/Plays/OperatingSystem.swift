import Model

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
    private static let marks: [(mark: [UInt8], name: Name)] = [
        ("Tizen", .tizen), ("Web0S", .webOS), ("webOS", .webOS), ("Roku", .roku), ("PlayStation", .playStation),
        ("Windows", .windows), ("Android", .android), ("iPhone", .apple), ("iPad", .apple), ("AppleTV", .apple),
        ("iOS", .apple), ("tvOS", .apple), ("Macintosh", .apple), ("Darwin/", .apple),
    ].map { (Array($0.utf8), $1) }
    /// Windows and macOS are always named with one version, and so is an iPad's in part of what it sends.
    private static let versionWords = ["CPU iPhone OS ", "Darwin/", "Android "].map { ($0, Array($0.utf8)) }
    /// What Chrome says on every Android.
    private static let frozen = Array("Android 10; K".utf8)

    /// The bytes are looked through: each request is asked, and a search by characters took longer than matching it.
    init?(userAgent: String) {
        let agent = Array(userAgent.utf8)
        guard let found = Self.marks.first(where: { agent.end(of: $0.mark) != nil }) else { return nil }
        name = found.name
        guard agent.end(of: Self.frozen) == nil else { return }
        for (words, bytes) in Self.versionWords {
            guard let end = agent.end(of: bytes) else { continue }
            let number = agent[end...].prefix { ASCII.isDigit($0) || "._".utf8.contains($0) }
            guard !number.isEmpty else { continue }
            version = Version(words: words, number: String(decoding: number, as: UTF8.self))
            return
        }
    }

    /// Both cannot run on one device.
    func contradicts(_ other: OperatingSystem) -> Bool {
        guard name == other.name else { return true }
        guard let version, let theirs = other.version, version.words == theirs.words else { return false }
        // One part of an app says 9 where another says 9.0.1.
        return !version.number.utf8.starts(with: theirs.number.utf8)
            && !theirs.number.utf8.starts(with: version.number.utf8)
    }
}

extension [UInt8] {
    /// Where the first occurrence of the words ends.
    fileprivate func end(of words: [UInt8]) -> Int? {
        guard let first = words.first, count >= words.count else { return nil }
        for start in 0...(count - words.count) where self[start] == first && self[start...].starts(with: words) {
            return start + words.count
        }
        return nil
    }
}
