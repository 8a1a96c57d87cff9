import Model

/// Reads Fiddler session archives (`.saz`): a ZIP with a request, a response and an XML part per session.
///
/// A ZIP is read from its end, so the window must hold the whole archive, up to ``EntryLimits/entryBytes``; one session
/// is unpacked at a time. Names in the archive are compared and never used as paths.
public struct SAZReader: ProxyReader {
    /// Set for good when the input cannot be read as such an archive.
    public private(set) var failure: ReadFailure?
    public private(set) var ledger = Ledger(unit: "entries")

    private let limits: EntryLimits
    private var sessions: SAZSessionReader
    private var isOver = false

    public init(limits: EntryLimits = EntryLimits()) {
        self.limits = limits
        sessions = SAZSessionReader(limits: limits)
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool, into outbox: inout Outbox<ProxyEvent>) -> Int {
        guard !isOver else { return window.count }
        guard window.count <= limits.entryBytes else {
            fail(
                "an archive of up to \(limits.entryBytes) bytes", "a larger one",
                remedy: "raise the limit entry-bytes, or save fewer sessions")
            return window.count
        }
        guard isFinal else { return 0 }
        read(window, into: &outbox)
        return window.count
    }

    private mutating func read(_ bytes: Span<UInt8>, into outbox: inout Outbox<ProxyEvent>) {
        do throws(ZipFailure) {
            let archive = try ZipArchive(bytes, memberLimit: limits.members)
            let numbered = SAZReader.sessions(in: archive)
            guard !numbered.isEmpty else {
                return fail(
                    "sessions of Fiddler (raw/1_c.txt)", "a ZIP archive without any",
                    remedy: "unpack it and give the captures inside, or save the sessions as .saz or HAR")
            }
            if let first = numbered.first?.request, first.isEncrypted { throw .encrypted }
            for session in numbered {
                ledger.input += 1
                let isExchange = sessions.read(
                    session, index: ledger.input - 1, from: archive, bytes, into: &outbox)
                ledger.output += isExchange ? 1 : 0
            }
            ledger.diagnosed = ledger.input - ledger.output
            sessions.finish(into: &outbox)
            outbox.emit(.source(sessions.source))
            isOver = true
        } catch {
            switch error {
            case .encrypted:
                fail("a readable archive", "one with a password", remedy: "save the sessions without a password")
            case .zip64:
                fail("an archive below 4 GB", "a ZIP64 archive", remedy: "save fewer sessions, or export as HAR")
            case .tooManyMembers(let limit):
                fail("at most \(limit) members", "more of them", remedy: "save fewer sessions, or export as HAR")
            default:
                fail(
                    "the directory of a ZIP archive", "none that can be read",
                    remedy: "copy the file again, or save the sessions again")
            }
        }
    }

    private mutating func fail(_ expected: String, _ found: String, remedy: String) {
        failure = ReadFailure(expected: expected, found: found, at: 0, remedy: remedy)
        isOver = true
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
