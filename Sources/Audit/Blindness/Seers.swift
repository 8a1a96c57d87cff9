import Model
import Store

/// Which captures of a run can speak about which host: those that saw it, and those that would have.
struct Seers {
    /// More than one capture holds exchanges.
    let areSeveral: Bool
    /// Captures that saw exchanges with the host.
    private var ofHost: [String: Set<ID<CaptureRecord>>] = [:]
    private var ofDomain: [String: Set<ID<CaptureRecord>>] = [:]
    /// Captures with exchanges that were recorded at the device: they show whatever it asked for.
    let ofDevice: Set<ID<CaptureRecord>>
    private let formats: [ID<CaptureRecord>: String]
    /// Captures of one format at the device that follow one another: what is not in one part is in the next.
    private var parts: [ID<CaptureRecord>: Set<ID<CaptureRecord>>] = [:]
    /// When the part after each begins.
    private var nextParts: [ID<CaptureRecord>: Int64] = [:]
    /// Longer than this nobody records nothing while files are changed.
    static let longestChange: Int64 = 2_000_000
    /// The last answers of a part may come this long after the next one began.
    private static let longestAnswer: Int64 = 30_000_000

    /// No capture makes up for another: what one call log lacks is in no other.
    init() {
        areSeveral = false
        ofDevice = []
        formats = [:]
    }

    init(run: ID<RunRecord>, database: Database) throws(StoreFailure) {
        let arguments: [String: SQLValue] = ["run": SQLValue(run)]
        let captures = try database.rows(
            """
            SELECT id, side, format, first_us, last_us FROM capture
            WHERE run = :run AND format NOT IN ('calls', 'bundle') ORDER BY first_us
            """, arguments)
        areSeveral = captures.count > 1
        guard areSeveral else {
            (ofDevice, formats) = ([], [:])
            return
        }
        var seen: Set<ID<CaptureRecord>> = []
        for row in try database.rows(
            """
            SELECT DISTINCT x.host AS host, s.capture AS capture
            FROM exchange x JOIN sighting s ON s.exchange = x.id WHERE x.run = :run
            """, arguments)
        {
            guard let host = row.text("host"), let capture: ID<CaptureRecord> = row.id("capture") else { continue }
            ofHost[host, default: []].insert(capture)
            ofDomain[HostDomain.of(host), default: []].insert(capture)
            seen.insert(capture)
        }
        ofDevice = seen.intersection(captures.filter { $0.text("side") == "client" }.compactMap { $0.id("id") })
        var formats: [ID<CaptureRecord>: String] = [:]
        for row in captures {
            guard let capture: ID<CaptureRecord> = row.id("id") else { continue }
            formats[capture] = row.text("format")
        }
        self.formats = formats
        var earlier: (row: Row, id: ID<CaptureRecord>)?
        for row in captures {
            guard let capture: ID<CaptureRecord> = row.id("id"), ofDevice.contains(capture) else { continue }
            defer { earlier = (row, capture) }
            guard let earlier, Seers.isNextPart(row, of: earlier.row) else { continue }
            let whole = (parts[earlier.id] ?? [earlier.id]).union([capture])
            for part in whole { parts[part] = whole }
            nextParts[earlier.id] = row.integer("first_us")
        }
    }

    /// When the next part of a recording begins: nothing was lost before that.
    func nextPart(of capture: ID<CaptureRecord>) -> Int64? { nextParts[capture] }

    /// Whether a capture of the same format begins where another ends. The last answers may still be on their way then.
    private static func isNextPart(_ next: Row, of part: Row) -> Bool {
        guard next.text("format") == part.text("format"), let from = next.integer("first_us"),
            let end = part.integer("last_us"), let to = next.integer("last_us")
        else { return false }
        let (gap, isAbsurd) = from.subtractingReportingOverflow(end)
        return !isAbsurd && to > end && gap <= longestChange && gap > -longestAnswer
    }

    /// The captures that saw the host, and those of the same format at the device that saw another of the hosts in question
    /// or of its domain: the next part of a recording. One of another format may be where the host's requests go past.
    ///
    /// Empty where nobody ever saw the host.
    func of(_ host: String, among hosts: Set<String>) -> Set<ID<CaptureRecord>> {
        guard let asked = ofHost[host] else { return [] }
        let seers = asked.reduce(into: asked) { $0.formUnion(parts[$1] ?? []) }
        let alike = Set(seers.compactMap { formats[$0] })
        let others = hosts.reduce(into: ofDomain[HostDomain.of(host)] ?? []) { $0.formUnion(ofHost[$1] ?? []) }
        return seers.union(others.intersection(ofDevice).filter { formats[$0].map(alike.contains) ?? false })
    }
}
