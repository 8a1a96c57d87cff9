import Encodings
import Model

/// A request that is no tracker's, and would be one's but for a single alteration (docs/attribution.md, "Nearly the declared
/// URL").
struct NearMiss: Sendable {
    var alteration: Firing.Alteration
    /// The templates that it may have been meant for; more than one where the alteration took what tells them apart, none
    /// where it may be any of the host.
    var matches: [TrackerIndex.Match]
    /// A hash stands for what was declared: whoever exported the capture wrote it, or the app sent it.
    var isHashed = false
}

extension TrackerIndex {
    /// Whose the URL would be as it was declared. Asked only of URLs that match nothing.
    ///
    /// - Parameter cut: whether whoever recorded the URL cut it, in its query or before.
    func nearMiss(_ url: URLFields, cut: RecordedURLs.Cut = .unlikely) -> NearMiss? {
        guard url.bytes.count <= TrackerIndex.mostBytes, knows(host: HostName.normalise(url.bytes[url.host])) else {
            return nil
        }
        let sent = SentURL(url)
        if cut == .certain {
            return NearMiss(alteration: .cut, matches: best(sent, templates(at: sent), but: .cut))
        }
        for (alteration, bytes) in [
            (Firing.Alteration.entity, url.withoutEntities()), (.encodedTwice, url.decodedOnce()),
            (.quoted, url.withoutQuote()),
        ] {
            guard let bytes else { continue }
            let matches = match(URLFields(bytes: bytes))
            if !matches.isEmpty { return NearMiss(alteration: alteration, matches: matches) }
        }
        if Redaction.isIn(path: sent.path) { return NearMiss(alteration: .redacted, matches: []) }
        let templates = templates(at: sent)
        guard !templates.isEmpty else {
            if cut == .possible, sent.query == nil, goesOn(behind: sent) {
                return NearMiss(alteration: .cut, matches: [])
            }
            let matches = best(sent, self.templates(likePathOf: sent), but: .letterCase)
            return matches.isEmpty ? nil : NearMiss(alteration: .letterCase, matches: matches)
        }
        for alteration in [Firing.Alteration.queryRemoved, .redacted, .keyCase, .spacesRemoved, .decoded, .cut] {
            guard sent.mayHave(alteration, bytes: url.bytes.count, cut) else { continue }
            let isShortCut = alteration == .cut && url.bytes.count < SentURL.shortestCut
            let matches = best(
                sent, isShortCut ? templates.filter { $0.template.goesOn(behind: sent) } : templates, but: alteration)
            guard !matches.isEmpty else { continue }
            let isHashed = alteration == .redacted && !Redaction.isIn(sent.pairs)
            return NearMiss(alteration: alteration, matches: matches, isHashed: isHashed)
        }
        return nil
    }

    private func best(
        _ sent: SentURL, _ templates: [(id: TemplateID, template: TrackerTemplate)], but alteration: Firing.Alteration
    ) -> [Match] {
        var best: [Match] = []
        for (id, template) in templates {
            guard let (wanted, got) = template.levelled(with: sent, but: alteration), let found = wanted.match(got)
            else { continue }
            if let top = best.first?.score, found.score.literalBytes != top.literalBytes {
                if found.score.literalBytes < top.literalBytes { continue }
                best.removeAll()
            }
            if best.contains(where: { $0.template == id }) { continue }
            best.append(Match(template: id, score: found.score, captures: found.captures, trimmed: 0))
        }
        return best
    }
}

extension SentURL {
    /// The cheap question before templates are tried.
    fileprivate func mayHave(_ alteration: Firing.Alteration, bytes: Int, _ cut: RecordedURLs.Cut) -> Bool {
        switch alteration {
        case .queryRemoved: query?.isEmpty ?? true
        case .redacted: Redaction.isIn(pairs) || pairs.contains { Redaction.isHash($0.value) }
        case .keyCase, .spacesRemoved, .decoded: !pairs.isEmpty
        case .cut: (bytes >= SentURL.shortestCut || cut == .possible) && !pairs.isEmpty
        case .letterCase: true
        case .encodedTwice, .entity, .quoted, .head: false
        }
    }

    /// Loggers cut at 1,024 bytes or so. Where the limit is lower, the recording must show it.
    fileprivate static let shortestCut = 250
}

extension TrackerTemplate {
    /// The template and the URL, both without what the alteration changes; `nil` where it can have changed nothing.
    fileprivate func levelled(
        with sent: SentURL, but alteration: Firing.Alteration
    ) -> (template: TrackerTemplate, sent: SentURL)? {
        var (template, url) = (self, sent)
        switch alteration {
        case .queryRemoved:
            switch query {
            case .none: return nil
            case .whole(let pattern): guard pattern.literalBytes > 0 else { return nil }
            case .pairs(let pairs): guard pairs.contains(where: { $0.literalBytes > 0 }) else { return nil }
            }
            template.query = .none
        case .redacted:
            guard case .pairs(let pairs) = query else { return nil }
            let hidden = Set(Redaction.pairs(of: sent.pairs).map(\.key)).union(hashedKeys(of: sent, pairs))
            guard !hidden.isEmpty else { return nil }
            template.query = .pairs(pairs.filter { pair in pair.key.literal.map { !hidden.contains($0) } ?? true })
            let declared = Set(pairs.compactMap(\.key.literal))
            guard hidden.isSubset(of: declared) else { return nil }
            url.pairs = sent.pairs.filter { !hidden.contains($0.key) }
            if case .pairs(let left) = template.query, left.isEmpty { template.query = .none }
        case .keyCase:
            guard case .pairs(let pairs) = query else { return nil }
            template.query = .pairs(pairs.map { PairPattern(key: $0.key.lowercased, value: $0.value) })
            url.pairs = sent.pairs.map { SentURL.Pair(key: $0.key.map(ASCII.lowercased), value: $0.value) }
        case .letterCase:
            template.path = path.lowercased
            url.path = sent.path.map(ASCII.lowercased)
            guard case .pairs(let pairs) = query else { break }
            template.query = .pairs(pairs.map { PairPattern(key: $0.key.lowercased, value: $0.value.lowercased) })
            url.pairs = sent.pairs.map {
                SentURL.Pair(key: $0.key.map(ASCII.lowercased), value: $0.value.map(ASCII.lowercased))
            }
        case .spacesRemoved:
            func squeezed(_ pattern: Pattern) -> Pattern { pattern.mapLiterals { $0.filter { $0 != 0x20 } } }
            template.path = squeezed(path)
            switch query {
            case .none: break
            case .whole(let pattern): template.query = .whole(squeezed(pattern))
            case .pairs(let pairs):
                template.query = .pairs(pairs.map { PairPattern(key: squeezed($0.key), value: squeezed($0.value)) })
            }
            guard template.query != query || template.path != path else { return nil }
        case .decoded:
            guard case .pairs(let pairs) = query, pairs.contains(where: \.value.holdsMark) else { return nil }
            template.query = .whole(PairPattern.joined(pairs))
        case .cut:
            guard case .pairs(let pairs) = query, pairs.count >= sent.pairs.count, let last = sent.pairs.last else {
                return nil
            }
            let pattern = pairs[sent.pairs.count - 1]
            // Where the last value ends early, what tells it from another value may be gone.
            guard pattern.key.literalPrefix.starts(with: last.key) || pattern.key.literal == last.key,
                pattern.value.literal.map({ $0.starts(with: last.value) }) ?? true
            else { return nil }
            template.query = .pairs(Array(pairs.prefix(sent.pairs.count - 1)))
            url.pairs = sent.pairs.dropLast()
        case .encodedTwice, .entity, .quoted, .head: return nil
        }
        return (template, url)
    }

    /// Whether the last thing that was sent is the beginning of what is declared, and ends within a word of it.
    fileprivate func goesOn(behind sent: SentURL) -> Bool {
        guard case .pairs(let pairs) = query, pairs.count >= sent.pairs.count, let last = sent.pairs.last else {
            return false
        }
        let pattern = pairs[sent.pairs.count - 1]
        return pattern.key.literal != last.key
            || pattern.value.literal.map {
                $0.count > last.value.count && ASCII.isLetterOrDigit($0[last.value.count])
            } ?? false
    }

    /// The parameters that are declared with a value of another form, and in whose place a hash was sent.
    private func hashedKeys(of sent: SentURL, _ pairs: [PairPattern]) -> [[UInt8]] {
        sent.pairs.filter { pair in
            Redaction.isHash(pair.value)
                && pairs.contains { declared in
                    guard declared.key.literal == pair.key, let value = declared.value.literal else { return false }
                    return !(value.count == pair.value.count && Redaction.isHash(value))
                }
        }.map(\.key)
    }
}

extension TrackerTemplate.PairPattern {
    /// All of a query, decoded.
    fileprivate static func joined(_ pairs: [Self]) -> Pattern {
        var pieces: [Pattern.Piece] = []
        var text: [UInt8] = []
        for (place, pair) in pairs.enumerated() {
            if place > 0 { text.append(UInt8(ascii: "&")) }
            for piece in pair.key.pieces + [.literal([UInt8(ascii: "=")])] + pair.value.pieces {
                if case .literal(let bytes) = piece {
                    text += bytes
                } else {
                    pieces += [.literal(text), piece]
                    text = []
                }
            }
        }
        return Pattern(pieces + [.literal(text)])
    }
}

extension Pattern {
    /// Whether it has what would end a value in a query.
    fileprivate var holdsMark: Bool {
        pieces.contains { piece in
            guard case .literal(let bytes) = piece else { return false }
            return bytes.contains(UInt8(ascii: "&"))
        }
    }

    /// With its literals in small letters.
    fileprivate var lowercased: Pattern { mapLiterals { $0.map(ASCII.lowercased) } }

    fileprivate func mapLiterals(_ change: ([UInt8]) -> [UInt8]) -> Pattern {
        Pattern(
            pieces.compactMap { piece in
                guard case .literal(let bytes) = piece else { return piece }
                let changed = change(bytes)
                return changed.isEmpty ? nil : .literal(changed)
            })
    }
}

extension URLFields {
    /// With `&` where `&amp;` was sent, however it was encoded; `nil` where it was not.
    fileprivate func withoutEntities() -> [UInt8]? {
        replacing([Array("&amp;".utf8), Array("&amp%3b".utf8), Array("%26amp%3b".utf8)]) { _ in [UInt8(ascii: "&")] }
    }

    /// Without the quote at its end; `nil` where it has none.
    fileprivate func withoutQuote() -> [UInt8]? {
        for quote in ["%22", "\""] where bytes.suffix(quote.utf8.count).elementsEqual(quote.utf8) {
            return bytes.dropLast(quote.utf8.count)
        }
        return nil
    }

    /// With what was percent-encoded twice encoded once; a query that was encoded as a whole is decoded. `nil` where neither
    /// is the case.
    fileprivate func decodedOnce() -> [UInt8]? {
        if let query, !bytes[query].contains(UInt8(ascii: "=")) {
            let decoded = PercentCoding.decode(bytes[query], plusIsSpace: false)
            if decoded.contains(UInt8(ascii: "=")) {
                return bytes[..<query.lowerBound] + decoded + bytes[query.upperBound...]
            }
        }
        return replacing([Array("%25".utf8)]) { rest in
            rest.count >= 2 && rest.prefix(2).allSatisfy { ASCII.hexValue($0) != nil } ? [UInt8(ascii: "%")] : nil
        }
    }

    /// - Parameter replacement: given what follows a mark; `nil` leaves the mark.
    private func replacing(_ marks: [[UInt8]], _ replacement: (ArraySlice<UInt8>) -> [UInt8]?) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while let start = bytes[index...].firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "%") }) {
            guard let mark = marks.first(where: { bytes.matches($0, at: start) }),
                let text = replacement(bytes[(start + mark.count)...])
            else {
                index = start + 1
                continue
            }
            result += bytes[copied..<start]
            result += text
            index = start + mark.count
            copied = index
        }
        return copied > 0 ? result + bytes[copied...] : nil
    }
}
