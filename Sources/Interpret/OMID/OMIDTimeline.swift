import Model

/// The events of one session in their own order, with what follows from the order: how often each happened, whether the
/// media played, and for how long the ad had been viewable.
struct OMIDTimeline: Sendable {
    struct Message: Sendable {
        var beacon: ID<Beacon>
        var type: String
        var stampedAt: Timestamp?
        var sentAt: Timestamp
        /// `nil` for an event that says nothing about the ad's place on screen.
        var percentInView: Int64?

        init(_ report: OMIDReport, beacon: ID<Beacon>, sentAt: Timestamp) {
            self.beacon = beacon
            type = report.type
            stampedAt = report.stampedAt
            self.sentAt = sentAt
            percentInView = Self.percentInView(report)
        }

        /// From stamp to request; the two are on different clocks.
        var delay: Int64? { stampedAt.map { sentAt.microseconds(since: $0) } }

        /// A picture in picture does not count as in view (OMID service 1.4.13).
        private static func percentInView(_ report: OMIDReport) -> Int64? {
            if report.reasons.contains("pictureInPicture") { return 0 }
            guard let percent = report.number("data.adView.percentageInView"), percent.isFinite else { return nil }
            return Int64(max(-1, min(percent, 1_000)).rounded(.down))
        }
    }

    /// Later than this after it happened, a message was held back.
    private static let late: Int64 = 1_000_000
    /// MRC: half of the ad's pixels.
    private static let viewablePercent: Int64 = 50

    private let messages: [Message]
    private let instances: Int
    private let offset: Int64

    /// - Parameters:
    ///   - messages: in the order sent.
    ///   - instances: how many scripts report the session; 0 counts as one.
    ///   - offset: microseconds to add to a stamp to come to the capture's clock.
    init(_ messages: [Message], instances: Int, offset: Int64) {
        self.messages = messages
        self.instances = max(1, instances)
        self.offset = offset
    }

    /// How often one and the same event was told.
    static func copies(of type: String, in messages: [Message]) -> Int {
        let stamps = messages.lazy.filter { $0.type == type && $0.stampedAt != nil }.map(\.stampedAt)
        return Dictionary(grouping: stamps, by: { $0 }).values.map(\.count).max() ?? 0
    }

    func events(ofSession session: ID<Session>) -> [OMIDEvent] {
        var events: [OMIDEvent] = []
        var times: [String: Int] = [:]
        var copies: [Copy: Int] = [:]
        var state = State()
        let ordered = messages.enumerated().sorted { left, right in
            let (first, second) = (time(of: left.element), time(of: right.element))
            return first == second ? left.offset < right.offset : first < second
        }
        for (_, message) in ordered {
            let copy = Copy(type: message.type, stampedAt: message.stampedAt)
            let earlier = copies[copy, default: 0]
            copies[copy] = earlier + 1
            // Without a stamp nothing tells a copy from a second time.
            if message.stampedAt != nil, earlier > 0, Self.isHeardTwice(message.type) || earlier % instances != 0 {
                continue
            }
            let at = time(of: message)
            times[message.type, default: 0] += 1
            state.observe(message, at: at)
            events.append(
                OMIDEvent(
                    beacon: message.beacon, session: session, event: message.type, stampedAt: message.stampedAt, at: at,
                    nth: times[message.type] ?? 1, place: events.count + 1, percentInView: state.percentInView,
                    isPlaying: state.isPlaying, viewableUs: state.viewedBefore,
                    isLate: message.sentAt.microseconds(since: at) > Self.late))
        }
        return events
    }

    private struct Copy: Hashable {
        var type: String
        var stampedAt: Timestamp?
    }

    /// The validation script listens to session events in two ways and reports each twice.
    static func isHeardTwice(_ type: String) -> Bool {
        type == "sessionStart" || type == "sessionFinish" || type == "sessionError"
    }

    private func time(of message: Message) -> Timestamp {
        message.stampedAt?.advanced(byMicroseconds: offset) ?? message.sentAt
    }

    /// What is true after the events so far.
    private struct State {
        var percentInView: Int64?
        private var hasStarted = false
        private var isPaused = false
        private var isBuffering = false
        private var hasEnded = false
        private var last: Timestamp?
        private var run: Int64 = 0
        /// The run up to the latest event, whether or not it went on after it.
        private(set) var viewedBefore: Int64 = 0

        var isPlaying: Bool { hasStarted && !isPaused && !isBuffering && !hasEnded }

        private var isViewable: Bool { isPlaying && (percentInView ?? 0) >= OMIDTimeline.viewablePercent }

        mutating func observe(_ message: Message, at: Timestamp) {
            if isViewable, let last { run = Saturating.sum(run, max(0, at.microseconds(since: last))) }
            viewedBefore = run
            last = at
            if let percent = message.percentInView { percentInView = percent }
            switch message.type {
            case "start": hasStarted = true
            case "pause": isPaused = true
            case "resume": isPaused = false
            case "bufferStart": isBuffering = true
            case "bufferFinish": isBuffering = false
            case "complete", "skipped", "sessionFinish": hasEnded = true
            default: break
            }
            if !isViewable { run = 0 }
        }
    }
}
