/// A mistake of an app with the Nielsen SDK, of the SDK itself or of its configuration.
struct NielsenFault: Sendable {
    var id: String
    var title: String
    var requirement: String
    var severity = Fault.Severity.error
    /// What is right as well.
    var alsoAccept: Set<Expectation.Headline> = []
    /// Why the specification leaves it open.
    var open: String?
    /// What must be chosen for it to show.
    var choices: [String: String] = [:]
    /// What the viewer must do for it to show; nil: whatever was drawn.
    var acts: [Act]?
    /// Changes what the app says, before the SDK hears it.
    var calls: (@Sendable (inout NielsenPlot) -> Void)?
    var settings: (@Sendable (inout NielsenSDK.Settings) -> Void)?
    /// Changes what the SDK sends.
    var pings: (@Sendable (inout NielsenPlot) -> Void)?
    /// Says what is wrong, where it lies in the settings.
    var consequence: (@Sendable (inout NielsenPlot) -> Void)?

    static let all = order + positions + metadata + pings + privacy

    private static let byId = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    static func named(_ id: String) -> NielsenFault? { byId[id] }

    var fault: Fault {
        let (choices, acts) = (choices, acts)
        return Fault(
            id, title, family: "nielsen", breaks: requirement, severity: severity, kinds: ["nielsen"],
            alsoAccept: alsoAccept,
            open: open,
            prepare: { script, _ in
                script[NielsenKnobs.disabled] = false
                if choices["nielsen.optOut"] == nil { script[NielsenKnobs.optOut] = .never }
                for (name, value) in choices { script.choices[name] = value }
                if let acts {
                    script.acts = acts
                    script[NielsenKnobs.drawsActs] = false
                }
            })
    }
}

extension NielsenPlot {
    /// The places of the calls that come next after a place in the same instance and launch.
    func next(after place: Int, where isWanted: (NielsenCall) -> Bool) -> Int? {
        calls.indices.first {
            $0 > place && calls[$0].launch == calls[place].launch && calls[$0].instance == calls[place].instance
                && isWanted(calls[$0])
        }
    }

    func previous(before place: Int, where isWanted: (NielsenCall) -> Bool) -> Int? {
        calls.indices.last {
            $0 < place && calls[$0].launch == calls[place].launch && calls[$0].instance == calls[place].instance
                && isWanted(calls[$0])
        }
    }

    func adPart(_ type: String) -> [Int]? { parts { $0.isAdLoad && $0.value("type") == type }.first }

    /// The parts of the content that hold positions.
    var contentParts: [[Int]] { parts(\.isContentLoad).filter { positions($0).count > 4 } }

    func loadPlace(_ part: [Int]) -> Int? { part.first { calls[$0].isCall("loadMetadata") } }

    mutating func removeCalls(_ ids: Set<Int>) { calls.removeAll { ids.contains($0.id) } }

    func ids(_ places: some Sequence<Int>) -> [Int] { places.map { calls[$0].id } }

    var views: [Int] { pings.indices.filter { pings[$0].kind == .view } }
    var durations: [Int] { pings.indices.filter { pings[$0].kind == .duration } }
    var counting: [Int] { pings.indices.filter { pings[$0].kind == .view || pings[$0].kind == .duration } }

    /// Those of them that do not say of somebody who opted out that they did.
    var unmarked: [Int] { counting.filter { pings[$0].has("uoo") && pings[$0]["uoo"].isEmpty } }

    /// Blames all requests that count, as far as one of them suffices.
    mutating func blameEach(_ places: [Int], _ kind: Breach.Kind, _ event: String, _ words: String) {
        for place in places { blame(kind, event, owner: pings[place].owner, words, pings: [pings[place].id]) }
    }

    /// One finding about the requests and one about the lines, whichever can be seen.
    mutating func blameLoads(_ event: String, _ words: String, where isWanted: (NielsenCall) -> Bool) {
        for call in calls where call.isCall("loadMetadata") && isWanted(call) {
            blame(.malformed, event, owner: call.owner, words, calls: [call.id])
        }
    }
}
