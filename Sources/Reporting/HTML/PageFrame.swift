import Cryptography
import Encodings
import Model
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
    static let indexScript = Part(report_index_script())

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

    /// The source expressions that let exactly these inline texts run: `sha256-…` (CSP level 3, section 2.3.1).
    static let stylePolicy = policyHash(of: style)
    static let scriptPolicy = policyHash(of: script)
    static let indexScriptPolicy = policyHash(of: indexScript)

    static func policyHash(of part: Part) -> String {
        "sha256-" + Base64.text(SHA256.hash(part.bytes).bytes)
    }
}

extension PageFrame.Part {
    fileprivate init(_ file: report_file) {
        let start = UnsafeRawPointer(file.text)
        self.init(bytes: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : file.length))
    }
}
