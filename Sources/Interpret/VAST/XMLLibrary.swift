import CXML

/// The library that reads XML.
public enum XMLLibrary {
    /// Of the one that is loaded: `2.9.14` of its own `20914`, with what a distribution adds.
    public static var version: String {
        let text = String(cString: beaconproof_xml_version())
        let digits = text.prefix { $0.isNumber }
        guard let number = Int(digits), number >= 10_000 else { return text }
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)\(text.dropFirst(digits.count))"
    }
}
