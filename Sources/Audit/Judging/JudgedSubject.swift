/// Whom a rule judges, and the window in which it looks.
struct JudgedSubject {
    var id: Int
    var from: Int64?
    var to: Int64?
    /// How many things were to be compared for it, and how many were.
    var due: Int
    var compared: Int
    /// Whether it may have breaches: a SELECT that knows better says so.
    var isWrong: Bool

    /// The last moment it is known to reach to.
    var subjectEnd: Int64? { to ?? from }
}
