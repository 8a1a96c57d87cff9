import Encodings
import Foundation
import Model
import Testing

@testable import Pipeline

/// When a screenshot was taken, by its name, and which of a folder are shown where.
struct ScreenTimeTests {
    private static func us(_ text: String) -> Int64 { ISO8601.timestamp(text)?.microseconds ?? 0 }

    @Test(arguments: [
        ("2026-11-18T02:44:32.5Z.png", "2026-11-18T02:44:32.5Z"),
        ("shot-2026-11-18T02-44-32Z.jpg", "2026-11-18T02:44:32Z"),
        ("1794969872511.png", "2026-11-18T02:44:32.511Z"), ("frame 1794969872.jpeg", "2026-11-18T02:44:32Z"),
    ])
    func namesWithAZoneArePointsInTime(name: String, time: String) {
        #expect(ScreenTime(name: name) == .instant(Timestamp(microseconds: Self.us(time))))
    }

    @Test(arguments: [
        ("Screenshot_20261118-024432.png", "2026-11-18T02:44:32Z"),
        ("Screenshot 2026-11-18 at 2.44.32 PM.png", "2026-11-18T14:44:32Z"),
        ("Simulator Screenshot - iPhone 15 - 2026-11-18 at 02.44.32.png", "2026-11-18T02:44:32Z"),
    ])
    func namesWithoutAZoneAreOfTheWall(name: String, time: String) {
        #expect(ScreenTime(name: name) == .wall(Timestamp(microseconds: Self.us(time))))
    }

    @Test func secondsCountFromTheRun() {
        #expect(ScreenTime(name: "+12.5s.png") == .offset(12_500_000))
        #expect(ScreenTime(name: "7s.png") == .offset(7_000_000))
    }

    @Test(arguments: ["home.png", "IMG_0042.PNG", "2026-13-40 at 02.44.32.png", "12.png", ""])
    func otherNamesSayNothing(name: String) {
        #expect(ScreenTime(name: name) == nil)
    }

    /// Two pictures of a phone an hour ahead, one of yesterday, and a text.
    @Test func aFolderIsReadByTheClockOfTheRun() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "screens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Shot_20261118-034440.png", "Shot_20261118-034450.png", "2026-11-17T02:44:32Z.png"] {
            try Data(Self.picture).write(to: folder.appending(path: name))
        }
        try Data("hello".utf8).write(to: folder.appending(path: "note.txt"))
        let run = Self.us("2026-11-18T02:44:32Z")...Self.us("2026-11-18T02:45:32Z")
        let shown = try ScreenFolder(folder.path, run: run)
        #expect(shown.screens.map { $0.atUs - run.lowerBound } == [8_000_000, 18_000_000])
        #expect(shown.notes.count == 2)
        #expect(shown.notes.contains { $0.contains("note.txt") && $0.contains("PNG or JPEG") })
    }

    @Test func aFolderWithoutPicturesIsRefused() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "screens-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: PipelineFailure.self) { try ScreenFolder(folder.path, run: nil) }
        #expect(throws: PipelineFailure.self) { try ScreenFolder(folder.path + "/none", run: nil) }
    }

    /// One red pixel.
    static let picture = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
            ?? Data())
}
