import Encodings
import Model

/// The parameters of a request to Nielsen, decoded as the SDK encoded them (docs/nielsen-pings.md,
/// "How parameters are encoded").
///
/// - `c<digits>` values are decoded once and cut at their first comma: `c16=sdkv,ai.8.1.0` is (`c16`, `sdkv`,
///   `ai.8.1.0`), whether the comma was sent as such or as `%2C`.
/// - `sdd` and `c60=cvarall` hold lists: cut at `~~` first, then each item at its first comma, and only an item whose comma
///   is still encoded is decoded a second time. An item without a key keeps its place as the subkey `#3`.
/// - `cr` is repeated in parts: (`cr`, `action`), (`cr`, `segment`).
struct NielsenParameters: Sendable, Hashable {
    /// One row of ``Parameter``, still without a beacon.
    struct Row: Sendable, Hashable {
        var name: String
        var subkey: String?
        var raw: String
        var value: String
        /// Cut out of another row: an item of a list, a part of `cr`.
        var isPart = false

        var encodedTwice: Bool { PercentCoding.isEncoded(value) }
    }

    /// In the order sent, parts after what they were cut from.
    private(set) var rows: [Row] = []

    init(_ url: URLFields) {
        for field in QueryField.read(url) { append(field) }
    }

    /// The number of `name=value` pieces of the request.
    var count: Int { rows.count { !$0.isPart } }

    /// The first value of that name and subkey; `nil` when it was not sent.
    func value(_ name: String, _ subkey: String? = nil) -> String? {
        rows.first { $0.name == name && $0.subkey == subkey }?.value
    }

    /// As ``value(_:_:)``, with blank as `nil`.
    func filled(_ name: String, _ subkey: String? = nil) -> String? {
        guard let value = value(name, subkey), !value.isEmpty else { return nil }
        return value
    }

    /// Names (with subkeys) that were sent more than once, in the order of their second sending.
    var repeated: [String] {
        var seen: Set<String> = []
        var named: Set<String> = []
        var repeated: [String] = []
        for row in rows where !row.isPart {
            let key = row.subkey.map { "\(row.name)=\($0)" } ?? row.name
            if !seen.insert(key).inserted, named.insert(key).inserted { repeated.append(key) }
        }
        return repeated
    }

    /// Names whose percent-decoded bytes are no UTF-8.
    var notUTF8: [String] {
        rows.filter { row in
            guard !row.isPart else { return false }
            // Replacement characters are what broken bytes become.
            guard row.value.unicodeScalars.contains("\u{FFFD}") else { return false }
            let bytes = PercentCoding.decode(row.raw.utf8, plusIsSpace: false)
            return String(validating: bytes, as: UTF8.self) == nil
        }.map(\.name)
    }

    func parameters(of beacon: ID<Beacon>) -> [Parameter] {
        rows.enumerated().map { ordinal, row in
            Parameter(
                beacon: beacon, name: row.name, subkey: row.subkey, ordinal: ordinal, raw: row.raw, value: row.value,
                encodedTwice: row.encodedTwice)
        }
    }

    /// Adds what a request says outside of its query: in its path, its host, or a JSON value.
    mutating func append(derived name: String, subkey: String? = nil, value: String) {
        rows.append(Row(name: name, subkey: subkey, raw: value, value: value, isPart: true))
    }

    private mutating func append(_ field: QueryField) {
        let name = field.name.utf8
        let isNumbered =
            name.first == UInt8(ascii: "c") && name.count > 1
            && name.dropFirst().allSatisfy { ASCII.isDigit($0) }
        if isNumbered, let (head, tail) = PercentCoding.splitAtComma(field.raw) {
            let subkey = PercentCoding.text(head)
            rows.append(Row(name: field.name, subkey: subkey, raw: tail, value: PercentCoding.text(tail)))
            if subkey == "cvarall" { appendItems(of: tail, name: field.name) }
            return
        }
        rows.append(Row(name: field.name, raw: field.raw, value: field.value))
        switch field.name {
        case "sdd": appendItems(of: field.raw, name: field.name)
        case "cr": appendSegment(field.value)
        default: break
        }
    }

    private mutating func appendItems(of list: String, name: String) {
        guard !list.isEmpty else { return }
        for (position, item) in Self.items(list).enumerated() {
            let once = PercentCoding.text(item)
            let row: Row
            if let comma = item.firstIndex(of: ",") {
                let tail = String(item[item.index(after: comma)...])
                row = Row(
                    name: name, subkey: PercentCoding.text(String(item[..<comma])), raw: tail,
                    value: PercentCoding.text(tail), isPart: true)
            } else if let (head, tail) = PercentCoding.splitAtComma(once) {
                row = Row(
                    name: name, subkey: PercentCoding.text(head), raw: tail, value: PercentCoding.text(tail),
                    isPart: true)
            } else {
                row = Row(name: name, subkey: "#\(position + 1)", raw: item, value: once, isPart: true)
            }
            rows.append(row)
        }
    }

    /// The items between `~~`, empty ones kept; the separator may be sent encoded.
    private static func items(_ list: String) -> [String] {
        var items: [String] = []
        var item: [UInt8] = []
        let bytes = Array(list.utf8)
        var index = 0
        while index < bytes.count {
            let first = tilde(bytes, at: index)
            let second = first > 0 ? tilde(bytes, at: index + first) : 0
            if second > 0 {
                items.append(String(decoding: item, as: UTF8.self))
                item.removeAll()
                index += first + second
            } else {
                item.append(bytes[index])
                index += 1
            }
        }
        items.append(String(decoding: item, as: UTF8.self))
        return items
    }

    /// The length of a tilde at `index`, literal (1) or encoded (3); 0 where there is none.
    private static func tilde(_ bytes: [UInt8], at index: Int) -> Int {
        guard index < bytes.count else { return 0 }
        if bytes[index] == UInt8(ascii: "~") { return 1 }
        return bytes[index...].starts(with: "%7E".utf8) || bytes[index...].starts(with: "%7e".utf8) ? 3 : 0
    }

    /// `4_00_99_D1_00000`: tag presence, breakout, flag, action with segment, duration. Static pings have no segment.
    private mutating func appendSegment(_ value: String) {
        let parts = value.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count > 3, let action = parts[3].first, action.isLetter else { return }
        rows.append(Row(name: "cr", subkey: "action", raw: String(action), value: String(action), isPart: true))
        let segment = String(parts[3].dropFirst())
        guard !segment.isEmpty, segment.allSatisfy(\.isNumber) else { return }
        rows.append(Row(name: "cr", subkey: "segment", raw: segment, value: segment, isPart: true))
    }
}
