import Foundation

/// Checks a JSON value against the part of JSON Schema that docs/result.schema.json and the SARIF schema use.
struct StructuralSchema {
    private let root: [String: Any]

    init(contentsOf url: URL) throws {
        root = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
    }

    /// Every disagreement, with its path.
    func faults(in document: [UInt8]) throws -> [String] {
        faults(try JSONSerialization.jsonObject(with: Data(document)), root, "$")
    }

    private func faults(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let parts = reference.split(separator: "/").map(String.init)
            guard parts.count == 3, parts[0] == "#", let definitions = root[parts[1]] as? [String: Any],
                let target = definitions[parts[2]] as? [String: Any]
            else { return ["\(path): no definition \(reference)"] }
            return faults(value, target, path)
        }
        if let choices = schema["oneOf"] as? [[String: Any]] {
            let matching = choices.count { faults(value, $0, path).isEmpty }
            return matching == 1 ? [] : ["\(path): \(matching) of oneOf match"]
        }
        if let choices = schema["anyOf"] as? [[String: Any]],
            !choices.contains(where: { faults(value, $0, path).isEmpty })
        {
            return ["\(path): nothing of anyOf matches"]
        }
        var found: [String] = []
        if let pattern = schema["pattern"] as? String, let text = value as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            found.append("\(path): \(text) is not \(pattern)")
        }
        if let least = schema["minItems"] as? Int, let array = value as? [Any], array.count < least {
            found.append("\(path): fewer than \(least) items")
        }
        if schema["uniqueItems"] as? Bool == true, let array = value as? [NSObject], Set(array).count < array.count {
            found.append("\(path): an item comes twice")
        }
        if let constant = schema["const"] as? String, value as? String != constant {
            found.append("\(path): not \(constant)")
        }
        if let allowed = schema["enum"] as? [Any], !allowed.contains(where: { same($0, value) }) {
            found.append("\(path): \(value) is not allowed")
        }
        let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
        if !types.isEmpty, !types.contains(where: { isOf($0, value) }) {
            found.append("\(path): \(value) is no \(types)")
        }
        if let minimum = schema["minimum"] as? Int, let number = value as? Int, number < minimum {
            found.append("\(path): below \(minimum)")
        }
        if let object = value as? [String: Any] { found += faults(object: object, schema, path) }
        if let array = value as? [Any], let items = schema["items"] as? [String: Any] {
            for (index, item) in array.enumerated() { found += faults(item, items, "\(path)[\(index)]") }
        }
        return found
    }

    private func faults(object: [String: Any], _ schema: [String: Any], _ path: String) -> [String] {
        let properties = schema["properties"] as? [String: Any] ?? [:]
        var found = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(path): lacks \($0)" }
        for (key, value) in object {
            if let property = properties[key] as? [String: Any] {
                found += faults(value, property, "\(path).\(key)")
            } else if let others = schema["additionalProperties"] as? [String: Any] {
                found += faults(value, others, "\(path).\(key)")
            } else if schema["additionalProperties"] as? Bool == false {
                found.append("\(path): \(key) is unknown")
            }
        }
        return found
    }

    private func same(_ left: Any, _ right: Any) -> Bool {
        if left is NSNull, right is NSNull { return true }
        guard let left = left as? String, let right = right as? String else { return false }
        return left == right
    }

    private func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "string": value is String
        case "integer": value is Int && !(value is String)
        case "number": value is Double
        case "boolean": value is Bool
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "null": value is NSNull
        default: false
        }
    }
}
