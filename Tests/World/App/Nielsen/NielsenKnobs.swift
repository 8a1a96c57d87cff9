/// What can be chosen for an app with the Nielsen SDK.
enum NielsenKnobs {
    enum ATT: String, Choice { case authorized, denied, notDetermined, revoked }
    enum FPID: String, Choice { case unset, on, off, askedLater }
    enum Content: String, Choice { case clip, long, episode, simulcast }
    enum Resume: String, Choice { case positions, load, play }
    enum OptOut: String, Choice { case never, already, before, outAndIn }
    enum Cause: String, Choice { case pause, call, alarm, lock, background, headphones, network }
    enum Details: String, Choice { case each, pod }

    static let publisher = Knob("nielsen.publisher", usual: 0, [(0, 3), (1, 2), (2, 2)])
    static let flavour = Knob("nielsen.flavour", usual: NielsenFlavour.global, [(.global, 9), (.noad, 2), (.noid, 1)])
    static let att = Knob(
        "nielsen.att", usual: ATT.authorized, [(.authorized, 6), (.denied, 3), (.notDetermined, 1), (.revoked, 1)])
    static let fpid = Knob("nielsen.fpid", usual: FPID.unset, [(.unset, 6), (.on, 3), (.off, 2), (.askedLater, 1)])
    /// How many days ago the first-party id was made; -1: it is not there yet.
    static let fpidDays = Knob("nielsen.fpidDays", usual: -1, [(-1, 4), (0, 1), (35, 2), (171, 1), (179, 1)])
    static let content = Knob(
        "nielsen.content", usual: Content.clip, [(.clip, 8), (.long, 3), (.episode, 6), (.simulcast, 3)])
    static let seconds = Knob("nielsen.seconds", usual: 64) { $0.int(40...125) }
    static let preroll = Knob("nielsen.preroll", usual: 1, [(0, 2), (1, 4), (2, 2), (3, 1)])
    static let midroll = Knob("nielsen.midroll", usual: 1, [(0, 3), (1, 4), (2, 2)])
    static let postroll = Knob("nielsen.postroll", usual: 0, [(0, 4), (1, 2)])
    static let adSeconds = Knob("nielsen.adSeconds", usual: 15, [(15, 4), (10, 2), (20, 2), (30, 1), (6, 1)])
    /// Whether the app knows each ad, or only that a pod plays.
    static let details = Knob("nielsen.details", usual: Details.each, [(.each, 6), (.pod, 1)])
    static let resume = Knob("nielsen.resume", usual: Resume.positions, [(.positions, 4), (.load, 2), (.play, 2)])
    static let stopsBeforeEnd = Knob("nielsen.stopBeforeEnd", usual: false, [(false, 3), (true, 2)])
    static let launches = Knob("nielsen.launches", usual: 1, [(1, 7), (2, 2), (3, 1)])
    static let plays = Knob("nielsen.plays", usual: 1, [(1, 5), (2, 2)])
    static let sameAgain = Knob("nielsen.sameAgain", usual: false, [(false, 2), (true, 1)])
    static let optOut = Knob(
        "nielsen.optOut", usual: OptOut.never, [(.never, 9), (.already, 1), (.before, 1), (.outAndIn, 1)])
    static let twoInstances = Knob("nielsen.twoInstances", usual: false, [(false, 5), (true, 1)])
    static let disabled = Knob("nielsen.disabled", usual: false, [(false, 40), (true, 1)])
    static let cause = Knob(
        "nielsen.cause", usual: Cause.pause,
        [(.pause, 5), (.call, 1), (.alarm, 1), (.lock, 1), (.background, 2), (.headphones, 1), (.network, 1)])
    /// AVPlayer's periodic observer fires when playback starts and stops, too: the same second twice.
    static let observer = Knob("nielsen.observer", usual: false, [(false, 6), (true, 1)])
    /// An asynchronous timer fires once more within the second after `stop`, which the specification tolerates.
    static let trailing = Knob("nielsen.trailing", usual: false, [(false, 9), (true, 1)])
    /// After a pause of a live stream: from where it was, or from now.
    static let liveEdge = Knob("nielsen.liveEdge", usual: false, [(false, 1), (true, 1)])
    static let adViews = Knob("nielsen.adViews", usual: true, [(true, 2), (false, 1)])
    static let vtwenty = Knob("nielsen.vtwenty", usual: false, [(false, 3), (true, 1)])
    /// How far the device's clock is ahead, in milliseconds.
    static let skew = Knob("nielsen.skewMs", usual: 0, [(0, 3), (140, 2), (-320, 2), (1_900, 1), (-1_400, 1)])

    /// Whether the log has the end of an interruption; where calls begin again it is plain without.
    static let logsEnds = Knob("nielsen.logsEnds", usual: true, [(true, 4), (false, 1)])
    /// Whether the viewer does what comes to his mind.
    static let drawsActs = Knob("nielsen.drawsActs", usual: true, [(true, 1)])

    static let all: [any Drawable] = [
        publisher, flavour, att, fpid, fpidDays, content, seconds, preroll, midroll, postroll, adSeconds, details,
        resume, stopsBeforeEnd, launches, plays, sameAgain, optOut, twoInstances, disabled, cause, observer, trailing,
        liveEdge,
        adViews, vtwenty, skew, logsEnds, drawsActs,
    ]

    /// An app for children opts everybody out and has no page with a choice.
    static func optOut(of script: Script) -> OptOut { script[flavour] == .noid ? .never : script[optOut] }
}

extension NielsenFlavour {
    /// How it stands in a header and in a facts file.
    var word: String { rawValue }
}
