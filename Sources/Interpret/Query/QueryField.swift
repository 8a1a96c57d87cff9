import Encodings
import Model

/// One `name=value` piece of a query or of a form body.
struct QueryField: Sendable, Hashable {
    /// Percent-decoded once.
    var name: String
    /// As sent; empty when the piece has no `=`.
    var raw: String
    /// Percent-decoded once. `+` stays a plus: senders of measurement traffic mean either (the raw text is beside it).
    var value: String

    /// `%xx` is left after one decoding.
    var encodedTwice: Bool { PercentCoding.isEncoded(value) }

    /// The fields of a URL's query in the order sent, repeated names and names without value kept.
    static func read(_ url: URLFields) -> [QueryField] {
        url.pairs.map { pair in
            let raw = pair.value.map { url.text($0) } ?? ""
            return QueryField(
                name: PercentCoding.text(url.text(pair.key)), raw: raw, value: PercentCoding.text(raw))
        }
    }

    /// The fields of a query, or of a body of type `application/x-www-form-urlencoded`.
    static func read(_ query: String) -> [QueryField] {
        read(URLFields("?" + query))
    }

    /// A form body's fields, or the scalars of a JSON body.
    static func read(body bytes: [UInt8]) -> [QueryField] {
        guard !bytes.isEmpty else { return [] }
        guard JSONReader.beginsContainer(bytes) else { return read(String(decoding: bytes, as: UTF8.self)) }
        do throws(JSONDocumentFault) {
            return try JSONReader.read(bytes).scalars.map { scalar in
                QueryField(name: scalar.path, raw: scalar.value, value: scalar.value)
            }
        } catch {
            // Half a JSON body has no fields; its exchange keeps the bytes.
            return []
        }
    }
}

extension QueryField {
    /// The row of this field.
    func parameter(of beacon: ID<Beacon>, ordinal: Int, subkey: String? = nil) -> Parameter {
        Parameter(
            beacon: beacon, name: name, subkey: subkey, ordinal: ordinal, raw: raw, value: value,
            encodedTwice: encodedTwice)
    }
}

extension URLFields {
    /// Whether the query holds these bytes: a cheap look before it is taken apart, since every exchange of a run comes by
    /// each family.
    func queryHolds(_ literal: String) -> Bool {
        guard let query, let first = literal.utf8.first else { return false }
        return query.contains { bytes[$0] == first && bytes[$0..<query.upperBound].starts(with: literal.utf8) }
    }

    /// The path's segments, percent-decoded once; a trailing slash gives an empty last one.
    var segments: [String] {
        bytes[path].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
            .map { PercentCoding.text(String(decoding: $0, as: UTF8.self)) }
    }
}

extension PercentCoding {
    /// `text` cut at its first comma, literal or sent as `%2C`; `nil` when it has none. Both parts stay encoded.
    static func splitAtComma(_ text: String) -> (head: String, tail: String)? {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            let width: Int
            if bytes[index] == UInt8(ascii: ",") {
                width = 1
            } else if isEscape(bytes, at: index), Hexadecimal.byte(in: bytes, at: index + 1) == UInt8(ascii: ",") {
                width = 3
            } else {
                continue
            }
            return (
                String(decoding: bytes[..<index], as: UTF8.self),
                String(decoding: bytes[(index + width)...], as: UTF8.self)
            )
        }
        return nil
    }
}
