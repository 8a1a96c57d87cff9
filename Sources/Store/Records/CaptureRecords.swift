import Model

/// One certification: a row of the view `run`.
public struct RunRecord: Sendable {
    var name: String
    var toolVersion: String
    /// Set by the audit, as is all that follows.
    var rulesVersion: String?
    var rulesSHA256: String?
    var verdict: Verdict?
    var isCertified = false
    var note: String?
    var due = 0
    var compared = 0
    var recipeSHA256: String?
}

/// One input file of a run: a row of the view `capture`.
public struct CaptureRecord: Sendable, Hashable {
    /// Where the traffic was recorded.
    public enum Side: String, Sendable, Hashable {
        /// On the way out of the device: packets, a proxy, a browser.
        case client
        /// Where it arrived: the access log of a server that was asked. It knows nothing of other servers.
        case receiver
        /// A server that asks others on the viewer's behalf: its firings are not the device's.
        case sender
    }

    /// As it was named on the command line.
    public var path: String
    /// `har`, `pcap`, `pcapng`, `calls`, …
    public var format: String
    /// Lower-case hexadecimal.
    public var sha256: String
    /// Size of the file.
    public var bytes: Int
    /// The exporter or recorder that made it, as the file says.
    public var source: String?
    public var first: Timestamp?
    public var last: Timestamp?
    /// Captured packets; 0 for formats without packets.
    public var frames: Int
    public var side: Side

    public init(
        path: String, format: String, sha256: String, bytes: Int, source: String? = nil, first: Timestamp? = nil,
        last: Timestamp? = nil, frames: Int = 0, side: Side = .client
    ) {
        self.path = path
        self.format = format
        self.sha256 = sha256
        self.bytes = bytes
        self.source = source
        self.first = first
        self.last = last
        self.frames = frames
        self.side = side
    }
}

/// What is known of a capture only after all of it was read.
public struct WholeCapture: Sendable, Hashable {
    public var first: Timestamp?
    public var last: Timestamp?
    public var frames: Int
    public var source: String?
    /// Lower-case hexadecimal.
    public var sha256: String
    public var bytes: Int

    public init(
        first: Timestamp?, last: Timestamp?, frames: Int, source: String?, sha256: String, bytes: Int
    ) {
        self.first = first
        self.last = last
        self.frames = frames
        self.source = source
        self.sha256 = sha256
        self.bytes = bytes
    }
}

/// How a capture's times were brought to the run's time: a row of the view `clock`.
public struct ClockRecord: Sendable, Hashable {
    /// How the offset is known.
    public enum Method: String, Sendable, Hashable {
        case reference, declared, estimated
    }

    /// Added to the capture's own times.
    public var offsetUs: Int64
    public var uncertaintyUs: Int64
    public var method: Method
    /// Exchanges seen in two captures that the estimate rests on.
    public var samples: Int

    public init(
        offsetUs: Int64 = 0, uncertaintyUs: Int64 = 0, method: Method = .reference, samples: Int = 0
    ) {
        self.offsetUs = offsetUs
        self.uncertaintyUs = uncertaintyUs
        self.method = method
        self.samples = samples
    }
}

/// One conversation between two endpoints: a row of the view `flow`. Times are on the run's clock.
public struct FlowRecord: Sendable, Hashable {
    /// Inside the capture, from 1.
    public var number: Int
    /// `tcp`, `tls` or `quic`.
    public var transport: String
    public var client: String?
    public var server: String?
    /// `http/1.1`, `h2`, `h3`; `nil` when it could not be read.
    public var protocolName: String?
    public var serverName: String?
    /// The protocols the client offered, separated by commas.
    public var alpn: String?
    public var first: Timestamp
    public var last: Timestamp
    public var clientBytes: Int
    public var serverBytes: Int
    /// Why it could not be decrypted; `nil` when it was, or was plain.
    public var undecrypted: String?

    public init(
        number: Int, transport: String, client: String? = nil, server: String? = nil, protocolName: String? = nil,
        serverName: String? = nil, alpn: String? = nil, first: Timestamp, last: Timestamp, clientBytes: Int,
        serverBytes: Int, undecrypted: String? = nil
    ) {
        self.number = number
        self.transport = transport
        self.client = client
        self.server = server
        self.protocolName = protocolName
        self.serverName = serverName
        self.alpn = alpn
        self.first = first
        self.last = last
        self.clientBytes = clientBytes
        self.serverBytes = serverBytes
        self.undecrypted = undecrypted
    }
}

/// One exchange as seen in one capture: a row of the view `sighting`.
struct Sighting: Sendable {
    var exchange: ID<Exchange>
    var locator: Locator
    /// On the capture's own clock.
    var at: Timestamp
}

/// A row of the view `blind`.
struct BlindRow: Sendable {
    var blind: Blind
    /// The diagnostic that hides something; `nil` where nothing went wrong.
    var diagnostic: ID<Diagnostic>?
    var reason: String
}

/// A row of the view `ingest_ledger`.
struct LedgerRow: Sendable {
    var stage: String
    var ledger: Ledger
}
