import Encodings
import Model

// The XML export names in attributes what the JSON export names in members. It gives no sizes: where a body is absent, the
// header fields tell an empty body from one that was not recorded.
extension CharlesTransaction {
    /// Reads the element whose tag was taken.
    init(_ tag: XMLScanner.Tag, _ scanner: inout XMLScanner) throws(XMLFault) {
        let attributes = CharlesAttributes(try scanner.attributes(of: tag))
        status = attributes.text("status").lowercased()
        method = attributes.text("method")
        scheme = attributes.text("protocol", "scheme").lowercased()
        if scheme.isEmpty { scheme = "http" }
        host = attributes.text("host")
        port = attributes.positive("actualPort") ?? attributes.positive("port")
        path = attributes.text("path")
        query = attributes.text("query")
        protocolVersion = attributes.text("protocolVersion")
        remoteAddress = attributes.text("remoteAddress")
        clientAddress = attributes.text("clientAddress")
        clientPort = attributes.positive("clientPort")
        isTunnel = attributes.isTrue("tunnel") ?? (method == "CONNECT")
        isWebSocket = attributes.isTrue("webSocket") ?? false
        times.start = attributes.time("startTime")
        times.requestBegin = attributes.time("requestBeginTime")
        times.responseBegin = attributes.time("responseTime")
        times.end = attributes.time("endTime")
        while let child = try scanner.child(of: tag) {
            if scanner.matches(child.name, "request") {
                request = try Message(child, &scanner)
            } else if scanner.matches(child.name, "response") {
                response = try Message(child, &scanner)
            } else {
                try scanner.skip(child)
            }
        }
    }
}

extension CharlesTransaction.Message {
    fileprivate init(_ tag: XMLScanner.Tag, _ scanner: inout XMLScanner) throws(XMLFault) {
        let attributes = CharlesAttributes(try scanner.attributes(of: tag))
        status = attributes.positive("status")
        var type = attributes.text("mime-type", "mimeType")
        while let child = try scanner.child(of: tag) {
            if scanner.matches(child.name, "headers") {
                try readHeaders(child, &scanner)
            } else if scanner.matches(child.name, "body") {
                try readBody(child, &scanner)
            } else {
                try scanner.skip(child)
            }
        }
        if headers["content-type"] == nil, !type.isEmpty { headers.append(name: "content-type", value: type) }
        type = headers["content-type"] ?? ""
        contentEncoding = headers["content-encoding"] ?? attributes.text("contentEncoding", "content-encoding")
        settleCoding()
        settleAbsence(isStated: attributes.isTrue("body") == false, type: type)
    }

    private mutating func readHeaders(_ tag: XMLScanner.Tag, _ scanner: inout XMLScanner) throws(XMLFault) {
        while let field = try scanner.child(of: tag) {
            guard scanner.matches(field.name, "header") else {
                try scanner.skip(field)
                continue
            }
            var name: [UInt8] = []
            var value: [UInt8] = []
            while let part = try scanner.child(of: field) {
                if scanner.matches(part.name, "name") {
                    name = try scanner.content(of: part)
                } else if scanner.matches(part.name, "value") {
                    value = try scanner.content(of: part)
                } else {
                    try scanner.skip(part)
                }
            }
            if !name.isEmpty { headers.append(name: name, value: value) }
        }
    }

    private mutating func readBody(_ tag: XMLScanner.Tag, _ scanner: inout XMLScanner) throws(XMLFault) {
        let attributes = CharlesAttributes(try scanner.attributes(of: tag))
        let content = try scanner.content(of: tag)
        isDecoded = attributes.isTrue("decoded") ?? false
        switch attributes.text("encoding").lowercased() {
        case "", "plain", "text": body = .text(content)
        case "base64": body = Base64.decode(content.span).map { .encoded($0) } ?? .damaged
        default: body = .damaged
        }
    }

    /// Charles exports what it could decode as text; other bodies are as they were sent, or were unpacked all the same.
    private mutating func settleCoding() {
        guard case .encoded(let bytes) = body else { return }
        let coding = contentEncoding.lowercased()
        let hasMark = coding.contains("gzip") || coding.contains("deflate") || coding.contains("zstd")
        if hasMark, StillEncoded.coding(of: bytes, headers: headers) == nil { isDecoded = true }
    }

    private mutating func settleAbsence(isStated: Bool, type: String) {
        let stated = headers["content-length"].flatMap { Int($0) }
        if case .text(let bytes) = body, bytes.isEmpty { body = .absent }
        guard case .absent = body else { return }
        bodySize = stated.flatMap { $0 >= 0 ? $0 : nil } ?? (isStated && !DocumentSniff.isNeverEmpty(type) ? 0 : nil)
    }
}

/// The attributes of an element, as values.
private struct CharlesAttributes {
    private let values: [String: [UInt8]]

    init(_ values: [String: [UInt8]]) {
        self.values = values
    }

    /// The first of the names that has a value.
    func text(_ names: String...) -> String {
        for name in names {
            if let value = values[name], !value.isEmpty { return WireText.decode(value[...]).text }
        }
        return ""
    }

    func positive(_ name: String) -> Int? {
        Int(text(name)).flatMap { $0 > 0 ? $0 : nil }
    }

    func isTrue(_ name: String) -> Bool? {
        values[name].map { $0.elementsEqual("true".utf8) }
    }

    /// In milliseconds since 1970 where they are given, else as a date and time.
    func time(_ name: String) -> Timestamp? {
        if let millis = values[name + "Millis"], let value = JSONNumber.integer(millis.span, scale: 3), value > 0 {
            return Timestamp(microseconds: Int64(value))
        }
        return values[name].flatMap { ISO8601.read($0.span)?.timestamp }
    }
}
