#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON text of which any member may be asked for: objects are `[String: Any]`, lists `[Any]`, and the rest `String`, `Bool`,
/// `Int`, `Double` or, for null, `JSONTree.Null`.
struct JSONTree: Decodable {
    struct Null {}

    private let value: Any

    /// The object that a text is; `nil` when it is something else.
    static func object(_ text: String) -> [String: Any]? {
        do {
            return try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8)).value as? [String: Any]
        } catch {
            return nil
        }
    }

    init(from decoder: any Decoder) throws {
        if let object = JSONTree.value([String: JSONTree].self, decoder) {
            value = object.mapValues(\.value)
        } else if let list = JSONTree.value([JSONTree].self, decoder) {
            value = list.map(\.value)
        } else if let text = JSONTree.value(String.self, decoder) {
            value = text
        } else if let flag = JSONTree.value(Bool.self, decoder) {
            value = flag
        } else if let number = JSONTree.value(Int.self, decoder) {
            value = number
        } else if let number = JSONTree.value(Double.self, decoder) {
            value = number
        } else {
            value = Null()
        }
    }

    /// `nil` when the value is of another type.
    private static func value<Value: Decodable>(_ type: Value.Type, _ decoder: any Decoder) -> Value? {
        do { return try decoder.singleValueContainer().decode(type) } catch { return nil }
    }
}
