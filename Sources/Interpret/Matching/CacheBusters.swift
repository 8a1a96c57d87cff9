import Model

/// The parts of a URL that make each request for one thing another URL.
enum CacheBusters {
    /// The URL with `*` for the value of every parameter that busts caches, in the query or behind a semicolon: equal for two
    /// requests for one thing. Only the names tell: a long number may as well be the placement.
    static func masked(_ url: String) -> String {
        var masked: [UInt8] = []
        var rest = Array(url.utf8)[...]
        while let end = rest.firstIndex(where: separators.contains) {
            masked += maskedPart(rest[..<end])
            masked.append(rest[end])
            rest = rest[(end + 1)...]
        }
        return String(decoding: masked + maskedPart(rest), as: UTF8.self)
    }

    private static func maskedPart(_ part: ArraySlice<UInt8>) -> [UInt8] {
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return Array(part) }
        let name = part[..<equals].filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }.map(ASCII.lowercased)
        guard names.contains(name) else { return Array(part) }
        return part[...equals] + [UInt8(ascii: "*")]
    }

    private static let separators: Set<UInt8> = [UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";")]

    private static let names = Set(
        [
            "cb", "cachebuster", "cachebusting", "cachebust", "nocache", "ord", "rnd", "rand", "random", "correlator",
            "timestamp", "ts",
        ].map { Array($0.utf8) })
}
