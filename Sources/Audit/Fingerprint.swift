import Encodings

/// The name of a finding that stays the same from run to run: rule, subject's label and item, never a time, a path or a
/// session identifier. FNV-1a, 64 bits: a name, not a proof.
enum Fingerprint {
    static func of(rule: String, subject: String, item: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for text in [rule, subject, item] {
            for byte in text.utf8 { mix(byte, into: &hash) }
            mix(0, into: &hash)
        }
        return Hexadecimal.text(hash, width: 16)
    }

    private static func mix(_ byte: UInt8, into hash: inout UInt64) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
