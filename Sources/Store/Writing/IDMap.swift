import Model

/// Makes the local numbers of one interpretation (from 1 per type) unique in the file: local number + base.
///
/// The bases are the highest numbers in the file when the interpretation begins. Interpretations of one file are written
/// one after another, never interleaved.
public struct IDMap: Sendable, Hashable {
    /// By the table's place; empty when all numbers are the file's own already.
    fileprivate var bases: [Int] = []

    static let none = IDMap()

    subscript(table: Table) -> Int { bases.isEmpty ? 0 : bases[table.place] }

    func withBases<Result>(_ body: (UnsafeBufferPointer<Int>) -> Result) -> Result {
        bases.withUnsafeBufferPointer(body)
    }
}

extension Writer {
    /// The map for an interpretation that begins now.
    public func beginInterpretation() throws(StoreFailure) -> IDMap {
        var bases: [Int] = []
        for table in Schema.tables {
            let isLocal = table.stage == .interpretation && table.isNumbered
            bases.append(isLocal ? try highestNumber(in: table) : 0)
        }
        return IDMap(bases: bases)
    }
}
