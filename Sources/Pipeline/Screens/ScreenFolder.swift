import Imaging
import Model
import Reporting
import Store

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder of screenshots that were taken beside a run: what the viewer saw when a beacon left.
package struct ScreenFolder {
    /// Those that can be shown, by time.
    package private(set) var screens: [ReportOptions.Screen] = []
    /// What was passed over, a line each.
    package private(set) var notes: [String] = []

    /// More is a film, not a strip.
    private static let most = 240
    private static let mostBytes = 64_000_000
    private static let box = (width: 400, height: 240)
    private static let quarter: Int64 = 900_000_000

    private struct Shot {
        var name: String
        var time: ScreenTime
        var writtenUs: Int64
        var thumbnail: Thumbnail
    }

    package init(_ folder: String, beside outcome: Certify.Outcome) throws(PipelineFailure) {
        let sql = """
            SELECT min(at_us) AS from_us, max(at_us) AS to_us
            FROM (
              SELECT at_us FROM exchange WHERE run = :run
              UNION ALL SELECT at_us FROM call WHERE run = :run AND at_us IS NOT NULL)
            """
        let row = try PipelineFailure.storing { () throws(StoreFailure) in
            try outcome.database.rows(sql, ["run": SQLValue(outcome.run)]).first
        }
        var run: ClosedRange<Int64>?
        if let from = row?.integer("from_us"), let to = row?.integer("to_us"), from <= to { run = from...to }
        try self.init(folder, run: run)
    }

    /// - Parameter run: begin and end of the run, in microseconds: a clock on the wall is set by it.
    init(_ folder: String, run: ClosedRange<Int64>?) throws(PipelineFailure) {
        guard FileTree.isFolder(folder) else {
            throw .input(path: folder, message: "expected a folder of screenshots (PNG or JPEG)")
        }
        let names = try FileTree.names(in: folder).filter { !$0.hasPrefix(".") }
        var shots: [Shot] = []
        for name in names.prefix(Self.most) {
            if let shot = try shot(name, in: folder) { shots.append(shot) }
        }
        if names.count > Self.most {
            notes.append("\(folder): the first \(Self.most) of \(names.count) files are shown")
        }
        guard !shots.isEmpty else {
            throw .input(path: folder, message: "no PNG or JPEG picture is in it; of a film, take pictures first")
        }
        let zone = Self.zone(of: shots, run)
        let start = run?.lowerBound ?? 0
        screens = shots.map { shot in
            let atUs =
                switch shot.time {
                case .instant(let time): time.microseconds
                case .wall(let time): time.microseconds - zone
                case .offset(let us): start + us
                }
            return ReportOptions.Screen(
                name: shot.name, atUs: atUs, width: shot.thumbnail.width, height: shot.thumbnail.height,
                jpeg: shot.thumbnail.bytes)
        }.sorted { ($0.atUs, $0.name) < ($1.atUs, $1.name) }
        guard let run else { return }
        let near = (run.lowerBound - Self.quarter)...(run.upperBound + Self.quarter)
        for screen in screens where !near.contains(screen.atUs) {
            notes.append("\(folder)/\(screen.name): taken far from the run; it is not shown")
        }
        screens.removeAll { !near.contains($0.atUs) }
    }

    private mutating func shot(_ name: String, in folder: String) throws(PipelineFailure) -> Shot? {
        let path = "\(folder)/\(name)"
        guard let size = FileTree.size(of: path) else { return nil }
        guard size <= Self.mostBytes else {
            notes.append("\(path): \(size) bytes, expected at most \(Self.mostBytes)")
            return nil
        }
        let bytes = try ByteSource.bytes(of: path)
        do throws(ImageFault) {
            let thumbnail = try Thumbnail(bytes, fitting: Self.box)
            let written = Self.written(path)
            let exif = ExifTime(bytes).flatMap { ScreenTime(exif: $0.date, offset: $0.offset) }
            let time = ScreenTime(name: name) ?? exif ?? .instant(Timestamp(microseconds: written))
            return Shot(name: name, time: time, writtenUs: written, thumbnail: thumbnail)
        } catch {
            notes.append("\(path): \(error); it is not shown")
            return nil
        }
    }

    private static func written(_ path: String) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// How far the clock on the wall is ahead of UTC, in quarters of an hour: as most of its pictures fall into the run, and
    /// as most files were written just then.
    private static func zone(of shots: [Shot], _ run: ClosedRange<Int64>?) -> Int64 {
        let walls = shots.compactMap { shot -> (us: Int64, writtenUs: Int64)? in
            guard case .wall(let time) = shot.time else { return nil }
            return (time.microseconds, shot.writtenUs)
        }
        func merit(_ zone: Int64) -> (Int, Int, Int64) {
            let within = walls.count { run?.contains($0.us - zone) ?? false }
            let written = walls.count { abs($0.writtenUs - ($0.us - zone)) < 120_000_000 }
            return (within, written, -abs(zone))
        }
        return (-56...56).map { Int64($0) * quarter }.max { merit($0) < merit($1) } ?? 0
    }
}
