import Encodings
import Model

/// One event of MediaTailor's ad decision server log (AWS Elemental MediaTailor user guide, "ADS log description"). Beacons
/// that the service fired, or failed to fire, are requests; every other event is read and says nothing about traffic.
enum MediaTailorLogLine {
    static func read(_ line: ArraySlice<UInt8>) -> LogLine {
        // An export writes the time of ingestion in front of the event.
        guard let open = line.firstIndex(of: UInt8(ascii: "{")) else { return .unreadable("a JSON object") }
        guard let event = event(in: line[open...]) else { return .unreadable("one JSON object") }
        guard event.kind == "BEACON_FIRED" || event.kind == "ERROR_FIRING_BEACON_FAILED" else { return .nothing }
        guard let at = event.at else { return .unreadable("a time as eventTimestamp") }
        guard !event.url.isEmpty else { return .unreadable("an address as beaconInfo.beaconUri") }
        var request = LoggedRequest(at: at, method: "GET", target: event.url)
        guard !request.authority.isEmpty else { return .noRequest(at) }
        request.status = event.kind == "BEACON_FIRED" ? event.status : 0
        request.responseBytes = 0
        return .request(request)
    }

    private static func event(in text: ArraySlice<UInt8>) -> Event? {
        text.withUnsafeBufferPointer { bytes -> Event? in
            guard var scanner = JSONScanner(bytes) else { return nil }
            do {
                return try Event(&scanner)
            } catch {
                return nil
            }
        }
    }

    private struct Event {
        var kind = ""
        var at: Timestamp?
        var url: [UInt8] = []
        var status: Int?

        init(_ scanner: inout JSONScanner) throws(JSONFault) {
            try scanner.take(UInt8(ascii: "{"), orExpected: .object)
            var first = true
            while let key = try scanner.nextKey(&first) {
                if scanner.matches(key, "eventType") {
                    kind = String(decoding: try scanner.scalarBytes(), as: UTF8.self)
                } else if scanner.matches(key, "eventTimestamp") {
                    let text = try scanner.scalarBytes()
                    at = ISO8601.read(text.span)?.timestamp
                } else if scanner.matches(key, "beaconInfo"), try scanner.peek() == UInt8(ascii: "{") {
                    try readBeacon(&scanner)
                } else {
                    try scanner.skipValue()
                }
            }
        }

        private mutating func readBeacon(_ scanner: inout JSONScanner) throws(JSONFault) {
            try scanner.take(UInt8(ascii: "{"), orExpected: .object)
            var first = true
            while let key = try scanner.nextKey(&first) {
                if scanner.matches(key, "beaconUri") {
                    url = try scanner.scalarBytes()
                } else if scanner.matches(key, "beaconHttpResponseCode") {
                    status = Int(String(decoding: try scanner.scalarBytes(), as: UTF8.self))
                } else {
                    try scanner.skipValue()
                }
            }
        }
    }
}
