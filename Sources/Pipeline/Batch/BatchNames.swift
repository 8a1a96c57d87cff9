import Cryptography
import Encodings

/// Names of files about a capture: readable, harmless, and different for different paths.
enum BatchNames {
    static func name(for path: String) -> String {
        let kept = InputKind.fileName(path).unicodeScalars.prefix(60).map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
                ? Character(scalar) : "-"
        }
        let hash = SHA256.hash(path.utf8).hexadecimal.prefix(8)
        // A leading dot would hide it, a leading dash look like an option.
        return "\(String(kept).drop { $0 == "." || $0 == "-" })-\(hash)"
    }
}
