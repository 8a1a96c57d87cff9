import Encodings

/// What a recorder or a sanitiser did to a ping (docs/nielsen-pings.md, "Pings that were cut").
extension NielsenPing {
    /// Whether the URL ends before the ping did: nothing that it lacks was left out by the SDK.
    ///
    /// The cache buster is in every ping and stands at or near the end. Where it is missing, and so are others that no
    /// template leaves out, or the last piece is no whole one, a logger cut the URL.
    var isCut: Bool {
        // A sanitiser took the whole query.
        if endpoint == .other, parameters.count == 0, path.hasSuffix("/cgi-bin/gn") { return true }
        guard endpoint == .dcr || endpoint == .session, parameters.filled("rnd") == nil else { return false }
        let always = endpoint == .dcr ? Self.always : Self.always.filter { $0.0 == "c61" }
        return always.contains { parameters.value($0.0, $0.1) == nil } || parameters.endsInTheMiddle
    }

    /// Parameters that stand in every template, blank or not.
    private static let always: [(String, String?)] = [
        ("c61", "createtm"), ("c62", "sendTime"), ("c59", "sesid"), ("uoo", nil),
    ]
}

extension NielsenParameters {
    /// The name of the last piece sent.
    var lastName: String {
        guard let last = rows.last(where: { !$0.isPart }) else { return "" }
        return last.subkey.map { "\(last.name)=\($0)" } ?? last.name
    }

    /// Whether the last piece sent is no whole one: a list item or a numbered value without its comma, or half of an
    /// encoded byte.
    var endsInTheMiddle: Bool {
        guard let last = rows.last(where: { !$0.isPart }) else { return false }
        let tail = last.raw.utf8.suffix(2)
        if tail.contains(UInt8(ascii: "%")) { return true }
        if last.name == "sdd", let item = rows.last, item.isPart { return item.subkey?.hasPrefix("#") == true }
        let isNumbered = last.name.first == "c" && last.name.count > 1 && last.name.dropFirst().allSatisfy(\.isNumber)
        return isNumbered && last.subkey == nil
    }
}
