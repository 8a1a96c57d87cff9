import Model

/// All declared URLs of the moment, each text compiled once, found by host, then path, then one literal pair of the
/// query, so that a request is compared with few of them (specification section 4.4).
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
        var variants: [TrackerTemplate]
        /// Where the variants are filed, to find them again when they are removed.
        var places: [Place]
    }

    private struct Place: Hashable, Sendable {
        /// Empty for a host with a hole.
        var host: [UInt8]
        var path: PathKey
        /// `nil` for a template without a literal pair.
        var pair: SentURL.Pair?
    }

    private var entries: [TemplateID: Entry] = [:]
    private var idsByText: [String: TemplateID] = [:]
    private var filed: [Place: [Filed]] = [:]
    private var hosts: [[UInt8]: Int] = [:]
    private var lastID = 0

    private struct Filed: Sendable {
        var id: TemplateID
        var variant: Int
    }

    var count: Int { entries.count }

    /// The id of the compiled text: the same for equal texts.
    mutating func insert(_ declared: String) throws(TrackerTemplate.Unfireable) -> TemplateID {
        let text = TrackerTemplate.trim(declared)
        if let id = idsByText[text] { return id }
        let variants = try TrackerTemplate.compile(text)
        lastID += 1
        var entry = Entry(text: text, variants: variants, places: [])
        for (number, variant) in variants.enumerated() {
            let place = self.place(for: variant)
            filed[place, default: []].append(Filed(id: lastID, variant: number))
            hosts[place.host, default: 0] += 1
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
            filed[place]?.removeAll { $0.id == id }
            if filed[place]?.isEmpty == true { filed[place] = nil }
            hosts[place.host, default: 0] -= 1
            if hosts[place.host] == 0 { hosts[place.host] = nil }
        }
    }

    /// The holes of a template, as its first variant has them.
    func holes(of id: TemplateID) -> [Hole] {
        entries[id]?.variants.first?.holes ?? []
    }

    /// All templates with the best score; empty when the URL is nobody's.
    func match(_ url: URLFields) -> [Match] {
        let host = url.bytes[url.host].map(ASCII.lowercased)
        guard hosts[host] != nil || hosts[[]] != nil else { return [] }
        let sent = SentURL(url)
        let matches = best(sent)
        return matches.isEmpty && sent.trimmed > 0 ? best(SentURL(untrimmed: url)) : matches
    }

    private func best(_ url: SentURL) -> [Match] {
        var best: [Match] = []
        forEachCandidate(url) { filed in
            guard let template = entries[filed.id]?.variants[filed.variant], let found = template.match(url) else {
                return
            }
            if let top = best.first?.score {
                if found.score < top { return }
                if found.score > top { best.removeAll() }
                if best.contains(where: { $0.template == filed.id }) { return }
            }
            best.append(
                Match(template: filed.id, score: found.score, captures: found.captures, trimmed: url.trimmed))
        }
        return best.sorted { $0.template < $1.template }
    }

    private func forEachCandidate(_ url: SentURL, _ body: (Filed) -> Void) {
        let paths: [PathKey] = [.whole(url.path), .segment(Array(url.firstSegment)), .any]
        let pairs = Set(url.pairs)
        for host in [url.host, []] where hosts[host] != nil {
            for path in paths {
                filed[Place(host: host, path: path, pair: nil)]?.forEach(body)
                for pair in pairs {
                    filed[Place(host: host, path: path, pair: pair)]?.forEach(body)
                }
            }
        }
    }

    /// Files under the literal pair that fewest others are filed under: where trackers differ in one value only, that
    /// value is soon the one that is chosen.
    private func place(for template: TrackerTemplate) -> Place {
        var place = Place(host: template.host.literal ?? [], path: PathKey(template.path), pair: nil)
        guard case .pairs(let patterns) = template.query else { return place }
        var fewest = Int.max
        for pattern in patterns {
            guard let key = pattern.key.literal, let value = pattern.value.literal else { continue }
            var candidate = place
            candidate.pair = SentURL.Pair(key: key, value: value)
            let crowd = filed[candidate]?.count ?? 0
            if crowd < fewest {
                fewest = crowd
                place = candidate
            }
        }
        return place
    }
}
