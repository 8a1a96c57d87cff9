import Model

/// One direction of a connection: where its reader stands and which keys it holds.
struct TLSHalf: Sendable {
    let direction: Direction
    var framing = Framing.inStep
    var phase = Phase.clear
    var protection: RecordProtection?
    var handshake = HandshakeReader()
    /// Bytes of a record that is not yet whole, and where it began.
    var pending: [UInt8] = []
    var pendingMark: Mark?
    /// Records that make sense only after the other direction's hello.
    var held: [HeldRecord] = []
    var heldBytes = 0
    /// Where the last record that was read ended.
    var lastMark: Mark?
    var hole: Hole?
    var stretch: UnreadStretch?
    var hasRecords = false
    /// This side said close_notify, or failed.
    var isClosed = false
    /// The transport ended.
    var isEnded = false
    /// Bytes that trial decryption after holes may still cost.
    var trialBudget = 32 << 20

    init(_ direction: Direction) {
        self.direction = direction
    }

    /// How record boundaries are known.
    enum Framing: Sendable {
        /// The next byte starts a record.
        case inStep
        /// So many bytes are left of a record that began before a hole.
        case skipping(Int)
        /// The boundary is lost: look for a record that opens.
        case searching
        /// Nothing can be read any more; bytes are only counted.
        case opaque
    }

    enum Phase: Sendable {
        case clear
        /// TLS 1.3 stages; TLS 1.2 goes from `clear` to `application` with ChangeCipherSpec.
        case early, handshake, application
    }

    struct HeldRecord: Sendable {
        var type: UInt8
        var version: UInt16
        var body: [UInt8]
        var mark: Mark
    }

    /// Bytes of this direction that the capture lacks, until a record opens behind them.
    struct Hole: Sendable {
        /// How many records may have been in it, at most.
        var records: Int

        static let mostRecords = 1_024
        /// The smallest record with content and protection.
        static let smallestRecord = 22

        init(length: Int?) {
            records = min(Self.mostRecords, length.map { $0 / Self.smallestRecord + 1 } ?? Self.mostRecords)
        }

        mutating func extend(by other: Hole) {
            records = min(Self.mostRecords, records + other.records)
        }
    }
}

/// Records or bytes in a row that could not be read, for one reason.
struct UnreadStretch: Sendable {
    var reason: Undecrypted
    var from: Mark
    var to: Mark
    /// Bytes of the TLS stream.
    var bytes = 0
    /// Bytes of application data in them, as far as record headers tell.
    var hiddenBytes = 0
    /// The layer above has been told that bytes are missing here.
    var isAnnounced = false

    init(_ reason: Undecrypted, from: Mark, to: Mark) {
        self.reason = reason
        self.from = from
        self.to = to
    }

    /// A handshake of TLS 1.3 without keys hides nothing: its last record has the length of a Finished message.
    mutating func count(hidden record: TLSRecord, isTLS13: Bool) {
        guard record.type == TLSRecord.ContentType.applicationData else { return }
        if isTLS13, Self.finishedOrAlertLengths.contains(record.body.count) { return }
        hiddenBytes += max(0, record.body.count - RecordProtection.overhead)
    }

    /// Alert, Finished with SHA-256, Finished with SHA-384, each with type byte and tag.
    private static let finishedOrAlertLengths: Set<Int> = [19, 53, 69]
}

extension Direction {
    var index: Int { self == .toServer ? 0 : 1 }
}
