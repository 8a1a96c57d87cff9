#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value of a property list, as far as rules ask for it.
enum PropertyValue: Sendable, Hashable {
    case scalar(String)
    case array([PropertyValue])
    case dictionary([String: PropertyValue])

    /// Why a property list cannot be read.
    struct Fault: Error, Sendable, Hashable {
        var message: String
    }

    /// Property lists of apps have a few levels and kilobytes.
    static let mostBytes = 4 << 20
    static let mostLevels = 32

    /// Reads a property list, XML or binary.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= PropertyValue.mostBytes else {
            throw Fault(message: "\(bytes.count) bytes, at most \(PropertyValue.mostBytes) are read")
        }
        if bytes.starts(with: Array("bplist00".utf8)) {
            var reader = try BinaryPropertyList(bytes)
            self = try reader.value()
            return
        }
        // Foundation also takes plain words for a list of the oldest kind, which no built app holds.
        guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else {
            throw Fault(message: "neither a binary property list nor one in XML")
        }
        try PropertyValue.checkLevels(bytes)
        do {
            self = try PropertyListDecoder().decode(PropertyValue.self, from: Data(bytes))
        } catch {
            throw Fault(message: "neither a binary property list nor one in XML")
        }
    }

    /// Foundation's reader of XML property lists calls itself for each level.
    private static func checkLevels(_ bytes: [UInt8]) throws(Fault) {
        var level = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "<") {
            let rest = bytes[(index + 1)...]
            if rest.starts(with: "array".utf8) || rest.starts(with: "dict".utf8) { level += 1 }
            if rest.starts(with: "/array".utf8) || rest.starts(with: "/dict".utf8) { level -= 1 }
            guard level <= mostLevels else { throw Fault(message: "more than \(mostLevels) levels") }
        }
    }

    subscript(_ key: String) -> PropertyValue? {
        guard case .dictionary(let map) = self else { return nil }
        return map[key]
    }

    var text: String? {
        guard case .scalar(let text) = self else { return nil }
        return text
    }

    var items: [PropertyValue] {
        guard case .array(let items) = self else { return [] }
        return items
    }
}

extension PropertyValue: Decodable {
    init(from decoder: any Decoder) throws {
        if let map = PropertyValue.value([String: PropertyValue].self, decoder) {
            self = .dictionary(map)
        } else if let items = PropertyValue.value([PropertyValue].self, decoder) {
            self = .array(items)
        } else if let text = PropertyValue.value(String.self, decoder) {
            self = .scalar(text)
        } else if let flag = PropertyValue.value(Bool.self, decoder) {
            self = .scalar(flag ? "1" : "0")
        } else if let number = PropertyValue.value(Int.self, decoder) {
            self = .scalar("\(number)")
        } else if let number = PropertyValue.value(Double.self, decoder) {
            self = .scalar("\(number)")
        } else if let date = PropertyValue.value(Date.self, decoder) {
            self = .scalar("\(date)")
        } else {
            self = .scalar("\(try decoder.singleValueContainer().decode(Data.self))")
        }
    }

    /// `nil` when the value is of another type.
    private static func value<Value: Decodable>(_ type: Value.Type, _ decoder: any Decoder) -> Value? {
        do { return try decoder.singleValueContainer().decode(type) } catch { return nil }
    }
}
