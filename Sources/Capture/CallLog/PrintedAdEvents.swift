import Encodings
import Model

/// Events of the IMA SDK as players print them: `onAdEvent: STARTED` of ExoPlayer's and Media3's loader (google/ExoPlayer issue
/// 3774), `AdEvent[type=STARTED, ad=Ad [adId=…` of the Android SDK, `AdEvent {type: …` of consoles, `ad event type: STARTED`
/// (google/ExoPlayer issue 4938) and `AdsManager event (Started)` of Google's iOS samples; and those that rmp-vast says it pings
/// (`ping tracking for start VAST event`, radiantmediaplayer/rmp-vast issue 18).
///
/// Logcat's formats differ in where the time stands: in front of the line, or in a line of its own before the message.
struct PrintedAdEvents: Sendable {
    enum Reading: Sendable, Hashable {
        case foreign
        case event(Call)
        /// Logcat says that it left lines out, up to a time where it says one.
        case dropped(at: Timestamp?)
        case unreadable(String)
    }

    private struct Form: Sendable {
        var mark: [UInt8]
        /// What stands between the mark and the name, as in `[type=`.
        var isObject: Bool
        /// An event of VAST that the player reports, in VAST's own words.
        var isVAST: Bool

        init(_ mark: String, isObject: Bool = false, isVAST: Bool = false) {
            self.mark = Array(mark.utf8)
            self.isObject = isObject
            self.isVAST = isVAST
        }
    }

    private static let forms = [
        Form("onAdEvent: "), Form("ad event type: "), Form("AdEvent[", isObject: true),
        Form("AdEvent [", isObject: true),
        Form("AdEvent {", isObject: true), Form("AdEvent{", isObject: true), Form("AdsManager event ("),
        Form("AdsManager event "), Form("rmp-vast: ping tracking for ", isVAST: true),
    ]

    /// Names as the SDK writes them in any language, without separators and in small letters.
    private static let names: [String: String] = {
        let names = [
            "LOADED", "STARTED", "FIRST_QUARTILE", "MIDPOINT", "THIRD_QUARTILE", "COMPLETED", "COMPLETE", "SKIPPED",
            "PAUSED", "PAUSE", "RESUMED", "RESUME", "CLICKED", "TAPPED", "ALL_ADS_COMPLETED", "CONTENT_PAUSE_REQUESTED",
            "CONTENT_RESUME_REQUESTED", "AD_BREAK_STARTED", "AD_BREAK_ENDED", "AD_PERIOD_STARTED", "AD_PERIOD_ENDED",
            "AD_BREAK_READY", "AD_ERROR",
        ]
        return Dictionary(names.map { ($0.lowercased().filter { $0 != "_" }, $0) }) { first, _ in first }
    }()

    private static let tags = ["SDK_LOG", "IMASDK", "ImaAdsLoader", "AdTagLoader", "--------- beginning of "].map {
        Array($0.utf8)
    }
    private static let chatty = Array("chatty".utf8)
    private static let expire = Array(" expire ".utf8)
    private static let identical = Array(" identical ".utf8)

    private var clock = PrintedClock()
    /// The first form that occurs: loaders print an event in one form and apps the same in another.
    private var form: Int?
    /// From a line that only says when the next one was written, as `logcat -v long` has it.
    private var heading: Timestamp?
    /// Of the line before: Android Studio writes the time of several lines once, and indents the others.
    private var previous: Timestamp?
    /// The line before was an event, so that lines which logcat calls identical are events too.
    private var isBehindEvent = false

    /// Whether a file that begins with `front` has such lines.
    static func recognises(_ front: Span<UInt8>) -> String? {
        if forms.contains(where: { CallLogDialects.place(of: $0.mark, in: front) != nil }) {
            return "has lines with events of an ad SDK"
        }
        return tags.contains { CallLogDialects.place(of: $0, in: front) != nil } ? "has lines of Android's log" : nil
    }

    mutating func read(_ line: Span<UInt8>, locator: Locator) -> Reading {
        let isIndented = line.count > 0 && line[0] <= 0x20
        let time = isIndented ? previous : clock.read(line)
        previous = time ?? previous
        let reading = read(line, at: time, locator: locator)
        if case .event = reading { isBehindEvent = true } else { isBehindEvent = false }
        return reading
    }

    private mutating func read(_ line: Span<UInt8>, at time: Timestamp?, locator: Locator) -> Reading {
        if isHeading(line) {
            heading = time
            return .foreign
        }
        if CallLogDialects.place(of: Self.chatty, in: line) != nil {
            let isLost = CallLogDialects.place(of: Self.expire, in: line) != nil
            let isRepeated = isBehindEvent && CallLogDialects.place(of: Self.identical, in: line) != nil
            if isLost || isRepeated { return .dropped(at: time ?? heading) }
        }
        for (number, candidate) in Self.forms.enumerated() where form == nil || form == number {
            guard let start = CallLogDialects.place(of: candidate.mark, in: line) else { continue }
            let text = String(decoding: line.copy(start..<line.count), as: UTF8.self)
            guard let name = candidate.isVAST ? Self.pinged(text) : Self.name(in: text, isObject: candidate.isObject)
            else { continue }
            guard let at = time ?? heading else {
                return .unreadable(
                    "expected a time in front of \(name), found none: print it with logcat -v threadtime")
            }
            form = number
            return .event(
                Call(
                    at: at, kind: .event, source: candidate.isVAST ? "player" : "ima", name: name,
                    payload: candidate.isVAST ? nil : Self.payload(text), locator: locator))
        }
        return .foreign
    }

    /// `[ 10-02 00:29:11.935  1380: 1380 I/Tag ]`.
    private func isHeading(_ line: Span<UInt8>) -> Bool {
        guard line.count > 20, line[0] == UInt8(ascii: "["), line[1] == UInt8(ascii: " ") else { return false }
        var end = line.count
        while end > 0, line[end - 1] <= 0x20 { end -= 1 }
        return end > 2 && line[end - 1] == UInt8(ascii: "]")
    }

    /// `start VAST event` as `ad_start`, so that no event of an ad is taken for one of the content.
    private static func pinged(_ text: String) -> String? {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[1] == "VAST", words[0].allSatisfy(\.isLetter) else { return nil }
        return "ad_\(words[0])"
    }

    private static func name(in text: String, isObject: Bool) -> String? {
        var rest = text[...]
        if isObject {
            guard let type = value("type", in: text) else { return nil }
            rest = type[...]
        }
        let end = rest.firstIndex { ",)]}.\"'".contains($0) } ?? rest.endIndex
        let key = rest[..<end].lowercased().filter { $0.isLetter }
        return names[key]
    }

    /// `key=value` or `key: "value"`, up to what ends it.
    private static func value(_ key: String, in text: String) -> String? {
        for mark in ["\(key)=", "\(key): ", "\(key):", "\"\(key)\":"] {
            var search = text[...]
            while let found = place(of: mark, in: search) {
                let isWhole = found.start == text.startIndex || !text[text.index(before: found.start)].isLetter
                if isWhole {
                    let rest = text[found.end...].drop { $0 == " " || $0 == "\"" || $0 == "'" }
                    let value = rest.prefix { !",]}\"'".contains($0) }
                    return value.isEmpty ? nil : String(value)
                }
                search = text[found.end...]
            }
        }
        return nil
    }

    private static func place(of mark: String, in text: Substring) -> (start: String.Index, end: String.Index)? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(mark) { return (start, text.index(start, offsetBy: mark.count)) }
            start = text.index(after: start)
        }
        return nil
    }

    /// What the event says of its ad.
    private static func payload(_ text: String) -> String? {
        var members: [String] = []
        if let id = value("adId", in: text), id.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) {
            members.append(#""adId":"\#(id)""#)
        }
        for (key, name) in [("adPosition", "sequence"), ("totalAds", "totalAds")] {
            if let number = value(key, in: text).flatMap({ Int($0) }) { members.append(#""\#(name)":\#(number)"#) }
        }
        return members.isEmpty ? nil : "{\(members.joined(separator: ","))}"
    }
}
