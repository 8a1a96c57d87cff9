import Encodings
import Model

/// The payload of a call as rows: each value with the path that leads to it and the type it was written with.
enum CallArguments {
    /// More values of one call are not given out: a small line could else make rows without bound.
    private static let most = 512

    /// A payload that is no JSON gives none: the reader of the log refuses such lines.
    static func of(_ call: Call, id: ID<Call>) -> [CallArgument] {
        guard let payload = call.payload else { return [] }
        do throws(JSONDocumentFault) {
            var rows: [CallArgument] = []
            collect(try JSONReader.read(Array(payload.utf8)), path: "", call: id, into: &rows)
            return rows
        } catch {
            return []
        }
    }

    private static func collect(_ value: JSONValue, path: String, call: ID<Call>, into rows: inout [CallArgument]) {
        guard rows.count < most else { return }
        if !path.isEmpty {
            rows.append(CallArgument(call: call, name: path, kind: kind(of: value), value: value.scalar ?? ""))
        }
        let prefix = path.isEmpty ? "" : path + "."
        for member in value.members { collect(member.value, path: prefix + member.name, call: call, into: &rows) }
        for (index, element) in value.elements.enumerated() {
            collect(element, path: "\(prefix)\(index)", call: call, into: &rows)
        }
        // Some apps pass their metadata as the text of a JSON object.
        guard path == "args", let text = value.string, text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            return
        }
        do throws(JSONDocumentFault) {
            let object = try JSONReader.readStrictly(Array(text.utf8))
            for member in object.members { collect(member.value, path: prefix + member.name, call: call, into: &rows) }
        } catch {
            rows.append(
                CallArgument(
                    call: call, name: "args!", kind: .string,
                    value: words(of: error, in: text)))
        }
    }

    /// Where a text is no JSON, with the characters around it: few, for they may be of an identifier.
    private static func words(of fault: JSONDocumentFault, in text: String) -> String {
        let start = "byte \(fault.offset): \(fault.expected) expected, "
        guard let place = text.utf8.index(text.startIndex, offsetBy: fault.offset, limitedBy: text.endIndex),
            place < text.endIndex
        else { return start + "the end found behind …\(text.suffix(8))" }
        return start + "\(text[place]) found in …\(text[..<place].suffix(8))\(text[place...].prefix(8))…"
    }

    private static func kind(of value: JSONValue) -> CallArgument.Kind {
        switch value {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
