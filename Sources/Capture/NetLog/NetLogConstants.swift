import Encodings
import Model

/// The member `constants`: what the numbers in events mean, and where their clock stands.
struct NetLogConstants: Sendable {
    /// The events that tell of requests, by the numbers this version of Chrome gave them.
    private(set) var kinds: [Int: NetLogEvent.Kind] = [:]
    private var tickOffset: Timestamp?
    private var captureMode = ""
    private(set) var product = "Chrome net log"
    private(set) var version: String?

    /// Reads the object at the scanner's position.
    init(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard try scanner.opensObject() else {
            try scanner.skipValue()
            return
        }
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "logEventTypes"), try scanner.opensObject() {
                try readEventTypes(&scanner)
            } else if scanner.matches(key, "timeTickOffset") {
                let offset = try scanner.integerValue(scale: 3)
                tickOffset = offset.map { Timestamp(microseconds: Int64($0)) }
            } else if scanner.matches(key, "logCaptureMode") {
                captureMode = try scanner.textValue()
            } else if scanner.matches(key, "clientInfo"), try scanner.opensObject() {
                try readClient(&scanner)
            } else {
                try scanner.skipValue()
            }
        }
    }

    private mutating func readEventTypes(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            let kind = NetLogEvent.Kind.named.first { scanner.matches(key, $0.name) }?.kind
            let number = try scanner.integerValue()
            if let kind, let number { kinds[number] = kind }
        }
    }

    private mutating func readClient(_ scanner: inout JSONScanner) throws(JSONFault) {
        var first = true
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "name") {
                let name = try scanner.textValue()
                if !name.isEmpty { product = "\(name) net log" }
            } else if scanner.matches(key, "version") {
                let text = try scanner.textValue()
                version = text.isEmpty ? nil : text
            } else {
                try scanner.skipValue()
            }
        }
    }

    /// Events can be told apart and dated.
    var canRead: Bool { tickOffset != nil && kinds.values.contains(.startJob) }

    /// Paths and queries are not in the log.
    var isHeavilyRedacted: Bool { captureMode == "HeavilyRedacted" }

    /// - Parameter ticks: microseconds of the browser's clock.
    func time(ofTicks ticks: Int) -> Timestamp {
        (tickOffset ?? Timestamp(microseconds: 0)).advanced(byMicroseconds: Int64(ticks))
    }
}
