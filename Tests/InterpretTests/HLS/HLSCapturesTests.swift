import Foundation
import Model
import Testing

@testable import Interpret

/// Public playlists: each is read, and the interstitials and segment counts are those that the m3u8 package finds
/// (`scripts/independent/hls_interstitials.py`).
struct HLSCapturesTests {
    @Test func everyPublicPlaylistReadsFaultsHaveLines() throws {
        guard let folder = Recording.locate("captures/hls") else { return }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            let playlist = PlaylistReader.read(bytes)
            #expect(playlist.faults.allSatisfy { $0.line > 0 && !$0.expected.isEmpty }, "\(file.lastPathComponent)")
            #expect(playlist.segments.allSatisfy { $0.durationUs >= 0 }, "\(file.lastPathComponent)")
        }
        #expect(files.count > 100)
    }

    @Test func interstitialsAndSegmentsAreThoseOfAnIndependentReader() throws {
        guard let folder = Recording.locate("captures/hls") else { return }
        var playlists: [String: Playlist] = [:]
        var compared = 0
        for row in try IndependentReading.rows("hls-interstitials.tsv") {
            guard row.count == 4 else { continue }
            let file = folder.appendingPathComponent(row[0])
            if playlists[row[0]] == nil {
                guard let data = FileManager.default.contents(atPath: file.path) else { continue }
                playlists[row[0]] = PlaylistReader.read([UInt8](data))
            }
            guard let playlist = playlists[row[0]] else { continue }
            compared += 1
            if row[2] == "segments" {
                #expect("\(playlist.segments.count)" == row[3], "\(row[0])")
            } else {
                let range = playlist.dateRanges.first { $0.attributes["ID"] == row[1] }
                #expect(range?.attributes[row[2]] == row[3], "\(row[0]) \(row[1]) \(row[2])")
            }
        }
        #expect(compared > 90)
    }
}
