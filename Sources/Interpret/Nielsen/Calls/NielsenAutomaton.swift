import Model

/// The order of Nielsen SDK calls as a table: states × calls (docs/nielsen-pings.md, "Calls").
///
/// The states of the guide (Idle, Processing, Disabled) are split by what is loaded, so that each fault of the guide is
/// one cell. A cell says where the call leads and, where the order is broken, which rule it breaks.
public enum NielsenAutomaton {
    /// What is loaded, and whether it plays.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Created, nothing begun.
        case idle
        /// The log begins in the middle: what was called before is not known, and nothing that follows breaks an order.
        case unseen
        /// `play` came, nothing is loaded.
        case started
        case contentLoaded = "content-loaded"
        case contentPlaying = "content-playing"
        case contentStopped = "content-stopped"
        case adLoaded = "ad-loaded"
        case adPlaying = "ad-playing"
        case adStopped = "ad-stopped"
        /// `end` came; a post-roll may follow.
        case ended
        case postrollLoaded = "postroll-loaded"
        case postrollPlaying = "postroll-playing"
        case postrollStopped = "postroll-stopped"
        case disabled
    }

    /// The calls that move it; a loading and a playhead are told apart by what they carry.
    public enum Symbol: String, Sendable, Hashable, CaseIterable {
        case play
        /// `play` for another channel than the one that runs.
        case playOther = "play-other"
        case loadContent = "load-content"
        case loadAd = "load-ad"
        case loadPostroll = "load-postroll"
        case playhead
        /// A playhead that does not go on where the ad was.
        case playheadElsewhere = "playhead-elsewhere"
        case stop, end
        case disable, enable
    }

    /// What is wrong with a step; the rule of that name reports it.
    public enum Fault: String, Sendable, Hashable, CaseIterable {
        case playMissing = "play-missing"
        case playAgain = "play-again"
        case contentFirst = "content-first"
        case nothingLoaded = "nothing-loaded"
        case loadedAgain = "loaded-again"
        case stopBeforeMidroll = "stop-before-midroll"
        case stopAfterAd = "stop-after-ad"
        case reloadContent = "reload-content"
        case stopNothing = "stop-nothing"
        case stopAgain = "stop-again"
        case endNothing = "end-nothing"
        case endAgain = "end-again"
        case postrollBeforeEnd = "postroll-before-end"
        case playheadAfterEnd = "playhead-after-end"
        case channelWithoutStop = "channel-without-stop"
        case disabled

        /// Less than an error where sources disagree, or where the SDK takes no harm.
        public var severity: Severity {
            switch self {
            case .playMissing, .playAgain, .loadedAgain, .stopNothing, .stopAgain, .endNothing, .disabled: .warning
            default: .error
            }
        }
    }

    /// Where a call leads, and what is wrong with it.
    public struct Edge: Sendable, Hashable {
        public var to: State
        public var fault: Fault?
    }

    /// Where a call leads from a state. A pair that the table leaves out changes nothing and breaks nothing.
    public static func step(_ state: State, _ symbol: Symbol) -> Edge {
        table[state]?[symbol] ?? Edge(to: state)
    }

    public static let table: [State: [Symbol: Edge]] = [
        .idle: row(
            [.play: .started, .playOther: .started, .disable: .disabled],
            broken: [
                .loadContent: (.contentLoaded, .playMissing), .loadAd: (.adLoaded, .contentFirst),
                .loadPostroll: (.adLoaded, .contentFirst), .playhead: (.idle, .nothingLoaded),
                .stop: (.idle, .stopNothing), .end: (.idle, .endNothing),
            ]),
        .unseen: row(
            [
                .play: .started, .playOther: .started, .loadContent: .contentLoaded, .loadAd: .adLoaded,
                .loadPostroll: .postrollLoaded, .end: .ended, .disable: .disabled,
            ], broken: [:]),
        .started: row(
            [.loadContent: .contentLoaded, .disable: .disabled],
            broken: [
                .loadAd: (.adLoaded, .contentFirst), .loadPostroll: (.adLoaded, .contentFirst),
                .playhead: (.started, .nothingLoaded), .stop: (.started, .stopNothing), .end: (.idle, .endNothing),
            ]),
        .contentLoaded: row(
            [
                .loadAd: .adLoaded, .playhead: .contentPlaying, .stop: .contentStopped, .end: .ended,
                .playOther: .started, .disable: .disabled,
            ],
            broken: [.loadPostroll: (.adLoaded, .postrollBeforeEnd)]),
        .contentPlaying: row(
            [.stop: .contentStopped, .end: .ended, .disable: .disabled],
            broken: [
                .play: (.contentPlaying, .playAgain), .playOther: (.started, .channelWithoutStop),
                .loadContent: (.contentLoaded, .loadedAgain), .loadAd: (.adLoaded, .stopBeforeMidroll),
                .loadPostroll: (.adLoaded, .postrollBeforeEnd),
            ]),
        .contentStopped: row(
            [
                .playOther: .started, .loadContent: .contentLoaded, .loadAd: .adLoaded, .playhead: .contentPlaying,
                .end: .ended, .disable: .disabled,
            ],
            broken: [
                .stop: (.contentStopped, .stopAgain), .loadPostroll: (.adLoaded, .postrollBeforeEnd),
            ]),
        .adLoaded: row(
            [
                .loadContent: .contentLoaded, .playhead: .adPlaying, .playheadElsewhere: .adPlaying, .stop: .adStopped,
                .end: .ended, .playOther: .started, .disable: .disabled,
            ], broken: [:]),
        .adPlaying: row(
            [.stop: .adStopped, .disable: .disabled],
            broken: [
                .play: (.adPlaying, .playAgain), .playOther: (.started, .channelWithoutStop),
                .loadContent: (.contentLoaded, .stopAfterAd), .loadAd: (.adLoaded, .stopAfterAd),
                .loadPostroll: (.adLoaded, .stopAfterAd), .end: (.ended, .stopAfterAd),
            ]),
        .adStopped: row(
            [
                .playOther: .started, .loadContent: .contentLoaded, .loadAd: .adLoaded, .playhead: .adPlaying,
                .end: .ended, .disable: .disabled,
            ],
            broken: [
                .playheadElsewhere: (.contentPlaying, .reloadContent), .stop: (.adStopped, .stopAgain),
                .loadPostroll: (.adLoaded, .postrollBeforeEnd),
            ]),
        .ended: row(
            [
                .play: .started, .playOther: .started, .loadContent: .contentLoaded, .loadAd: .postrollLoaded,
                .loadPostroll: .postrollLoaded, .disable: .disabled,
            ],
            broken: [
                .playhead: (.ended, .playheadAfterEnd), .stop: (.ended, .stopNothing), .end: (.ended, .endAgain),
            ]),
        .postrollLoaded: row(
            [
                .playhead: .postrollPlaying, .playheadElsewhere: .postrollPlaying, .stop: .postrollStopped,
                .play: .started, .playOther: .started, .loadContent: .contentLoaded, .disable: .disabled,
            ],
            broken: [.end: (.ended, .endAgain)]),
        .postrollPlaying: row(
            [.stop: .postrollStopped, .disable: .disabled],
            broken: [
                .play: (.started, .stopAfterAd), .playOther: (.started, .stopAfterAd),
                .loadContent: (.contentLoaded, .stopAfterAd), .loadAd: (.postrollLoaded, .stopAfterAd),
                .loadPostroll: (.postrollLoaded, .stopAfterAd), .end: (.ended, .endAgain),
            ]),
        .postrollStopped: row(
            [
                .play: .started, .playOther: .started, .loadContent: .contentLoaded, .loadAd: .postrollLoaded,
                .loadPostroll: .postrollLoaded, .playhead: .postrollPlaying, .disable: .disabled,
            ],
            broken: [
                .playheadElsewhere: (.ended, .playheadAfterEnd), .stop: (.postrollStopped, .stopAgain),
                .end: (.ended, .endAgain),
            ]),
        .disabled: row(
            [.enable: .idle],
            broken: [
                .play: (.disabled, .disabled), .playOther: (.disabled, .disabled),
                .loadContent: (.disabled, .disabled),
            ]),
    ]

    private static func row(
        _ legal: [Symbol: State], broken: [Symbol: (State, Fault)]
    ) -> [Symbol: Edge] {
        var row = legal.mapValues { Edge(to: $0) }
        for (symbol, cell) in broken { row[symbol] = Edge(to: cell.0, fault: cell.1) }
        return row
    }
}
