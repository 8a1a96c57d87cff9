import Model

/// How well a sent URL matched a template, compared from the first field to the last (docs/attribution.md,
/// "Whether a request fits").
///
/// The scheme comes last and counts no bytes: otherwise an https tracker would beat its http twin after an upgrade.
struct MatchScore: Sendable, Hashable, Comparable {
    /// Nothing but what the template says: no further pairs.
    var exactShape: Bool
    /// Decoded bytes of host, path and query that the template spelled out.
    var literalBytes: Int
    var pairsInOrder: Bool
    var extraPairs: Int
    var sameScheme: Bool

    static func < (left: MatchScore, right: MatchScore) -> Bool {
        left.value < right.value
    }

    /// The comparison packed into one number, as ``FiringCandidate/score`` stores it.
    var value: Int {
        let literals = min(literalBytes, 0xF_FFFF)
        let fewness = 0xFFF - min(extraPairs, 0xFFF)
        return (exactShape ? 1 : 0) << 36 | literals << 16 | (pairsInOrder ? 1 : 0) << 15 | fewness << 1
            | (sameScheme ? 1 : 0)
    }
}

extension TrackerTemplate {
    /// The score and what the holes stood for; `nil` when the URL is not this tracker's.
    func match(_ url: SentURL) -> (score: MatchScore, captures: [Pattern.Capture])? {
        var captures: [Pattern.Capture] = []
        guard port == url.port, host.match(url.host, captures: &captures), path.match(url.path, captures: &captures),
            let found = matchQuery(url, captures: &captures)
        else { return nil }
        let score = MatchScore(
            exactShape: found.extra == 0, literalBytes: host.literalBytes + path.literalBytes + found.literalBytes,
            pairsInOrder: found.inOrder, extraPairs: found.extra, sameScheme: scheme.isEmpty || scheme == url.scheme)
        return (score, captures)
    }

    private struct QueryMatch {
        var literalBytes: Int
        var inOrder: Bool
        var extra: Int
    }

    private func matchQuery(_ url: SentURL, captures: inout [Pattern.Capture]) -> QueryMatch? {
        switch query {
        case .none:
            return QueryMatch(literalBytes: 0, inOrder: true, extra: url.pairs.count)
        case .whole(let pattern):
            return matchWhole(pattern, url, captures: &captures)
        case .pairs(let patterns):
            return matchPairs(patterns, url.pairs, captures: &captures)
        }
    }

    /// A query without `=` is matched as a whole; parameters appended to it leave it in front of the first `&`.
    private func matchWhole(_ pattern: Pattern, _ url: SentURL, captures: inout [Pattern.Capture]) -> QueryMatch? {
        let query = url.query ?? []
        if pattern.match(query, captures: &captures) {
            return QueryMatch(literalBytes: pattern.literalBytes, inOrder: true, extra: 0)
        }
        for (index, pair) in url.pairs.enumerated() {
            let text = pair.value.isEmpty ? pair.key : pair.key + [UInt8(ascii: "=")] + pair.value
            if pattern.match(text, captures: &captures) {
                return QueryMatch(literalBytes: pattern.literalBytes, inOrder: index == 0, extra: url.pairs.count - 1)
            }
        }
        return nil
    }

    /// Every pair of the template takes a pair of its own. Pairs without holes choose first, so that a hole cannot take
    /// what a literal needs; among equals the next one in order is taken.
    private func matchPairs(
        _ patterns: [PairPattern], _ sent: [SentURL.Pair], captures: inout [Pattern.Capture]
    ) -> QueryMatch? {
        guard holdsLiterals(patterns, sent) else { return nil }
        if let match = matchAsDeclared(patterns, sent, captures: &captures) { return match }
        var taken = [Int?](repeating: nil, count: sent.count)
        var places = [Int?](repeating: nil, count: patterns.count)
        for wantsLiteral in [true, false] {
            for (index, pattern) in patterns.enumerated() where pattern.isLiteral == wantsLiteral {
                let hint = places[..<index].last { $0 != nil }.flatMap { $0 } ?? -1
                let place = free(pattern, sent, taken, after: hint, captures: &captures)
                // A hole that is a whole pair may stand for nothing.
                guard place != nil || pattern.isOptional else { return nil }
                if let place {
                    taken[place] = index
                    places[index] = place
                }
            }
        }
        let order = taken.compactMap { $0 }
        return QueryMatch(
            literalBytes: patterns.reduce(0) { $0 + $1.literalBytes },
            inOrder: zip(order, order.dropFirst()).allSatisfy { $0 < $1 }, extra: sent.count - order.count)
    }

    /// Most of those who are asked differ in one literal: they are told apart before anything is tried. By their places: a copy of
    /// a pair costs more than the look at its mark.
    private func holdsLiterals(_ patterns: [PairPattern], _ sent: [SentURL.Pair]) -> Bool {
        patterns.indices.allSatisfy { place in
            guard let mark = patterns[place].mark else { return true }
            return sent.indices.contains { sent[$0].mark == mark }
        }
    }

    /// Most that match do so pair by pair.
    private func matchAsDeclared(
        _ patterns: [PairPattern], _ sent: [SentURL.Pair], captures: inout [Pattern.Capture]
    ) -> QueryMatch? {
        guard patterns.count == sent.count else { return nil }
        let before = captures.count
        for (pattern, pair) in zip(patterns, sent) {
            guard pattern.key.match(pair.key, captures: &captures), pattern.value.match(pair.value, captures: &captures)
            else {
                captures.removeSubrange(before...)
                return nil
            }
        }
        return QueryMatch(literalBytes: patterns.reduce(0) { $0 + $1.literalBytes }, inOrder: true, extra: 0)
    }

    private func free(
        _ pattern: PairPattern, _ sent: [SentURL.Pair], _ taken: [Int?], after hint: Int,
        captures: inout [Pattern.Capture]
    ) -> Int? {
        let start = hint + 1
        for step in sent.indices {
            let place = (start + step) % sent.count
            guard taken[place] == nil else { continue }
            let before = captures.count
            if pattern.key.match(sent[place].key, captures: &captures) {
                if pattern.value.match(sent[place].value, captures: &captures) { return place }
                captures.removeSubrange(before...)
            }
        }
        return nil
    }
}

extension TrackerTemplate.PairPattern {
    /// A single hole in place of a pair.
    fileprivate var isOptional: Bool { key.isOpen && value.literal == [] }
}
