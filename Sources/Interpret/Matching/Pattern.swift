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

    /// Most patterns have no hole, and a run has many of them: those need no list.
    private enum Form: Sendable, Hashable {
        case literal([UInt8])
        case pieces([Piece])
    }

    private let form: Form
    /// Bytes of the literals: what a match proves.
    let literalBytes: Int

    init(literal: [UInt8]) {
        form = .literal(literal)
        literalBytes = literal.count
    }

    init(_ pieces: [Piece]) {
        form =
            switch pieces.first {
            case nil: .literal([])
            case .literal(let bytes)? where pieces.count == 1: .literal(bytes)
            default: .pieces(pieces)
            }
        literalBytes = pieces.reduce(0) { sum, piece in
            guard case .literal(let bytes) = piece else { return sum }
            return sum + bytes.count
        }
    }

    /// Literals and holes in their order; none for an empty text.
    var pieces: [Piece] {
        switch form {
        case .literal(let bytes): bytes.isEmpty ? [] : [.literal(bytes)]
        case .pieces(let pieces): pieces
        }
    }

    /// The text, when there are no holes.
    var literal: [UInt8]? {
        guard case .literal(let bytes) = form else { return nil }
        return bytes
    }

    /// What stands before the first hole.
    var literalPrefix: [UInt8] {
        guard case .literal(let bytes)? = pieces.first else { return [] }
        return bytes
    }

    /// Nothing but holes.
    var isOpen: Bool { literalBytes == 0 && literal == nil }

    /// Appends what the holes stand for; `false` (and nothing appended) when `text` does not match.
    ///
    /// Literals are sought from the left, the last one at the end: with holes that take anything, the leftmost place
    /// of a literal is never worse than a later one, so nothing needs to be tried twice.
    func match(_ text: [UInt8], captures: inout [Capture]) -> Bool {
        guard case .pieces(let pieces) = form else { return literal == text }
        let before = captures.count
        guard match(pieces, text, captures: &captures) else {
            captures.removeSubrange(before...)
            return false
        }
        return true
    }

    private func match(_ pieces: [Piece], _ text: [UInt8], captures: inout [Capture]) -> Bool {
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
