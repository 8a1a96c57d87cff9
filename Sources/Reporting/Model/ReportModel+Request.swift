extension ReportModel {
    /// One request, as far as somebody who looks into a finding asks about it.
    package struct Request: Sendable, Hashable {
        package var exchange: Int
        package var atUs: Int64
        package var method: String
        package var scheme: String
        package var authority: String
        /// Path and query as sent.
        package var target: String
        package var status: Int?
        /// `answered`, `failed` or `unseen`.
        package var ending: String
        /// First byte and end of the response, where the capture says.
        package var responseUs: Int64?
        package var endUs: Int64?
        package var protocolName: String?
        package var server: String?
        package var requestBytes: Int?
        package var responseBytes: Int?
        package var requestHeaders: [String]
        package var responseHeaders: [String]
        /// Words about how it was read.
        package var notes: String
        package var place: Place?
        package var beacons: [Beacon]
        package var parameters: Limited<Parameter>
        package var firings: [Declaration]
        /// Documents that its answer holds.
        package var documents: [String]

        package var url: String { "\(scheme)://\(authority)\(target)" }

        /// What it was recognised as.
        package struct Beacon: Sendable, Hashable {
            package var family: String
            package var kind: String
            package var event: String
        }

        /// A value it carries, decoded.
        package struct Parameter: Sendable, Hashable {
            package var name: String
            package var subkey: String?
            package var value: String

            /// `c16=sdkv` for the inner key of formats that nest one.
            package var path: String { subkey.map { "\(name)=\($0)" } ?? name }
        }

        /// The tracker it is matched to, and what it counts as.
        package struct Declaration: Sendable, Hashable {
            package var family: String
            package var event: String
            package var adPlay: String?
            package var document: String
            package var line: Int?
            /// A word of `firing.repeat_class`.
            package var repeatClass: String
            package var ambiguous: Bool
            package var alteration: String?
        }
    }

    /// The exchanges that a reader may ask about, those behind findings first.
    func exchangesToShow(_ limit: Int) -> [Int] {
        var chosen: [Int] = []
        var known: Set<Int> = []
        func add(_ exchange: Int?) {
            guard let exchange, chosen.count < limit, known.insert(exchange).inserted else { return }
            chosen.append(exchange)
        }
        // One row of each finding before the second of any.
        for finding in findings {
            add((finding.evidence.listed.first { $0.role == "breach" } ?? finding.evidence.listed.first)?.exchange)
        }
        for finding in findings { for evidence in finding.evidence.listed { add(evidence.exchange) } }
        for play in adPlays.listed { for firing in play.firings.listed { add(firing.exchange) } }
        for ping in pings.listed { add(ping.exchange) }
        for beacon in otherBeacons.listed { add(beacon.exchange) }
        return chosen.sorted()
    }
}
