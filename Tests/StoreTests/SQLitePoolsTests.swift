import CSQLite
import Testing

@testable import Store

@Suite struct SQLitePoolsTests {
    /// Memory that SQLite gave, and the byte that it is full of.
    private struct Piece: @unchecked Sendable {
        var start: UnsafeMutableRawPointer
        var count: Int
        var byte: UInt8

        var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
        var isWhole: Bool { bytes.allSatisfy { $0 == byte } }
    }

    /// Sizes on both sides of what pools hold.
    private static func pieces(_ thread: Int) -> [Piece] {
        (1...2_000).compactMap { number in
            let count = 1 + number * 7 % 1_500
            let byte = UInt8(truncatingIfNeeded: thread * 31 + number)
            guard let start = sqlite3_malloc(Int32(count)) else { return nil }
            UnsafeMutableRawBufferPointer(start: start, count: count).initializeMemory(as: UInt8.self, repeating: byte)
            return Piece(start: start, count: count, byte: byte)
        }
    }

    @Test func piecesKeepTheirBytesWhicheverThreadHasThem() async throws {
        // Before the first connection there are no pools.
        _ = try Database.temporary(for: .small)
        let made = await withTaskGroup(of: [Piece].self) { group in
            for thread in 0..<12 { group.addTask { Self.pieces(thread) } }
            return await group.reduce(into: [Piece]()) { $0 += $1 }
        }
        #expect(made.count == 24_000)
        // Another thread changes their sizes and gives them back.
        let failures = await withTaskGroup(of: Int.self) { group in
            for part in 0..<12 {
                group.addTask {
                    var failures = 0
                    for (number, piece) in made.enumerated() where number % 12 == part {
                        if !piece.isWhole { failures += 1 }
                        let count = 1 + (piece.count * 3 + number) % 2_000
                        guard let moved = sqlite3_realloc(piece.start, Int32(count)) else { return failures + 1 }
                        let kept = Piece(start: moved, count: min(count, piece.count), byte: piece.byte)
                        if !kept.isWhole || Int(sqlite3_msize(moved)) < count { failures += 1 }
                        sqlite3_free(moved)
                    }
                    return failures
                }
            }
            return await group.reduce(0, +)
        }
        #expect(failures == 0)
    }
}
