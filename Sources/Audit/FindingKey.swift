import Model

/// What a finding is about, told so that it is the same in every recording of the same integration: the rule, the
/// subject and the item, without paths, times, session identifiers or message text. Fingerprints and waivers rest on it.
package struct FindingKey: Sendable, Hashable {
    package var rule: String
    package var subject: SubjectKind
    /// The ad's label, the kind and host of a document; empty where the label names one session or one file.
    package var label: String
    package var item: String

    /// - Parameters:
    ///   - label: the subject's label as reports show it.
    ///   - item: the finding's item as reports show it.
    package init(rule: String, subject: SubjectKind, label: String, item: String) {
        self.rule = rule
        self.subject = subject
        self.item = FindingKey.lasting(item)
        switch subject {
        // A run is named for its file, a session for its identifier.
        case .run, .session, .instance: self.label = ""
        case .document, .beacon: self.label = FindingKey.lasting(label)
        case .adPlay, .adBreak: self.label = label
        }
    }

    package var fingerprint: String {
        Fingerprint.of(rule: rule, subject: label, item: item)
    }

    /// Words without what changes from run to run: an address is its host, a long number or code is `#`.
    private static func lasting(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { lasting(word: $0) }.joined(separator: " ")
    }

    private static func lasting(word: Substring) -> String {
        if let address = host(of: word) { return address }
        return isCode(word) ? "#" : String(word)
    }

    /// `tracker.example.test` of `https://tracker.example.test/px?e=start` and of `tracker.example.test/px`.
    private static func host(of word: Substring) -> String? {
        var rest = word.utf8[...]
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[colon...].starts(with: "://".utf8) {
            rest = rest[rest.index(colon, offsetBy: 3)...]
        }
        let host = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard host.count < word.utf8.count, host.contains(UInt8(ascii: ".")) else { return nil }
        return String(Substring(host.prefix { $0 != UInt8(ascii: ":") }))
    }

    /// Epochs, cache busters, session and stream identifiers: long, and of digits for a good part.
    private static func isCode(_ word: Substring) -> Bool {
        let digits = word.utf8.count { ASCII.isDigit($0) }
        return word.utf8.count >= 16 && digits >= 4 || digits >= 10
    }
}
