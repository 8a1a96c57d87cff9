import Foundation

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
            let list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
            guard let value = PropertyValue(foundation: list, level: 0) else { throw Fault(message: "too deep") }
            self = value
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(message: "neither a binary property list nor one in XML")
        }
    }

    private init?(foundation value: Any, level: Int) {
        guard level < PropertyValue.mostLevels else { return nil }
        switch value {
        case let text as String: self = .scalar(text)
        case let list as [Any]: self = .array(list.compactMap { PropertyValue(foundation: $0, level: level + 1) })
        case let map as [String: Any]:
            self = .dictionary(map.compactMapValues { PropertyValue(foundation: $0, level: level + 1) })
        case let number as NSNumber:
            // A flag is a number to Foundation, spelt 1 or 0.
            self = .scalar(number.stringValue)
        default: self = .scalar("\(value)")
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
