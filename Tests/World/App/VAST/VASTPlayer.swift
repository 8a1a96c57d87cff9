/// A web page or an app with a video, and ads around it that it asks for itself.
struct VASTPlayer: AppKind {
    enum Platform: String, Choice { case web, app }

    static let platform = Knob<Platform>("platform", usual: .web, [(.web, 3), (.app, 2)])
    /// Seconds of content before the break; 0 is a pre-roll.
    static let contentBefore = Knob("content.before", usual: 0, [(0, 4), (20, 1), (45, 1)])
    /// Seconds of content after it.
    static let contentAfter = Knob("content.after", usual: 40, [(40, 4), (15, 1), (90, 1)])

    let name: String
    let weight: Int
    /// Those that not every such player has.
    var ownKnobs: [any Drawable] = []

    static let plain = VASTPlayer(
        name: "vast", weight: 8,
        ownKnobs: [platform, Measurement.isVerified, PlayerLog.isKept] + AdSales.shapes + Mishap.knobs)
    /// The ads are measured with IAB's own scripts, whose messages can be read.
    static let measured = VASTPlayer(
        name: "omid", weight: 4,
        ownKnobs: [platform, Measurement.startsMuted, Measurement.reportedLength, Measurement.banner] + AdSales.shapes)
    /// Criteo's guide: an app, one ad, a look at the clock each second, the video starts muted.
    static let criteo = VASTPlayer(
        name: "criteo", weight: 4, ownKnobs: [CriteoBeacons.inView])

    var knobs: [any Drawable] { [Self.contentBefore, Self.contentAfter] + AdSales.knobs + ownKnobs }

    /// When the ads of the break begin, nearly: acts are aimed with it.
    static func breakBegins(_ script: Script) -> Double { 6 + Double(script[contentBefore]) }

    func acts(for script: Script) -> [Act] { VASTViewer(script: script, adsBegin: Self.breakBegins(script)).acts() }

    func perform(on stage: inout Stage) {
        if stage.script.kind == "criteo", stage.script[CriteoBeacons.inView] != .undeclared {
            stage.facts.append((CriteoBeacons.fact, .text(stage.script[CriteoBeacons.inView].rawValue)))
        }
        var surroundings = Surroundings(Self.platform(of: stage.script))
        surroundings.open(on: &stage)
        let before = Double(stage.script[Self.contentBefore])
        var now = stage.moment(4)
        if before > 0 {
            surroundings.playContent(from: now, for: .seconds(before), on: &stage)
            now += .seconds(before)
        }
        let pod = AdBreak(place: 0, asked: now - (before > 0 ? .seconds(2) : 0), begins: now)
        let played = pod.play(on: &stage)
        guard !played.hasLeft else { return surroundings.leave(at: played.end, on: &stage) }
        let after: Microseconds = .seconds(Double(stage.script[Self.contentAfter]))
        let resumed = surroundings.playContent(from: played.end + .milliseconds(300), for: after, on: &stage)
        played.prove(by: resumed, on: &stage)
    }

    /// Criteo's guide and Nielsen's SDK are for apps.
    static func platform(of script: Script) -> Platform {
        ["criteo", "nielsen"].contains(script.kind) ? .app : script[platform]
    }
}

extension VASTPlayer.Platform {
    init?(chosen: String) { self.init(rawValue: chosen) }
    var chosen: String { rawValue }
}

extension Script {
    /// The fault of which all that the player sends follows: its skip button works from the first frame on.
    static let skipsTooEarly = "vast.skip-too-early"

    var ignoresSkipOffset: Bool { fault == Self.skipsTooEarly }
}
