import Encodings

/// What one context does with the bytes that could break it.
///
/// Whatever the context, a captured control character or a character that hides or reorders text (bidirectional
/// controls, zero-width characters, tags) is shown, never sent: people must be able to trust what they see.
struct EscapeTable: Sendable {
    /// Indexed by byte: the byte may need replacing. Lead bytes of hidden characters are special, too.
    let isSpecial: [Bool]
    private let ascii: [[UInt8]?]
    private let hidden: HiddenForm

    /// How a hidden character is written.
    enum HiddenForm: Sendable {
        /// `(U+202E)`; controls as their pictures: `␛`.
        case visible
        /// `\u202e`: JSON keeps the value exactly.
        case jsonEscape
    }

    init(_ replacements: [Character: String], hidden: HiddenForm = .visible) {
        var ascii = [[UInt8]?](repeating: nil, count: 128)
        for code in UInt8(0)...0x7F where code < 0x20 || code == 0x7F {
            ascii[Int(code)] = Self.control(code, hidden)
        }
        for (character, replacement) in replacements {
            guard let code = character.asciiValue else { continue }
            ascii[Int(code)] = Array(replacement.utf8)
        }
        self.ascii = ascii
        self.hidden = hidden
        isSpecial = (0..<256).map { $0 < 128 ? ascii[$0] != nil : HiddenCharacters.leadBytes.contains(UInt8($0)) }
    }

    /// What stands for the character at `index`, and how many input bytes it covers; `nil` when it is harmless.
    func replacement(in input: UnsafeBufferPointer<UInt8>, at index: Int) -> (bytes: [UInt8], length: Int)? {
        let byte = input[index]
        if byte < 128 {
            return ascii[Int(byte)].map { ($0, 1) }
        }
        guard let (scalar, length) = HiddenCharacters.scalar(in: input, at: index) else { return nil }
        return (Self.scalarForm(scalar, hidden), length)
    }

    private static func control(_ code: UInt8, _ form: HiddenForm) -> [UInt8] {
        switch form {
        case .visible: [0xE2, 0x90, code == 0x7F ? 0xA1 : 0x80 + code]
        case .jsonEscape: scalarForm(UInt32(code), form)
        }
    }

    private static func scalarForm(_ scalar: UInt32, _ form: HiddenForm) -> [UInt8] {
        let padded = Hexadecimal.text(scalar, width: 4)
        switch form {
        case .visible:
            return Array("(U+\(padded.uppercased()))".utf8)
        case .jsonEscape:
            guard scalar > 0xFFFF else { return Array("\\u\(padded)".utf8) }
            let offset = scalar - 0x10000
            let high = Hexadecimal.text(0xD800 + (offset >> 10))
            let low = Hexadecimal.text(0xDC00 + (offset & 0x3FF))
            return Array("\\u\(high)\\u\(low)".utf8)
        }
    }
}

extension EscapeTable {
    /// Text of a terminal: nothing but the controls is dangerous.
    static let terminal = EscapeTable([:])
    /// HTML text and quoted attribute values; XML has the same five.
    static let markup = EscapeTable(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
    /// XML text, in which lines may break.
    static let xmlText = EscapeTable(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "\n"])
    /// The message of a GitHub workflow command.
    static let workflowMessage = EscapeTable(["%": "%25", "\r": "%0D", "\n": "%0A"])
    /// A property of one.
    static let workflowProperty = EscapeTable(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
    /// A JSON string, also safe inside an HTML script element.
    static let json = EscapeTable(
        ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "<": "\\u003c"], hidden: .jsonEscape)
    /// Markdown outside code spans: everything that begins markup, a table cell, a mention or a reference.
    static let markdown = EscapeTable([
        "\\": "\\\\", "`": "&#96;", "*": "\\*", "_": "\\_", "{": "\\{", "}": "\\}", "[": "\\[", "]": "\\]", "<": "&lt;",
        ">": "&gt;", "&": "&amp;", "#": "\\#", "|": "\\|", "~": "\\~", "!": "\\!", "$": "\\$",
    ])
    /// Inside a Markdown code span; a table cell ends at a pipe even there.
    static let markdownCode = EscapeTable(["|": "\\|"])
}

/// Characters that change what a reader sees without being seen themselves.
enum HiddenCharacters {
    /// First bytes of the UTF-8 forms of all of them.
    static let leadBytes: Set<UInt8> = [0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3]

    /// The hidden character that begins at `index`, with its length in bytes.
    static func scalar(in input: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32, length: Int)? {
        let lead = input[index]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard input.count - index >= length else { return nil }
        var scalar = UInt32(lead) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for next in input[(index + 1)..<(index + length)] {
            scalar = scalar << 6 | UInt32(next & 0x3F)
        }
        return isHidden(scalar) ? (scalar, length) : nil
    }

    static func isHidden(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0xAD: true  // C1 controls, soft hyphen
        case 0x061C, 0x180E: true  // Arabic letter mark, Mongolian vowel separator
        case 0x200B...0x200F, 0x2028...0x202E: true  // zero width, marks, separators, embeddings and overrides
        case 0x2060...0x206F: true  // joiners, isolates
        case 0xFEFF, 0xFFF9...0xFFFB: true  // byte order mark, interlinear annotation
        case 0xFFFE, 0xFFFF: true  // no characters; XML forbids them
        case 0xE0000...0xE007F: true  // tags
        default: false
        }
    }
}
