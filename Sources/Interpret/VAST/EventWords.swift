import Model

/// The places of an ad, and the begin and end of a break, in the words of those who count them.
enum EventWords {
    /// As ad servers write them, and the labels of Google's.
    private static let events: [(name: [UInt8], event: String)] = [
        ("start", "start"), ("part2viewed", "start"), ("firstquartile", "firstQuartile"),
        ("videoplaytime25", "firstQuartile"), ("midpoint", "midpoint"), ("videoplaytime50", "midpoint"),
        ("thirdquartile", "thirdQuartile"), ("videoplaytime75", "thirdQuartile"), ("complete", "complete"),
        ("videoplaytime100", "complete"), ("breakstart", "breakStart"), ("breakend", "breakEnd"),
    ].map { (Array($0.0.utf8), $0.1) }

    private static let longest = events.map(\.name.count).max() ?? 0

    /// 1 for start, 2 to 4 for the quartiles, 5 for complete; `nil` for an event that has no place in an ad.
    static func place(of event: String) -> Int? {
        guard let share = EventTraits.of(event).share else { return nil }
        return 1 + Int(share * 4)
    }

    /// The event that a path or query names with a word of its own, percent-encoded or not. Pages and parameters are called
    /// `start`, too: any other comes before it.
    static func event(in target: String) -> String? {
        var words = Reading()
        for byte in target.utf8 { words.read(byte) }
        words.endWord()
        return words.event
    }

    /// Takes a target to pieces as it comes: letters and digits are of a word, an underscore is passed over, and a hyphen parts
    /// what may be one word all the same.
    private struct Reading {
        private(set) var event: String?
        private var word: [UInt8] = []
        private var beforeHyphen: [UInt8] = []
        /// Digits of a percent-encoded byte that are still to come.
        private var encoded = 0

        mutating func read(_ byte: UInt8) {
            if encoded > 0 {
                encoded -= 1
                if ASCII.hexValue(byte) != nil { return }
                encoded = 0
            }
            switch byte {
            case _ where ASCII.isLetterOrDigit(byte): word.append(ASCII.lowercased(byte))
            case UInt8(ascii: "_"): break
            case UInt8(ascii: "-"):
                let part = word
                endWord()
                beforeHyphen = part
            default:
                endWord()
                if byte == UInt8(ascii: "%") { encoded = 2 }
            }
        }

        mutating func endWord() {
            guard !word.isEmpty else { return }
            if word.count <= EventWords.longest { take(word) }
            if !beforeHyphen.isEmpty, beforeHyphen.count + word.count <= EventWords.longest {
                take(beforeHyphen + word)
            }
            beforeHyphen.removeAll(keepingCapacity: true)
            word.removeAll(keepingCapacity: true)
        }

        private mutating func take(_ word: [UInt8]) {
            guard event == nil || event == "start", let found = EventWords.events.first(where: { $0.name == word })
            else { return }
            event = found.event
        }
    }
}
