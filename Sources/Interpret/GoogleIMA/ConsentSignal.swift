import Encodings

/// A consent signal that can be told by its form wherever it stands, by the parameter of ad requests that carries it.
enum ConsentSignal: String, Sendable {
    case transparency = "gdpr_consent"
    case usPrivacy = "us_privacy"

    /// - Parameter word: letters of ``isLetter(_:)``.
    /// - Parameter before: the text in front of it.
    init?(of word: ArraySlice<UInt8>, behind before: ArraySlice<UInt8>) {
        if Self.isTransparencyString(word) {
            self = .transparency
        } else if Self.isPrivacyString(word), Self.isPrivacyKey(before) {
            self = .usPrivacy
        } else {
            return nil
        }
    }

    /// The letters of base64url, and the dot between the segments of a TC string.
    static func isLetter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || !"+/".utf8.contains(byte) && Base64.value(of: byte) != nil
    }

    /// IAB Transparency and Consent String v2: the letter C is version 2; Created and LastUpdated have 36 bits each, in
    /// tenths of a second since 1970; a core of fewer than 20 letters has no purposes.
    private static func isTransparencyString(_ word: ArraySlice<UInt8>) -> Bool {
        let core = word.prefix { $0 != UInt8(ascii: ".") }
        guard core.count >= 20, let created = tenths(of: core, behind: 1), let updated = updated(core) else {
            return false
        }
        return created <= updated && plausible.contains(created) && plausible.contains(updated)
    }

    /// LastUpdated of a TC string, in tenths of a second since 1970; `nil` for a text that cannot be one.
    static func updated(_ text: ArraySlice<UInt8>) -> UInt64? {
        text.allSatisfy(isLetter) ? tenths(of: text, behind: 7) : nil
    }

    /// Tenths of a second from 2018, when the framework began, to 2065.
    private static let plausible: Range<UInt64> = 15_147_648_000..<30_000_000_000

    private static func tenths(of text: ArraySlice<UInt8>, behind place: Int) -> UInt64? {
        let digits = text.dropFirst(place).prefix(6).compactMap { Base64.value(of: $0) }
        guard text.first == UInt8(ascii: "C"), digits.count == 6 else { return nil }
        return digits.reduce(0) { $0 << 6 | UInt64($1) }
    }

    /// IAB U.S. Privacy String: version 1 and three answers, such as `1YNN`.
    private static func isPrivacyString(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 4 && word.first == UInt8(ascii: "1") && word.dropFirst().allSatisfy("YNyn-".utf8.contains)
    }

    /// Four letters are too few to be known by themselves: the name in front of them has to say it.
    private static func isPrivacyKey(_ before: ArraySlice<UInt8>) -> Bool {
        let key = String(decoding: before.suffix(20), as: UTF8.self).lowercased()
        return ["us_privacy", "us-privacy", "usp", "ccpa"].contains { key.contains($0) }
    }
}
