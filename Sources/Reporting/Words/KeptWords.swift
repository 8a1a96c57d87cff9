import Store

/// What a reader must know of a verdict that does not come from the captures.
enum KeptWords {
    static func sentence(_ kept: KeptSource) -> String {
        kept.isJudgedAgain
            ? "Judged again from the kept database \(kept.path); the captures themselves were not read."
            : "As the kept database \(kept.path) says; nothing was read or judged again."
    }
}
