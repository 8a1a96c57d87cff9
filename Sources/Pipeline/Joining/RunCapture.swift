import Model
import Store

/// One capture as joining needs to know it. Times are on the run's clock.
struct RunCapture {
    let id: ID<CaptureRecord>
    let path: String
    let side: CaptureRecord.Side
    let hasPackets: Bool
    /// A person said how its clock is off.
    let isDeclared: Bool
    let exchanges: Int
    private(set) var first: Int64?
    private(set) var last: Int64?
    /// When the last request in it was sent; `nil` where it is the only capture.
    private(set) var lastRequest: Int64?
    private(set) var uncertainty: Int64

    static func all(of run: ID<RunRecord>, in database: Database) throws(StoreFailure) -> [RunCapture] {
        let rows = try database.rows(JoiningSQL.captures, ["run": SQLValue(run)])
        var lastRequests: [ID<CaptureRecord>: Int64] = [:]
        if rows.count > 1 {
            for row in try database.rows(JoiningSQL.lastRequests, ["run": SQLValue(run)]) {
                if let capture: ID<CaptureRecord> = row.id("capture") { lastRequests[capture] = row.integer("at_us") }
            }
        }
        return rows.map { row in
            RunCapture(
                id: row.id("id") ?? 0, path: row.text("path") ?? "",
                side: row.text("side").flatMap(CaptureRecord.Side.init) ?? .client,
                hasPackets: row.int("frames") ?? 0 > 0,
                isDeclared: row.text("method") == ClockRecord.Method.declared.rawValue,
                exchanges: row.int("exchanges") ?? 0, first: row.integer("first_us"), last: row.integer("last_us"),
                lastRequest: row.id("id").flatMap { lastRequests[$0] },
                uncertainty: row.integer("uncertainty_us") ?? 0)
        }
    }

    /// Whose times the run keeps: packets are stamped where they pass, an export when it was told, a log to the second.
    /// An earlier number comes first among equals; a capture without exchanges has no times to keep.
    var precedence: (Int, Int, Int) {
        let kind =
            switch side {
            case .client: hasPackets ? 0 : 1
            case .receiver: 2
            case .sender: 3
            }
        return (exchanges > 0 ? 0 : 1, kind, id.number)
    }

    /// How far its sightings may lie from those of others.
    var tolerance: Int64 { JoinStage.tolerance + min(uncertainty, JoinStage.tolerance) * 2 }

    func isRecording(at time: Int64) -> Bool {
        guard let first, let last else { return false }
        return first <= time && time <= last
    }

    /// How long nobody recorded between this capture and another; not above zero where both did at one time, `nil` where one
    /// has no times.
    func gap(to other: RunCapture) -> Int64? {
        guard let first, let last, let from = other.first, let to = other.last else { return nil }
        return max(from - last, first - to)
    }

    /// Whether everything in one of the two was asked before anything in the other. Answers may still be on their way when
    /// a recorder changes files.
    func isApart(from other: RunCapture) -> Bool {
        guard let first, let lastRequest, let from = other.first, let to = other.lastRequest else { return false }
        return lastRequest <= from || to <= first
    }

    mutating func move(by estimate: ClockEstimate) {
        first = first.map { $0 &+ estimate.offset }
        last = last.map { $0 &+ estimate.offset }
        lastRequest = lastRequest.map { $0 &+ estimate.offset }
        uncertainty = estimate.uncertainty
    }
}
