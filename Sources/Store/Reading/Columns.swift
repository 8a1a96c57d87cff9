import Model

/// The way back from the columns of a locator.
extension Locator {
    init?(kind: String, value: String) {
        let numbers = value.split(separator: "-").map { Int($0) }
        guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2 else { return nil }
        switch kind {
        case "frames" where first <= last: self = .frames(first...last)
        case "bytes" where first <= last: self = .bytes(first..<last)
        case "entry" where numbers.count == 1: self = .entry(first)
        case "line" where numbers.count == 1: self = .line(first)
        default: return nil
        }
    }
}

/// The way back from the columns of a body.
extension Body.Content {
    init?(state: String, bytes: [UInt8]) {
        switch state {
        case "empty": self = .empty
        case "kept": self = .kept(bytes)
        case "cut": self = .cut(bytes)
        case "media": self = .media
        case "missing": self = .missing
        default: return nil
        }
    }
}
