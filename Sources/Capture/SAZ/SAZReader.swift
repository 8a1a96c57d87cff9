import Model

/// Reads Fiddler session archives (`.saz`): a ZIP with a request, a response and an XML part per session.
///
/// A ZIP is read from its end, so the window must hold the whole archive, up to ``EntryLimits/entryBytes``; one session
/// is unpacked at a time. Names in the archive are compared and never used as paths.
public struct SAZReader: ProxyReader {
    /// Set for good when the input cannot be read as such an archive.
    public internal(set) var failure: ReadFailure?
    public var ledger: Ledger { sessions.sink.ledger }
    public var outbox: Outbox<ProxyEvent> {
        get { sessions.sink.outbox }
        _modify { yield &sessions.sink.outbox }
    }

    let limits: EntryLimits
    var isOver = false
    private var sessions: SAZSessionReader

    public init(limits: EntryLimits = EntryLimits()) {
        self.limits = limits
        sessions = SAZSessionReader(limits: limits)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        readArchive(window, isFinal: isFinal)
    }
}

extension SAZReader: ArchiveReader {
    static var unit: String { "sessions" }

    mutating func read(_ archive: ZipArchive, _ bytes: Span<UInt8>) throws(ZipFailure) {
        let numbered = SAZReader.sessions(in: archive)
        guard !numbered.isEmpty else {
            return fail(
                "sessions of Fiddler (raw/1_c.txt)", "a ZIP archive without any",
                remedy: "unpack it and give the captures inside, or save the sessions as .saz or HAR")
        }
        if let first = numbered.first?.request, first.isEncrypted { throw .encrypted }
        for session in numbered { sessions.read(session, from: archive, bytes) }
        sessions.finish()
    }

    /// The parts of one session by its number: `raw/12_c.txt`, `_s.txt`, `_m.xml` and, for WebSockets, `_w.txt`.
    struct Session {
        var number: Int
        var request: ZipArchive.Member?
        var response: ZipArchive.Member?
        var metadata: ZipArchive.Member?
        var hasWebSocketPart = false
    }

    private static func sessions(in archive: ZipArchive) -> [Session] {
        var sessions: [Int: Session] = [:]
        for member in archive.members {
            let name = member.name.lowercased()
            guard name.hasPrefix("raw/") || name.hasPrefix("raw\\"),
                case let parts = name.dropFirst(4).split(separator: "_", maxSplits: 1), parts.count == 2,
                let number = Int(parts[0]), number >= 0
            else { continue }
            var session = sessions[number] ?? Session(number: number)
            switch parts[1] {
            case "c.txt": session.request = member
            case "s.txt": session.response = member
            case "m.xml": session.metadata = member
            case "w.txt": session.hasWebSocketPart = true
            default: continue
            }
            sessions[number] = session
        }
        return sessions.values.sorted { $0.number < $1.number }
    }
}
