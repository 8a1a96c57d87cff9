import Encodings
import Model

/// Replaces identifiers in captured text: in URLs, in bodies, in log payloads, in sentences that quote them.
///
/// Three ways find them, at any depth of encoding (``DecodedText``): a name that carries an identifier
/// (``IdentifierNames``) with its value; a form that is one wherever it stands (``IdentifierShapes``); and a value that
/// was seen as one elsewhere in the run. Empty values, unexpanded macros, zero ids and the declared "unknown" values stay:
/// they are what rules judge.
struct Redactor: Sendable {
    private(set) var pseudonyms: Pseudonyms
    private var known: KnownValues
    private var names = NameMeanings()
    /// While it only learns: a text that was read teaches nothing new.
    private var read: Set<String>?
    /// Once it has learned all: texts with nothing to replace. The same hosts, words and documents stand behind many findings.
    private var plain: Set<String>?
    /// How deep base64 of JSON inside base64 of JSON is read.
    private var depth = 0

    /// - Parameters:
    ///   - key: `nil` for stand-ins that say their kind only.
    ///   - identifiers: values known to be identifiers, from parameters and sessions of the run.
    ///   - open: values known to be none.
    init(key: RedactionKey?, identifiers: [ReportModel.Identifier] = [], open: [String] = []) {
        pseudonyms = Pseudonyms(key: key)
        known = KnownValues(open: open)
        for identifier in identifiers { learn(identifier.value, identifier.kind) }
    }

    /// From now on texts are read for what they teach; what comes back is not to be shown.
    mutating func beginLesson() {
        read = []
    }

    mutating func endLesson() {
        read = nil
        plain = []
        pseudonyms.resetCounts()
    }

    mutating func redact(_ text: String?) -> String? {
        text.map { redact($0) }
    }

    mutating func redact(_ text: String) -> String {
        // What stands inside base64 is not read as deep as a text of its own, and says nothing of that.
        let isOwn = depth == 0
        if isOwn, read?.insert(text).inserted == false || plain?.contains(text) == true { return text }
        let given = text
        let text = DecodedText(Array(text.utf8))
        var output: [UInt8] = []
        output.reserveCapacity(text.raw.count)
        var written = 0
        var open = 0..<0
        var index = 0
        while index < text.count {
            guard let found = find(text, at: index, &open) else {
                index = next(text, after: index)
                continue
            }
            guard let standIn = found.standIn else {
                index = found.range.upperBound
                continue
            }
            let raw = text.rawRange(found.range)
            output.append(contentsOf: text.raw[written..<raw.lowerBound])
            output.append(contentsOf: standIn.utf8)
            written = raw.upperBound
            index = found.range.upperBound
        }
        if written == 0 {
            if isOwn { plain?.insert(given) }
            return given
        }
        output.append(contentsOf: text.raw[written...])
        return String(decoding: output, as: UTF8.self)
    }

    /// What a person wrote and signed, such as the owner of a waiver: only values that the captures have are replaced.
    mutating func redactKnown(_ text: String) -> String {
        guard let kind = known.kind(of: text) else { return text }
        return pseudonyms.standIn(for: text, kind)
    }

    /// The stand-in of a value whose kind is known; values that say nothing stay.
    mutating func pseudonym(for value: String, _ kind: IdentifierKind) -> String {
        guard !IdentifierText.saysNothing(value) else { return value }
        learn(value, kind)
        return pseudonyms.standIn(for: value, kind)
    }

    mutating func learn(_ value: String, _ kind: IdentifierKind) {
        guard !IdentifierText.saysNothing(value) else { return }
        known.learn(value, kind)
    }

    // MARK: Finding

    /// Something to replace, or with no stand-in to step over.
    private struct Found {
        var range: Range<Int>
        var standIn: String?
    }

    /// What begins at `index`. Where an impersonal field is entered, `open` becomes its value.
    private mutating func find(_ text: DecodedText, at index: Int, _ open: inout Range<Int>) -> Found? {
        if let match = known.match(text.bytes, at: index) { return replaced(text, index..<match.end, match.kind) }
        if let session = nielsenSession(text, at: index) { return replaced(text, session, .session) }
        if let match = IdentifierShapes.match(text, at: index) {
            let value = text.text(index..<match.end)
            let stays =
                IdentifierText.saysNothing(value) || known.isOpen(value)
                || match.kind == .uuid && open.contains(index)
            if !stays { return replaced(text, index..<match.end, match.kind) }
            return Found(range: index..<match.end, standIn: nil)
        }
        if let found = packed(text, at: index) { return found }
        guard IdentifierText.isName(text.bytes[index]), index == 0 || !IdentifierText.isName(text.bytes[index - 1])
        else {
            return nil
        }
        let name = index..<endOfName(text, index)
        guard let field = IdentifierField(named: name, in: text, &names) else { return nil }
        if field.isImpersonal { open = field.value }
        let value = text.text(field.value)
        if field.accepts(value), field.entry != nil || known.kind(of: value) == nil {
            if field.entry == nil, known.isOpen(value) {
                // An ad's id, which may hold a value that is known to be a person's.
                open = field.value
                return nil
            }
            let kind = field.entry?.kind ?? (IdentifierShapes.isUUID(value) ? .uuid : .opaque)
            if field.entry != nil { learn(value, kind) }
            return replaced(text, field.value, kind)
        }
        // A value that is not replaced is read on, for it may hold fields.
        return nil
    }

    private mutating func replaced(_ text: DecodedText, _ range: Range<Int>, _ kind: IdentifierKind) -> Found {
        // The label of a host: a colon would end it.
        let before = range.lowerBound > 0 ? text.bytes[range.lowerBound - 1] : UInt8(ascii: "/")
        let isLabel =
            range.upperBound + 1 < text.count && text.bytes[range.upperBound] == UInt8(ascii: ".")
            && ASCII.isLetterOrDigit(text.bytes[range.upperBound + 1])
            && [UInt8(ascii: "/"), UInt8(ascii: "."), 0x20].contains(before)
        return Found(
            range: range, standIn: pseudonyms.standIn(for: text.text(range), kind, joint: isLabel ? "-" : ":"))
    }

    /// The host of Nielsen's EMM ping begins with the session identifier.
    private mutating func nielsenSession(_ text: DecodedText, at index: Int) -> Range<Int>? {
        guard index == 0 || !IdentifierText.isName(text.bytes[index - 1]) else { return nil }
        var dot = index
        while dot < text.count, dot - index < 64, IdentifierText.isName(text.bytes[dot]) {
            if text.bytes[dot] == UInt8(ascii: ".") { break }
            dot += 1
        }
        guard dot > index, text.count - dot >= Redactor.nielsenHost.count, text.bytes[dot] == UInt8(ascii: ".") else {
            return nil
        }
        for (offset, byte) in Redactor.nielsenHost.enumerated() {
            guard ASCII.lowercased(text.bytes[dot + offset]) == byte else { return nil }
        }
        learn(text.text(index..<dot), .session)
        return index..<dot
    }

    /// Base64 of JSON with identifiers in it.
    private mutating func packed(_ text: DecodedText, at index: Int) -> Found? {
        guard depth < 2 else { return nil }
        depth += 1
        defer { depth -= 1 }
        for end in IdentifierShapes.endsOfPackedJSON(text.bytes, index) {
            // One digit beyond a group of four is no byte.
            let digits = text.bytes[index..<(end - ((end - index) % 4 == 1 ? 1 : 0))]
            guard let inner = Base64.decode(digits.span) else { continue }
            let json = String(decoding: inner, as: UTF8.self)
            if redact(json) != json { return replaced(text, index..<end, .opaque) }
        }
        return nil
    }

    private func endOfName(_ text: DecodedText, _ start: Int) -> Int {
        var end = start
        while end < text.count, IdentifierText.isName(text.bytes[end]) { end += 1 }
        return end
    }

    /// The next place where something can begin: behind a letter or digit nothing does.
    private func next(_ text: DecodedText, after start: Int) -> Int {
        var index = start
        while index < text.count {
            let isInside = ASCII.isLetterOrDigit(text.bytes[index])
            index += 1
            guard index < text.count, !isInside else { continue }
            switch text.bytes[index] {
            case UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                return index
            case let byte where ASCII.isLetterOrDigit(byte): return index
            default: continue
            }
        }
        return index
    }

    private static let nielsenHost = Array(".nuid.imrworldwide.com".utf8)
}
