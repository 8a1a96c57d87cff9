import Cryptography

/// What the stand-ins of a report are made with: who does not have it cannot find an identifier by trying.
package struct RedactionKey: Sendable, Hashable, Codable {
    let bytes: [UInt8]

    /// - Parameter bytes: random, or those of a file that several reports share.
    package init(_ bytes: [UInt8]) {
        self.bytes = SHA256.hash(bytes).bytes
    }
}

/// What becomes of identifiers.
package enum Redaction: Sendable, Hashable, Codable {
    /// They are shown as captured.
    case none
    /// Stand-ins say their kind, and which are the same: `devid:7f3a9bc01e`.
    case keyed(RedactionKey)
    /// Stand-ins say their kind only, `devid:hidden`: for what must be the same bytes without a key.
    case bare

    var key: RedactionKey? {
        guard case .keyed(let key) = self else { return nil }
        return key
    }
}
