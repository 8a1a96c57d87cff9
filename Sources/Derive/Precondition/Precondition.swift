/// Which rows a run must have for a SELECT to find any: where they are missing, it need not even be prepared, and preparing is
/// nearly all that a rule costs a small run.
///
/// It is worked out from the text when a pack is made (``SQLPreconditions``) and errs on one side only: it may hold where the
/// SELECT finds nothing. The examples of rules check that.
package struct Precondition: Sendable, Hashable {
    /// Rows of one view or relation, written as `view` or `view column=text|text other=text`.
    package typealias Need = String

    /// Each is a list of needs, of which all must be there. Without any list there is never a row; an empty list is always there.
    package private(set) var alternatives: [[Need]]

    /// More lists than these say little and take long to look at.
    private static let most = 24

    package init(_ alternatives: [[Need]]) {
        self.alternatives = alternatives
    }

    /// What a need asks for.
    package struct AskedRows: Sendable, Hashable {
        package var view: String
        /// In each of these columns one of the texts.
        package var texts: [String: [String]] = [:]

        package init(_ need: Need) {
            // Most ask for a view alone.
            guard let space = need.utf8.firstIndex(of: UInt8(ascii: " ")) else {
                view = need
                return
            }
            view = String(need[..<space])
            for word in need.utf8[space...].split(separator: UInt8(ascii: " ")) {
                guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
                let values = word[word.index(after: equals)...].split(separator: UInt8(ascii: "|"))
                texts[String(Substring(word[..<equals]))] = values.map { String(Substring($0)) }
            }
        }
    }

    static let always = Precondition([[]])
    static let never = Precondition([])

    init(_ need: Need) {
        alternatives = [[need]]
    }

    /// Both must hold.
    func and(_ other: Precondition) -> Precondition {
        if self == .always { return other }
        if other == .always { return self }
        // Leaving one out asks for less.
        guard alternatives.count * other.alternatives.count <= Precondition.most else {
            return alternatives.count <= other.alternatives.count ? self : other
        }
        return Precondition(
            alternatives.flatMap { mine in other.alternatives.map { theirs in Set(mine + theirs).sorted() } }
        ).simplified
    }

    /// One of the two must hold.
    func or(_ other: Precondition) -> Precondition {
        let joined = Precondition(alternatives + other.alternatives).simplified
        return joined.alternatives.count <= Precondition.most ? joined : .always
    }

    /// Without lists that ask for more than another one.
    private var simplified: Precondition {
        var kept: [[Need]] = []
        for list in alternatives.sorted(by: { ($0.count, $0.joined()) < ($1.count, $1.joined()) })
        where !kept.contains(where: { Set($0).isSubset(of: list) }) {
            kept.append(list)
        }
        return Precondition(kept)
    }
}
