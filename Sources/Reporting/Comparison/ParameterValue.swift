import Model

/// What of a parameter's value must be the same in two recordings of one scenario.
enum ParameterValue: Hashable {
    /// Compared as it is.
    case exact(String)
    /// Different in every recording by its nature; only that it is there is compared.
    case varying(String)

    init(_ value: String, named name: String) {
        let inner = name.split(separator: ".").last.map(String.init) ?? name
        if IdentifierText.saysNothing(value) {
            self = .exact(value)
        } else if IdentifierNames.kind(of: value, named: name) != nil
            || IdentifierNames.kind(of: value, named: inner) != nil
        {
            self = .varying("an identifier")
        } else if ParameterValue.isTime(value) {
            self = .varying("a time")
        } else if ParameterValue.isMeasured(value) {
            self = .varying("a number")
        } else if IdentifierText.looksRandom(value) {
            self = .varying("a code")
        } else {
            self = .exact(value)
        }
    }

    var words: String {
        switch self {
        case .exact(let value): value.isEmpty ? "(empty)" : value
        case .varying(let kind): "(\(kind))"
        }
    }

    /// Epochs, counters and cache busters; anything with a fraction.
    private static func isMeasured(_ value: String) -> Bool {
        guard let number = Double(value), number.isFinite else { return false }
        return value.utf8.count >= 6 || value.contains(".")
    }

    /// `00:00:03.512`, `2026-11-21T04:21:22.125Z`.
    private static func isTime(_ value: String) -> Bool {
        let digits = value.utf8.count { ASCII.isDigit($0) }
        return value.utf8.count { $0 == UInt8(ascii: ":") } >= 2 && digits >= 5
            && value.utf8.allSatisfy { byte in
                ASCII.isDigit(byte) || [0x20, 0x2B, 0x2D, 0x2E, 0x3A, 0x54, 0x5A].contains(byte)
            }
    }
}
