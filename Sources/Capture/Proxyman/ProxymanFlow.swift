import Encodings
import Model

/// The members of one request's JSON that matter.
struct ProxymanFlow: Sendable {
    struct Message: Sendable {
        var headers = HeaderFields()
        /// `nil` when the member is absent or null; damaged base64 is kept as such.
        var body: Content?
        var bodySize: Int?
        var encodedSize: Int?

        enum Content: Sendable, Hashable {
            case bytes([UInt8])
            case damaged
        }
    }

    private(set) var method = ""
    private(set) var url: [UInt8] = []
    private(set) var scheme = ""
    private(set) var host = ""
    private(set) var port: Int?
    private(set) var target = ""
    private(set) var isWebSocket = false
    private(set) var request = Message()
    private(set) var status: Int?
    private(set) var response: Message?
    /// The proxy met an error.
    private(set) var hasError = false
    private(set) var startedAt: Timestamp?
    private(set) var responseStartedAt: Timestamp?
    private(set) var responseEndedAt: Timestamp?
    private var hasRequest = false

    /// `nil` when the text is no object with a request.
    static func read(_ text: [UInt8]) -> ProxymanFlow? {
        text.withUnsafeBufferPointer { bytes -> ProxymanFlow? in
            guard var scanner = JSONScanner(bytes) else { return nil }
            var flow = ProxymanFlow()
            do throws(JSONFault) {
                try flow.read(&scanner)
            } catch {
                return nil
            }
            return flow.hasRequest ? flow : nil
        }
    }

    private mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) {
        try scanner.skipByteOrderMark()
        try scanner.take(UInt8(ascii: "{"), orExpected: .object)
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "request"), try scanner.opensObject() {
                hasRequest = true
                try readRequest(&scanner)
            } else if scanner.matches(key, "response"), try scanner.opensObject() {
                try readResponse(&scanner)
            } else if scanner.matches(key, "timing"), try scanner.opensObject() {
                try readTiming(&scanner)
            } else if scanner.matches(key, "error") {
                hasError = try scanner.isSomeValue() || hasError
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readRequest(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "fullPath") {
                url = try scanner.bytesValue()
            } else if scanner.matches(key, "scheme") {
                scheme = try scanner.textValue().lowercased()
            } else if scanner.matches(key, "host") {
                host = try scanner.textValue()
            } else if scanner.matches(key, "port") {
                port = try scanner.integerValue()
            } else if scanner.matches(key, "uri") {
                target = try scanner.textValue()
            } else if scanner.matches(key, "isWebSocketUpgrade") {
                isWebSocket = try scanner.isTrueValue()
            } else if scanner.matches(key, "method"), try scanner.opensObject() {
                method = String(decoding: try scanner.member("name"), as: UTF8.self)
            } else {
                try request.read(key, &scanner)
            }
        }
    }

    private mutating func readResponse(_ scanner: inout JSONScanner) throws(JSONFault) {
        var message = Message()
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "status"), try scanner.opensObject() {
                status = Int(String(decoding: try scanner.member("code"), as: UTF8.self))
            } else if scanner.matches(key, "error") {
                hasError = try scanner.isSomeValue() || hasError
            } else {
                try message.read(key, &scanner)
            }
        }
        response = message
    }

    private mutating func readTiming(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "requestStartedAt") {
                startedAt = try scanner.secondsValue()
            } else if scanner.matches(key, "responseStartedAt") {
                responseStartedAt = try scanner.secondsValue()
            } else if scanner.matches(key, "responseEndedAt") {
                responseEndedAt = try scanner.secondsValue()
            } else {
                try scanner.skipValue()
            }
        }
    }
}

extension ProxymanFlow.Message {
    /// Reads the value of a member that requests and responses have.
    fileprivate mutating func read(_ key: JSONString, _ scanner: inout JSONScanner) throws(JSONFault) {
        if scanner.matches(key, "header"), try scanner.opensObject() {
            // { "entries": [{ "key": { "name": … }, "value": …, "isEnabled": true }] }
            try scanner.elements(of: "entries") { (scanner) throws(JSONFault) in try readField(&scanner) }
        } else if scanner.matches(key, "bodyData") {
            guard let text = try scanner.stringValue() else { return }
            body = scanner.withText(of: text) { Base64.decode($0) }.map { .bytes($0) } ?? .damaged
        } else if scanner.matches(key, "bodySize") {
            bodySize = try scanner.integerValue()
        } else if scanner.matches(key, "bodyEncodedSize") {
            encodedSize = try scanner.integerValue()
        } else {
            try scanner.skipValue()
        }
    }

    private mutating func readField(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.opensObject() else { return try scanner.skipValue() }
        var name: [UInt8] = []
        var value: [UInt8] = []
        var isEnabled = true
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "key"), try scanner.opensObject() {
                name = try scanner.member("name")
            } else if scanner.matches(key, "value") {
                value = try scanner.scalarBytes()
            } else if scanner.matches(key, "isEnabled") {
                isEnabled = try scanner.isTrueValue()
            } else {
                try scanner.skipValue()
            }
        }
        if isEnabled, !name.isEmpty { headers.append(name: name, value: value) }
    }
}

extension JSONScanner {
    /// The scalar that one member of an object has whose opening brace was taken.
    fileprivate mutating func member(_ name: StaticString) throws(JSONFault) -> [UInt8] {
        var value: [UInt8] = []
        var first = true
        while let key = try nextKey(&first) {
            if matches(key, name) { value = try scalarBytes() } else { try skipValue() }
        }
        return value
    }

    /// Seconds since 1970 with a fraction; zero says nothing.
    fileprivate mutating func secondsValue() throws(JSONFault) -> Timestamp? {
        try integerValue(scale: 6).flatMap { $0 > 0 ? Timestamp(microseconds: Int64($0)) : nil }
    }

    /// Whether there is something else than null.
    fileprivate mutating func isSomeValue() throws(JSONFault) -> Bool {
        let isSome = try peek() != UInt8(ascii: "n")
        try skipValue()
        return isSome
    }
}
