import Foundation
import Testing

@testable import Store

struct CopyingTests {
    /// Whoever adds a column must say whether it holds the number of a row: a number that is not raised points elsewhere.
    @Test func everyIntegerColumnIsClassified() throws {
        let quantities: Set<String> = [
            "bytes", "first_us", "last_us", "end_known", "frames", "offset_us", "uncertainty_us", "samples", "number",
            "client_bytes", "server_bytes", "at_us", "status", "response_us", "end_us", "flow", "stream",
            "request_bytes",
            "response_bytes", "at_source_us", "ready_us", "ads", "position", "sequence", "duration_us",
            "skip_offset_us",
            "expires_us", "line", "nth", "from_us", "impression_us", "start_us", "level", "twin", "played_us",
            "stalled_us", "repeat", "gap_us", "answered", "delivered", "ambiguous", "direct", "score", "known",
            "ordinal",
            "encoded_twice", "to_us", "created_us", "sent_us", "segment_us", "viewed_us", "late", "many_hosts", "units",
            "stamped_us", "place", "in_view", "playing", "viewable_us", "input", "output", "diagnosed", "pass", "fail",
            "inconclusive", "not_applicable", "mono_us", "clock_us", "since_us", "loading", "moved", "partial",
            "verification", "offer",
        ]
        let database = try Database.temporary()
        try database.connection.access { (handle) throws(StoreFailure) in
            for table in Table.allCases {
                for column in try Copying.columns(of: table, on: handle) where column.isInteger {
                    #expect(
                        column.isReference != quantities.contains(column.name),
                        "\(table.name).\(column.name): a number of a row, or a quantity?")
                }
            }
        }
    }

    private func file(_ folder: TemporaryFolder, _ name: String) throws -> String {
        let database = try Database.create(at: folder.path(name))
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: name, toolVersion: "0")
            let record = CaptureRecord(path: name, format: "har", sha256: "", bytes: 1)
            _ = try writer.insert(capture: record, run: run)
            _ = try writer.insert(capture: record, run: run)
        }
        try database.publish()
        return folder.path(name)
    }

    @Test func runsStayApartAndComeOutAsTheyWere() throws {
        let folder = try TemporaryFolder()
        let (first, second) = (try file(folder, "a"), try file(folder, "b"))
        let merged = try Database.create(at: folder.path("all"))
        try merged.append(fresh: first)
        try merged.append(Database.open(second))
        try merged.publish()
        let rows = try merged.rows(
            "SELECT r.name AS name, count(*) AS n FROM run r JOIN capture c ON c.run = r.id GROUP BY r.id")
        #expect(rows.map { $0.text("name") } == ["a", "b"] && rows.map { $0.int("n") } == [2, 2])

        let run = try #require(try merged.rows("SELECT id FROM run WHERE name = 'b'").first?.int("id"))
        #expect(run > 1)
        let alone = try Database.temporary()
        #expect(try alone.append(run: run, from: merged) == 1)
        let original = try Database.open(second)
        for view in ["run", "capture"] {
            let values = try alone.rows("SELECT * FROM \(view)").map(\.values)
            #expect(try original.rows("SELECT * FROM \(view)").map(\.values) == values)
        }
    }

    @Test func otherFilesAreRefused() throws {
        let folder = try TemporaryFolder()
        let database = try Database.temporary()
        #expect(throws: StoreFailure.self) { try database.append(fresh: folder.path("missing")) }
        #expect(try database.rows("SELECT 1 AS one").count == 1)
    }
}
