/// Replaces identifiers in captured text: in URLs, in log payloads, in sentences that quote them.
///
/// Two ways find them. A name that carries an identifier (``IdentifierKind``) followed by a value, at any depth of
/// percent-encoding; and a value that was seen under such a name elsewhere in the run, wherever it stands alone. Empty
/// values, unexpanded macros and the declared "unknown" values stay: they are what rules judge.
struct Redactor: Sendable {
    private(set) var pseudonyms: Pseudonyms
    private var known: [String: IdentifierKind]

    /// - Parameter identifiers: values known to be identifiers, from parameters and sessions of the run.
    init(key: [UInt8], identifiers: [ReportModel.Identifier] = []) {
        pseudonyms = Pseudonyms(key: key)
        known = [:]
        for identifier in identifiers { learn(identifier.value, identifier.kind) }
    }

    mutating func resetCounts() {
        pseudonyms.resetCounts()
    }

    mutating func redact(_ text: String?) -> String? {
        text.map { redact($0) }
    }

    mutating func redact(_ text: String) -> String {
        let input = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        var index = 0
        while index < input.count {
            if let length = IdentifierText.escapeLength(input, index) {
                output.append(contentsOf: input[index..<(index + length)])
                index += length
                continue
            }
            guard IdentifierText.isName(input[index]) else {
                output.append(input[index])
                index += 1
                continue
            }
            let end = IdentifierText.endOfName(input, index)
            let name = String(decoding: input[index..<end], as: UTF8.self)
            let field = IdentifierText.field(named: name, in: input, at: end)
            guard let field else {
                output.append(contentsOf: word(name).utf8)
                index = end
                continue
            }
            // What stands between is the separator; a value that is not replaced is read on, for it may hold fields.
            output.append(contentsOf: input[index..<field.value.lowerBound])
            index = field.value.lowerBound
            if let standIn = standIn(for: input[field.value], field) {
                output.append(contentsOf: standIn.utf8)
                index = field.value.upperBound
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The stand-in of a value whose kind is known; values that say nothing stay.
    mutating func pseudonym(for value: String, _ kind: IdentifierKind) -> String {
        guard !IdentifierText.saysNothing(value) else { return value }
        learn(value, kind)
        return pseudonyms.standIn(for: value, kind)
    }

    private mutating func standIn(for raw: ArraySlice<UInt8>, _ field: IdentifierText.Field) -> String? {
        let value = IdentifierText.decoded(raw, times: field.depth + 1)
        guard !IdentifierText.saysNothing(value) else { return nil }
        if let kind = field.kind {
            learn(value, kind)
            return pseudonyms.standIn(for: value, kind)
        }
        guard IdentifierText.looksRandom(value), known[value] == nil else { return nil }
        return pseudonyms.standIn(for: value, .opaque)
    }

    /// A run of name characters that is no field name: a known value, or a host that holds one.
    private mutating func word(_ word: String) -> String {
        if let kind = known[word] { return pseudonyms.standIn(for: word, kind) }
        guard word.utf8.contains(UInt8(ascii: ".")) else { return word }
        var parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if word.lowercased().hasSuffix(".nuid.imrworldwide.com"), let first = parts.first, !first.isEmpty {
            // The host of Nielsen's EMM ping begins with the session identifier.
            learn(first, .session)
            parts[0] = pseudonyms.standIn(for: first, .session)
        }
        for index in parts.indices {
            if let kind = known[parts[index]] { parts[index] = pseudonyms.standIn(for: parts[index], kind) }
        }
        return parts.joined(separator: ".")
    }

    /// Short values and plain words are not looked for outside their own fields: they would hit innocent text.
    private mutating func learn(_ value: String, _ kind: IdentifierKind) {
        guard value.utf8.count >= 8, value.utf8.contains(where: { (0x30...0x39).contains($0) }),
            value.utf8.allSatisfy({ IdentifierText.isName($0) }), known[value] == nil
        else { return }
        known[value] = kind
    }
}
