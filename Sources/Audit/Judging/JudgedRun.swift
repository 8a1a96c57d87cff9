import Model
import Store

/// A run as its rules find it: what is known of it, what was given, what was hidden, and what was derived.
struct JudgedRun {
    var run: ID<RunRecord>
    var facts: [String: Facts.Value]
    /// What of its traffic and calls could not be seen.
    var sight: Sight
    /// Inputs besides traffic, as rules name them: `log:nielsen`, `bundle`.
    var inputs: Set<String>
    /// The relations that a limit left empty.
    var underived: [String: StoreFailure]
    /// The families that are known, with their hosts.
    var families = FamilyDirectory()
    var owing = Owing()
    var foreign = ForeignLogs()
}
