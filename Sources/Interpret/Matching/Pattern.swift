/// A decoded text with holes, matched whole: a hole stands for any run of bytes.
struct Pattern: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case literal([UInt8])
        /// The index of the hole in its template.
        case hole(Int)
    }

    /// What a hole stood for.
    struct Capture: Sendable, Hashable {
        var hole: Int
        var value: [UInt8]
    }

    private(set) var pieces: [Piece]
    /// Bytes of the literals: what a match proves.
    let literalBytes: Int

    init(_ pieces: [Piece]) {
        self.pieces = pieces
        literalBytes = pieces.reduce(0) { sum, piece in
            guard case .literal(let bytes) = piece else { return sum }
            return sum + bytes.count
        }
    }

    /// The text, when there are no holes.
    var literal: [UInt8]? {
        switch pieces.count {
        case 0: []
        case 1: if case .literal(let bytes) = pieces[0] { bytes } else { nil }
        default: nil
        }
    }

    /// What stands before the first hole.
    var literalPrefix: [UInt8] {
        guard case .literal(let bytes)? = pieces.first else { return [] }
        return bytes
    }

    /// Nothing but holes.
    var isOpen: Bool { literalBytes == 0 && !pieces.isEmpty }

    /// Appends what the holes stand for; `false` (and nothing appended) when `text` does not match.
    ///
    /// Literals are sought from the left, the last one at the end: with holes that take anything, the leftmost place
    /// of a literal is never worse than a later one, so nothing needs to be tried twice.
    func match(_ text: [UInt8], captures: inout [Capture]) -> Bool {
        if let literal { return literal == text }
        let before = captures.count
        guard matchPieces(text, captures: &captures) else {
            captures.removeSubrange(before...)
            return false
        }
        return true
    }

    private func matchPieces(_ text: [UInt8], captures: inout [Capture]) -> Bool {
        var cursor = 0
        var open: Int?
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .hole(let hole):
                // Two holes in a row: the first stands for nothing.
                if let open { captures.append(Capture(hole: open, value: [])) }
                open = hole
            case .literal(let bytes):
                guard
                    let place = place(
                        of: bytes, in: text, from: cursor, floating: open != nil, last: index == pieces.count - 1)
                else { return false }
                if let hole = open { captures.append(Capture(hole: hole, value: Array(text[cursor..<place]))) }
                open = nil
                cursor = place + bytes.count
            }
        }
        if let open {
            captures.append(Capture(hole: open, value: Array(text[cursor...])))
            return true
        }
        return cursor == text.count
    }

    private func place(of literal: [UInt8], in text: [UInt8], from cursor: Int, floating: Bool, last: Bool) -> Int? {
        guard text.count - cursor >= literal.count else { return nil }
        let end = text.count - literal.count
        func stands(_ place: Int) -> Bool { text[place..<(place + literal.count)].elementsEqual(literal) }
        if !floating { return stands(cursor) ? cursor : nil }
        if last { return stands(end) ? end : nil }
        return (cursor...end).first(where: stands)
    }
}
