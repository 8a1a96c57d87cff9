/// What the viewer of a story is made to do.
enum Viewer {
    /// What is drawn, unless a fault needs something certain.
    static let does = Knob("viewer", usual: "", [("", 1)])
}
