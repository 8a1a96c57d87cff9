import Model

/// Making room for a new interpretation or audit of a run, in the transaction that writes it.
extension Writer {
    /// Removes what interpretation wrote: its rows, its diagnostics and what these blind. The audit goes with it, because
    /// its evidence would point at rows that are gone.
    public mutating func deleteInterpretation(run: ID<RunRecord>) throws(StoreFailure) {
        try deleteAudit(run: run)
        for table in Schema.tables where table.stage == .interpretation { try delete(table, run: run) }
        try deleteDiagnostics(ofStage: "interpret", run: run)
    }

    /// Removes what was derived for the audit and what it wrote. Facts stay: they are what a person said about the run, not what a
    /// rule found.
    public mutating func deleteAudit(run: ID<RunRecord>) throws(StoreFailure) {
        // Backwards: evidence leads to the run by way of its finding.
        for table in Schema.tables.reversed() where table.stage == .audit { try delete(table, run: run) }
        for relation in Schema.relations where statements.filled.mayHaveRows(relation) {
            try change("DELETE FROM \(relation) WHERE run = :run", ["run": SQLValue(run)])
        }
        try deleteGrounds(Ground.Kind.allCases.filter { !$0.isOfReading }, run: run)
        try deleteDiagnostics(ofStage: "audit", run: run)
        try change(
            """
            UPDATE run_row SET verdict = NULL, certified = 0, note = NULL, due = 0, compared = 0, rules_version = NULL,
              rules_sha256 = NULL, recipe_sha256 = NULL
            WHERE id = :run
            """,
            ["run": SQLValue(run)])
    }

    mutating func deleteGrounds(_ kinds: [Ground.Kind], run: ID<RunRecord>) throws(StoreFailure) {
        guard statements.filled.mayHaveRows(Ground.table.description.rowName) else { return }
        let kinds = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        try change("DELETE FROM ground_row WHERE run = :run AND kind IN (\(kinds))", ["run": SQLValue(run)])
    }

    /// Removes the facts of one source, so that a new facts file replaces the earlier one as a whole.
    public mutating func deleteFacts(run: ID<RunRecord>, source: FactRecord.Source) throws(StoreFailure) {
        try change(
            "DELETE FROM fact_row WHERE run = :run AND source = :source",
            ["run": SQLValue(run), "source": .text(source.rawValue)])
    }

    private mutating func delete(_ table: TableDescription, run: ID<RunRecord>) throws(StoreFailure) {
        guard statements.filled.mayHaveRows(table.rowName) else { return }
        try change("DELETE FROM \(table.rowName) \(table.ofRun)", ["run": SQLValue(run)])
    }

    private mutating func deleteDiagnostics(ofStage stage: String, run: ID<RunRecord>) throws(StoreFailure) {
        guard statements.filled.mayHaveRows(Diagnostic.table.description.rowName) else { return }
        let arguments: [String: SQLValue] = ["run": SQLValue(run), "stage": .text(stage)]
        try change(
            """
            DELETE FROM blind_row WHERE run = :run AND diagnostic IN
              (SELECT id FROM diagnostic_row WHERE run = :run AND stage = :stage)
            """, arguments)
        try change("DELETE FROM diagnostic_row WHERE run = :run AND stage = :stage", arguments)
    }
}
