import Model

/// All declared URLs of the moment, each text compiled once, found by host, then path, then one literal pair of the
/// query, so that a request is compared with few of them (docs/attribution.md, "Beyond the URL itself").
struct TrackerIndex: Sendable {
    typealias TemplateID = Int

    struct Match: Sendable {
        var template: TemplateID
        var score: MatchScore
        var captures: [Pattern.Capture]
        /// Bytes of encoded white space that the sent URL had too many.
        var trimmed: Int
    }

    private struct Entry: Sendable {
        var text: String
        var variants: [Variant]
        /// Where the variants are filed, to find them again when they are removed.
        var places: [Place]
    }

    /// One template, shared by its entry and its place: copying it for each request that is compared with it would cost more than
    /// the comparison.
    private final class Variant: Sendable {
        let template: TrackerTemplate

        init(_ template: TrackerTemplate) {
            self.template = template
        }
    }

    private struct Place: Hashable, Sendable {
        /// Empty for a host with a hole.
        var host: [UInt8]
        var path: PathKey
        /// `nil` for a template without a literal pair.
        var pair: SentURL.Pair?
    }

    private struct Filed: Sendable {
        var id: TemplateID
        var variant: Variant
    }

    /// The templates with one path, by a literal pair of theirs.
    private struct PathDrawer: Sendable {
        private(set) var byPair: [SentURL.Pair: [Filed]] = [:]
        private(set) var withoutPair: [Filed] = []
        private(set) var count = 0
        var isEmpty: Bool { byPair.isEmpty && withoutPair.isEmpty }

        mutating func add(_ filed: Filed, pair: SentURL.Pair?) {
            count += 1
            if let pair { byPair[pair, default: []].append(filed) } else { withoutPair.append(filed) }
        }

        mutating func remove(_ id: TemplateID, pair: SentURL.Pair?) {
            count -= 1
            guard let pair else { return withoutPair.removeAll { $0.id == id } }
            byPair[pair]?.removeAll { $0.id == id }
            if byPair[pair]?.isEmpty == true { byPair[pair] = nil }
        }
    }

    private var entries: [TemplateID: Entry] = [:]
    private var idsByText: [String: TemplateID] = [:]
    private var drawers: [[UInt8]: [PathKey: PathDrawer]] = [:]
    private var lastID = 0

    var count: Int { entries.count }

    /// The id of a text that is in the index.
    func id(of declared: String) -> TemplateID? { idsByText[TrackerTemplate.trim(declared)] }

    /// The id of the compiled text: the same for equal texts.
    mutating func insert(_ declared: String) throws(TrackerTemplate.Unfireable) -> TemplateID {
        let text = TrackerTemplate.trim(declared)
        if let id = idsByText[text] { return id }
        let variants = try TrackerTemplate.compile(text).map(Variant.init)
        lastID += 1
        var entry = Entry(text: text, variants: variants, places: [])
        for variant in variants {
            let place = self.place(for: variant.template)
            let filed = Filed(id: lastID, variant: variant)
            drawers[place.host, default: [:]][place.path, default: PathDrawer()].add(filed, pair: place.pair)
            entry.places.append(place)
        }
        entries[lastID] = entry
        idsByText[text] = lastID
        return lastID
    }

    mutating func remove(_ id: TemplateID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        idsByText[entry.text] = nil
        for place in entry.places {
            // In place all the way: a drawer taken out would be copied, and one path may have thousands of templates.
            drawers[place.host]?[place.path]?.remove(id, pair: place.pair)
            if drawers[place.host]?[place.path]?.isEmpty == true { drawers[place.host]?[place.path] = nil }
            if drawers[place.host]?.isEmpty == true { drawers[place.host] = nil }
        }
    }

    /// The holes of a template, as its first variant has them.
    func holes(of id: TemplateID) -> [Hole] {
        entries[id]?.variants.first?.template.holes ?? []
    }

    /// Longer URLs are matched with nothing.
    static let mostBytes = 64 << 10

    /// All templates with the best score; empty when the URL is nobody's.
    func match(_ url: URLFields) -> [Match] {
        guard url.bytes.count <= TrackerIndex.mostBytes else { return [] }
        let excess = SentURL.trailingSpace(url.bytes)
        guard excess > 0 else { return best(url, trimmed: 0) }
        let matches = best(URLFields(bytes: Array(url.bytes.dropLast(excess))), trimmed: excess)
        // Trackers may be declared with encoded white space at the end.
        return matches.isEmpty ? best(url, trimmed: 0) : matches
    }

    private func best(_ url: URLFields, trimmed: Int) -> [Match] {
        let host = HostName.normalise(url.bytes[url.host])
        guard drawers[host] != nil || drawers[[]] != nil else { return [] }
        return best(SentURL(url, trimmed: trimmed))
    }

    private func best(_ url: SentURL) -> [Match] {
        var best: [Match] = []
        forEachCandidate(url) { filed in
            guard let found = filed.variant.template.match(url) else { return }
            if let top = best.first?.score {
                if found.score < top { return }
                if found.score > top { best.removeAll() }
            }
            // Another variant of the same text.
            guard !best.contains(where: { $0.template == filed.id }) else { return }
            best.append(
                Match(template: filed.id, score: found.score, captures: found.captures, trimmed: url.trimmed))
        }
        return best.count > 1 ? best.sorted { $0.template < $1.template } : best
    }

    private func forEachCandidate(_ url: SentURL, _ body: (Filed) -> Void) {
        let whole = PathKey.whole(url.path)
        let segment = PathKey.segment(Array(url.firstSegment))
        for host in [url.host, []] {
            guard let paths = drawers[host] else { continue }
            for path in [whole, segment, .any] {
                guard let drawer = paths[path] else { continue }
                drawer.withoutPair.forEach(body)
                guard !drawer.byPair.isEmpty else { continue }
                for (place, pair) in url.pairs.enumerated() {
                    // A pair that comes again was asked for.
                    guard let filed = drawer.byPair[pair], !url.pairs[..<place].contains(pair) else { continue }
                    filed.forEach(body)
                }
            }
        }
    }

    /// The templates with a URL's host and path, whatever their query; none where there are too many to try each.
    func templates(at url: SentURL) -> [(id: TemplateID, template: TrackerTemplate)] {
        guard let paths = drawers[url.host] else { return [] }
        return templates(in: [PathKey.whole(url.path), .segment(Array(url.firstSegment))].compactMap { paths[$0] })
    }

    /// The templates with a URL's host, and its path but for capital letters; none where there are too many to try each.
    func templates(likePathOf url: SentURL) -> [(id: TemplateID, template: TrackerTemplate)] {
        guard let paths = drawers[url.host], paths.count <= TrackerIndex.mostTried else { return [] }
        let found = paths.filter { key, _ in
            guard case .whole(let path) = key, path.count == url.path.count else { return false }
            return zip(path, url.path).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
        }
        return templates(in: Array(found.values))
    }

    /// Whether a declared path of the host begins with all of a URL's path, which ends within a word of it; `false` where there are
    /// too many to try each. Whoever reads a list of URLs wrongly cuts between words.
    func goesOn(behind url: SentURL) -> Bool {
        guard let paths = drawers[url.host], paths.count <= TrackerIndex.mostTried else { return false }
        return paths.keys.contains { key in
            guard case .whole(let path) = key else { return false }
            return path.count > url.path.count && ASCII.isLetterOrDigit(path[url.path.count])
                && path.starts(with: url.path)
        }
    }

    private func templates(in found: [PathDrawer]) -> [(id: TemplateID, template: TrackerTemplate)] {
        guard found.reduce(0, { $0 + $1.count }) <= TrackerIndex.mostTried else { return [] }
        return found.flatMap { $0.withoutPair + $0.byPair.values.joined() }.sorted { $0.id < $1.id }.map {
            ($0.id, $0.variant.template)
        }
    }

    /// Whether anything is declared on the host.
    func knows(host: [UInt8]) -> Bool { drawers[host] != nil }

    /// More templates of one path are not tried one by one.
    private static let mostTried = 256

    /// Files under the literal pair that fewest others are filed under: where trackers differ in one value only, that
    /// value is soon the one that is chosen.
    private func place(for template: TrackerTemplate) -> Place {
        var place = Place(host: template.host.literal ?? [], path: PathKey(template.path), pair: nil)
        guard case .pairs(let patterns) = template.query else { return place }
        let drawer = drawers[place.host]?[place.path]
        var fewest = Int.max
        for pattern in patterns {
            guard let key = pattern.key.literal, let value = pattern.value.literal else { continue }
            let pair = SentURL.Pair(key: key, value: value)
            let crowd = drawer?.byPair[pair]?.count ?? 0
            if crowd < fewest {
                fewest = crowd
                place.pair = pair
            }
        }
        return place
    }
}
