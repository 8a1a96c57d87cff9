/// The columns of views that preconditions ask for besides rows: worked out once, however many runs a process judges.
package struct AskedColumns: Sendable, Hashable {
    /// By view.
    private var columns: [String: Set<String>] = [:]

    package init(_ preconditions: some Sequence<Precondition>) {
        for precondition in preconditions {
            for needs in precondition.alternatives {
                for need in needs {
                    let rows = Precondition.AskedRows(need)
                    if !rows.texts.isEmpty { columns[rows.view, default: []].formUnion(rows.texts.keys) }
                }
            }
        }
    }

    /// Adds what others ask for.
    package mutating func formUnion(_ other: AskedColumns) {
        columns.merge(other.columns) { $0.union($1) }
    }

    /// In a fixed order.
    func columns(of view: String) -> [String] { columns[view, default: []].sorted() }
}
