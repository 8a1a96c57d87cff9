/// What goes wrong around an app that does everything right: no ad, a broken answer, a file that is not there.
enum Mishap: String, Choice {
    case none
    /// The answer holds no ad, and says who wants to hear of it.
    case noAd
    /// The wrapped tag answers with something that is no XML.
    case malformed
    /// The wrapped tag does not answer; the next ad of the answer plays.
    case timeout
    /// The media file is not there.
    case noMedia
    /// The answer is loaded early, and the viewer leaves before the break comes.
    case leftBefore

    init?(chosen: String) { self.init(rawValue: chosen) }
    var chosen: String { rawValue }

    static let knob = Knob<Mishap>(
        "vast.mishap", usual: .none,
        [(.none, 24), (.noAd, 1), (.malformed, 1), (.timeout, 1), (.noMedia, 2), (.leftBefore, 1)])
    /// What goes wrong in a story: only a wrapped tag can time out with an ad to stand in for it.
    static func of(_ script: Script) -> Mishap {
        script[knob] == .timeout && script[AdSales.wrappers] == 0 ? .none : script[knob]
    }

    static let knobs: [any Drawable] = [knob]

    /// The code that VAST 4.3 section 2.3.6.3 has for it.
    var code: String {
        switch self {
        case .none, .leftBefore: ""
        case .noAd: "303"
        case .malformed: "100"
        case .timeout: "301"
        case .noMedia: "401"
        }
    }
}
