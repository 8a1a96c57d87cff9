import Encodings
import Model

/// The fields of one transaction that matter, as values: an exported session repeats none of them often.
struct CharlesTransaction {
    var status = ""
    var method = ""
    var scheme = ""
    var host = ""
    var port: Int?
    var path = ""
    var query = ""
    var protocolVersion = ""
    var remoteAddress = ""
    var clientAddress = ""
    var clientPort: Int?
    var isTunnel = false
    var isWebSocket = false
    var times = Times()
    var request: Message?
    var response: Message?

    struct Times {
        var start: Timestamp?
        var requestBegin: Timestamp?
        var responseBegin: Timestamp?
        var end: Timestamp?
    }

    struct Message {
        var status: Int?
        var bodySize: Int?
        var contentEncoding = ""
        var headers = HeaderFields()
        var body = Content.absent
        /// Charles has undone the content encoding before it wrote the body.
        var isDecoded = false
    }

    enum Content {
        case absent
        case text([UInt8])
        /// As transferred, unless ``Message/isDecoded``.
        case encoded([UInt8])
        /// Said to be base64, which it is not.
        case damaged
    }

    /// Reads the transaction whose opening brace is at the scanner's position.
    mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) {
        try scanner.take(UInt8(ascii: "{"), orExpected: .object)
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "status") {
                status = try scanner.textValue().lowercased()
            } else if scanner.matches(key, "method") {
                method = try scanner.textValue()
            } else if scanner.matches(key, "protocolVersion") {
                protocolVersion = try scanner.textValue()
            } else if scanner.matches(key, "scheme") {
                scheme = try scanner.textValue().lowercased()
            } else if scanner.matches(key, "host") {
                host = try scanner.textValue()
            } else if scanner.matches(key, "actualPort") {
                port = try scanner.integerValue()
            } else if scanner.matches(key, "path") {
                path = try scanner.textValue()
            } else if scanner.matches(key, "query") {
                query = try scanner.textValue()
            } else if scanner.matches(key, "remoteAddress") {
                remoteAddress = try scanner.textValue()
            } else if scanner.matches(key, "clientAddress") {
                clientAddress = try scanner.textValue()
            } else if scanner.matches(key, "clientPort") {
                clientPort = try scanner.integerValue()
            } else if scanner.matches(key, "tunnel") {
                isTunnel = try scanner.isTrueValue()
            } else if scanner.matches(key, "webSocket") {
                isWebSocket = try scanner.isTrueValue()
            } else if scanner.matches(key, "times"), try scanner.opensObject() {
                try times.read(&scanner)
            } else if scanner.matches(key, "request"), try scanner.opensObject() {
                request = try Message(&scanner)
            } else if scanner.matches(key, "response"), try scanner.opensObject() {
                response = try Message(&scanner)
            } else {
                try scanner.skipValue()
            }
        }
    }
}

extension CharlesTransaction.Times {
    fileprivate mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "start") {
                start = try scanner.timeValue()
            } else if scanner.matches(key, "requestBegin") {
                requestBegin = try scanner.timeValue()
            } else if scanner.matches(key, "responseBegin") || scanner.matches(key, "response") {
                responseBegin = try scanner.timeValue()
            } else if scanner.matches(key, "end") {
                end = try scanner.timeValue()
            } else {
                try scanner.skipValue()
            }
        }
    }
}

extension CharlesTransaction.Message {
    fileprivate init(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "status") {
                status = try scanner.integerValue()
            } else if scanner.matches(key, "contentEncoding") {
                contentEncoding = try scanner.textValue()
            } else if scanner.matches(key, "sizes"), try scanner.opensObject() {
                try readSizes(&scanner)
            } else if scanner.matches(key, "header"), try scanner.opensObject() {
                try scanner.elements(of: "headers") { (scanner) throws(JSONFault) in try readField(&scanner) }
            } else if scanner.matches(key, "body"), try scanner.opensObject() {
                try readBody(&scanner)
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readSizes(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "body") { bodySize = try scanner.integerValue() } else { try scanner.skipValue() }
        }
    }

    private mutating func readField(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.opensObject() else { return try scanner.skipValue() }
        var name: [UInt8] = []
        var value: [UInt8] = []
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "name") {
                name = try scanner.bytesValue()
            } else if scanner.matches(key, "value") {
                value = try scanner.bytesValue()
            } else {
                try scanner.skipValue()
            }
        }
        if !name.isEmpty { headers.append(name: name, value: value) }
    }

    private mutating func readBody(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "text") {
                body = .text(try scanner.bytesValue())
            } else if scanner.matches(key, "encoded") {
                let text = try scanner.bytesValue()
                body = Base64.decode(text.span).map { .encoded($0) } ?? .damaged
            } else if scanner.matches(key, "decoded") {
                isDecoded = try scanner.isTrueValue()
            } else {
                try scanner.skipValue()
            }
        }
    }
}
