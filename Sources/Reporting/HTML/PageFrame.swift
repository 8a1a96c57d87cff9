import ReportLibrary

/// The shipped page: HTML with named slots (`<!--slot:verdict-->`), its style and its script.
enum PageFrame {
    /// Text that comes from ReportLibrary. Nobody else can make one, so that nothing captured passes for markup.
    struct Part: Sendable {
        let bytes: [UInt8]

        fileprivate init(bytes: some Collection<UInt8>) {
            self.bytes = Array(bytes)
        }
    }

    static let style = Part(report_style())
    static let script = Part(report_script())

    /// The page, cut at its slots: text, then the name of the slot that follows it; the last has none.
    static let page: [(text: Part, slot: String?)] = {
        let bytes = Part(report_page()).bytes
        let open = Array("<!--slot:".utf8)
        let close = Array("-->".utf8)
        var parts: [(text: Part, slot: String?)] = []
        var start = 0
        var index = 0
        while index + open.count <= bytes.count {
            guard bytes[index...].starts(with: open) else {
                index += 1
                continue
            }
            var end = index + open.count
            while end < bytes.count, !bytes[end...].starts(with: close) { end += 1 }
            let name = bytes[(index + open.count)..<end]
            parts.append((Part(bytes: bytes[start..<index]), String(decoding: name, as: UTF8.self)))
            start = min(bytes.count, end + close.count)
            index = start
        }
        parts.append((Part(bytes: bytes[start...]), nil))
        return parts
    }()

    /// The source expression that lets exactly this inline text run: `sha256-…` (CSP level 3, section 2.3.1).
    static func policyHash(of part: Part) -> String {
        "sha256-" + Base64.encode(SHA256.hash(part.bytes))
    }
}

extension PageFrame.Part {
    fileprivate init(_ file: report_file) {
        let start = UnsafeRawPointer(file.text)
        self.init(bytes: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : file.length))
    }
}

/// Base64 (RFC 4648 section 4).
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                let sextet = Int(word >> (18 - 6 * UInt32(place)) & 0x3F)
                output.append(place <= group.count ? alphabet[sextet] : UInt8(ascii: "="))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
