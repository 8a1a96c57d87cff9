/// How many things were due and how many of them were compared.
struct Witnesses: Sendable, Hashable {
    var due = 0
    var compared = 0

    static func += (sum: inout Witnesses, more: Witnesses) {
        sum.due += more.due
        sum.compared += more.compared
    }
}
