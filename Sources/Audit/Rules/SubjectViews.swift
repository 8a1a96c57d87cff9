import Model

extension SubjectKind {
    /// The view that holds subjects of this kind and the column with their label.
    var view: (name: String, label: String) {
        switch self {
        case .run: ("run", "name")
        case .document: ("document", "label")
        case .session, .instance: ("session", "label")
        case .adBreak: ("ad", "label")
        case .adPlay: ("ad_play", "label")
        case .beacon: ("beacon", "event")
        }
    }

    /// The name under which `subject_host` lists the hosts of this kind.
    var hostKind: String {
        switch self {
        case .adPlay: "ad_play"
        case .document: "document"
        case .adBreak: "ad_break"
        case .session, .instance: "session"
        case .beacon, .run: "beacon"
        }
    }
}
