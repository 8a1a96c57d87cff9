/// What was chosen of a stream; lengths in milliseconds.
struct StreamPlan: Sendable, Equatable {
    /// A break, at a position of the content.
    struct Pod: Sendable, Equatable {
        var at: Int
        var ads: [Int]
    }

    var segment: Int
    var content: Int
    var breaks: [Pod]
}

/// Breaks as a script has them: `24:15+10 90:30` is a pod of two ads after 24 s of content and one ad after 90 s.
struct BreaksText: Choice {
    var pods: [StreamPlan.Pod]

    init(_ pods: [StreamPlan.Pod]) { self.pods = pods }

    init?(chosen: String) {
        var pods: [StreamPlan.Pod] = []
        for word in chosen.split(separator: " ") {
            let parts = word.split(separator: ":")
            guard parts.count == 2, let at = Int(parts[0]) else { return nil }
            let ads = parts[1].split(separator: "+").compactMap { Double($0) }.map { Int($0 * 1_000) }
            pods.append(StreamPlan.Pod(at: at * 1_000, ads: ads))
        }
        self.pods = pods
    }

    var chosen: String {
        pods.map { pod in
            "\(pod.at / 1_000):"
                + pod.ads.map { $0 % 1_000 == 0 ? "\($0 / 1_000)" : "\(Double($0) / 1_000)" }
                .joined(separator: "+")
        }.joined(separator: " ")
    }
}
