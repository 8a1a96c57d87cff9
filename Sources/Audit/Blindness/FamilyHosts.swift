import Model

extension Family {
    /// Where the vendor of a family gets what it measures, whether or not a run shows it; `*.` in front stands for all below.
    /// Families whose hosts are each publisher's own have none.
    var hosts: [String] {
        switch self {
        case .nielsen: ["*.imrworldwide.com", "*.nmrodam.com", "*.vtwenty.com"]
        case .dai: ["dai.google.com", "dai.googleapis.com", "*.dai.google.com"]
        case .ima: ["*.g.doubleclick.net"]
        case .vast, .vmap, .omid, .criteo, .ssai, .hls, .scte35: []
        }
    }

    /// Families whose documents only carry others: what those did is their witness.
    var carried: [Family] {
        switch self {
        case .vmap: [.vast]
        case .ima: [.vast, .vmap]
        case .hls: [.ssai, .dai, .vast]
        case .scte35: [.ssai, .dai, .hls]
        case .vast, .omid, .criteo, .nielsen, .dai, .ssai: []
        }
    }
}
