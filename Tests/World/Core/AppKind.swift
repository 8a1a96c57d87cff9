/// A kind of app: what can be chosen for it, what its viewers do, and how it plays a script.
protocol AppKind: Sendable {
    var name: String { get }
    /// How often it is drawn.
    var weight: Int { get }
    var knobs: [any Drawable] { get }
    /// What the viewer does, drawn after the knobs (and after the fault has set the script up).
    func acts(for script: Script) -> [Act]
    /// Plays the whole story on the stage: documents, media, beacons, calls; and what was due, from what the viewer saw.
    func perform(on stage: inout Stage)
}

/// A way to record a story.
protocol RecorderKind: Sendable {
    var name: String { get }
    var weight: Int { get }
    var knobs: [any Drawable] { get }
    /// Whether it can record this story (a browser's HAR needs a browser).
    func suits(_ script: Script) -> Bool
    func record(_ story: Story) -> Recording
}
