import Foundation
import TestSupport
import Testing

@testable import Parquet

/// Files read back by others.
struct ParquetWriterTests {
    static let columns = [
        ParquetColumn("name", .text, isOptional: false), ParquetColumn("note", .text, isOptional: true),
        ParquetColumn("count", .integer, isOptional: true), ParquetColumn("sent", .timestamp, isOptional: false),
        ParquetColumn("good", .boolean, isOptional: true),
    ]

    static func row(_ number: Int) -> [ParquetValue] {
        [
            .text("host-\(number % 7).test"), number % 3 == 0 ? .null : .text("é \(number)"),
            number % 5 == 0 ? .null : .integer(Int64(number) - 50), .timestamp(number),
            number % 4 == 0 ? .null : .boolean(number % 2 == 1),
        ]
    }

    static func file(rows: Int, _ change: (inout ParquetWriter.Options) -> Void = { _ in }) throws -> [UInt8] {
        var options = ParquetWriter.Options()
        options.pageRows = 100
        options.rowGroupRows = 450
        options.metadata = [(key: "schema", value: "sample/1")]
        change(&options)
        let sink = Sink()
        var writer = try ParquetWriter(columns, options) { sink.bytes += $0 }
        for number in 0..<rows { try writer.append(row(number)) }
        try writer.finish()
        return sink.bytes
    }

    final class Sink { var bytes: [UInt8] = [] }

    @Test func theSameRowsGiveTheSameBytes() throws {
        let file = try Self.file(rows: 1_000)
        #expect(try Self.file(rows: 1_000) == file)
        #expect(file.starts(with: Array("PAR1".utf8)) && file.suffix(4) == Array("PAR1".utf8)[...])
    }

    @Test func rowsThatDoNotFit() throws {
        var writer = try ParquetWriter(Self.columns) { _ in }
        #expect(throws: ParquetFailure.row(0)) { try writer.append([.text("x")]) }
        #expect(throws: ParquetFailure.row(0)) {
            try writer.append([.null, .null, .null, .timestamp(0), .null])
        }
    }

    private static let readBack = """
        import sys, pyarrow.parquet as pq
        file = pq.ParquetFile(sys.argv[1], page_checksum_verification=True)
        table = file.read()
        meta = file.metadata
        print(table.num_rows, meta.num_row_groups, table.schema.field('sent').type, file.schema_arrow.metadata[b'schema'].decode())
        print(sum(x or 0 for x in table['count'].to_pylist()), table['count'].null_count, table['note'].null_count,
              table['good'].null_count, sum(bool(x) for x in table['good'].to_pylist()), len(set(table['name'].to_pylist())))
        s = meta.row_group(0).column(2).statistics
        print(s.min, s.max, s.null_count, meta.row_group(0).column(0).statistics.max, table['note'][1].as_py())
        """

    @Test(
        .enabled(if: PythonTool.has("pyarrow"), "no PyArrow"), arguments: ParquetCompression.allCases,
        [0, 1, 450, 1_000])
    func pyArrowReadsIt(compression: ParquetCompression, rows: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.file(rows: rows) { $0.compression = compression }, to: "t.parquet")
        guard rows == 1_000 else {
            let count = PythonTool.run(
                "import sys, pyarrow.parquet as pq; print(pq.read_table(sys.argv[1]).num_rows)", path)
            #expect(count?.output == "\(rows)\n")
            return
        }
        let found = try #require(PythonTool.run(Self.readBack, path))
        let numbers = (0..<rows).filter { $0 % 5 != 0 }
        let sum = numbers.reduce(0) { $0 + $1 - 50 }
        let good = (0..<rows).count { $0 % 4 != 0 && $0 % 2 == 1 }
        #expect(
            found.output == """
                1000 3 timestamp[us, tz=UTC] sample/1
                \(sum) 200 334 250 \(good) 7
                -49 399 90 host-6.test é 1

                """)
    }

    @Test(.enabled(if: PythonTool.has("duckdb"), "no DuckDB"), arguments: ParquetCompression.allCases)
    func duckDBReadsIt(compression: ParquetCompression) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try Self.file(rows: 1_000) { $0.compression = compression }, to: "t.parquet")
        let script = """
            import sys, duckdb
            sql = "select count(*), count(note), sum(count), count(distinct name), max(sent)::varchar, count(*) filter (good) from '%s' where count > 100"
            print(duckdb.sql(sql % sys.argv[1]).fetchall())
            """
        let found = try #require(PythonTool.run(script, path))
        let rows = (0..<1_000).filter { $0 % 5 != 0 && $0 - 50 > 100 }
        let sum = rows.reduce(0) { $0 + $1 - 50 }
        #expect(
            found.output.hasPrefix("[(\(rows.count), \(rows.count { $0 % 3 != 0 }), \(sum), 7, "), "\(found.output)")
        #expect(found.output.contains(", \(rows.count { $0 % 4 != 0 && $0 % 2 == 1 }))]"), "\(found.output)")
    }
}

extension ParquetValue {
    fileprivate static func timestamp(_ number: Int) -> ParquetValue { .integer(1_769_853_600_000_000 + Int64(number)) }
}

struct ParquetEncodingTests {
    /// The example of the format's own description: 0 to 7 in three bits.
    @Test func bitPacking() {
        #expect(HybridEncoding.bytes(of: Array(0..<8), width: 3) == [0x03, 0b1000_1000, 0b1100_0110, 0b1111_1010])
    }

    @Test func runs() {
        #expect(HybridEncoding.bytes(of: Array(repeating: 4, count: 100), width: 3) == [0xC8, 0x01, 0x04])
        #expect(HybridEncoding.bytes(of: [], width: 1).isEmpty)
    }

    @Test func thriftNumbers() {
        var thrift = ThriftWriter()
        thrift.structure { file in
            file.integer32(1, 1)
            file.integer64(3, -1)
            file.text(20, "a")
        }
        #expect(thrift.bytes == [0x15, 0x02, 0x26, 0x01, 0x08, 0x28, 0x01, 0x61, 0x00])
    }
}
