import Foundation
import Model
import Testing

@testable import Interpret

@Suite struct PlaylistReaderTests {
    private func read(_ text: String) -> Playlist { PlaylistReader.read(Array(text.utf8)) }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func aMediaPlaylistWithAnyLineEnding(newline: String) {
        let lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:17",
            "#EXT-X-DISCONTINUITY-SEQUENCE:3", "#EXTINF:4.004,title, more", "a.ts", "", "#EXT-X-DISCONTINUITY",
            "#EXTINF:3.5,", "b.ts", "#EXT-X-ENDLIST",
        ]
        let playlist = read(lines.joined(separator: newline))
        #expect(playlist.kind == .media)
        #expect(playlist.version == 7)
        #expect(playlist.targetUs == 4_000_000)
        #expect(playlist.mediaSequence == 17)
        #expect(playlist.discontinuitySequence == 3)
        #expect(playlist.segments.map(\.uri) == ["a.ts", "b.ts"])
        #expect(playlist.segments.map(\.discontinuities) == [0, 1])
        #expect(playlist.segments.map(\.line) == [7, 11])
        #expect(playlist.durationUs == 7_504_000)
        #expect(playlist.isEnded)
        #expect(playlist.faults.isEmpty)
    }

    @Test func aMultivariantPlaylistListsVariantsAndRenditions() {
        let playlist = read(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, y",URI="audio.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,mp4a"
            low.m3u8
            """)
        #expect(playlist.kind == .multivariant)
        #expect(playlist.playlists == ["audio.m3u8", "low.m3u8"])
        #expect(playlist.segments.isEmpty)
    }

    @Test func attributeListsKeepCommasInQuotesAndSpacesAfterCommas() {
        let list = PlaylistAttribute.list(#" CUE="/DA,A=", ID="123", TIME=123.12,FLAG"#)
        #expect(list.map(\.name) == ["CUE", "ID", "TIME", ""])
        #expect(list["CUE"] == "/DA,A=")
        #expect(list["TIME"] == "123.12")
    }

    @Test func markersAreToldApartByTagAndAttributes() {
        let playlist = read(
            """
            #EXTM3U
            #EXT-X-CUE-OUT:30.5
            #EXTINF:4,
            a.ts
            #EXT-X-CUE-OUT-CONT:ElapsedTime=4,Duration=30.5
            #EXTINF:4,
            b.ts
            #EXT-X-CUE-IN
            #EXT-X-DATERANGE:ID="x",START-DATE="2026-01-01T00:00:00Z",SCTE35-OUT=0xFC
            #EXT-X-DATERANGE:ID="x",SCTE35-IN=0xFC
            #EXT-X-SCTE35:TYPE=0x34,CUE="/DA",CUE-OUT=YES
            #EXT-OATCLS-SCTE35:/DA
            """)
        #expect(playlist.cues.map(\.kind) == [.out, .continued, .in, .out, .in, .out, .message])
        #expect(playlist.cues.map(\.place.segment) == [0, 1, 2, 2, 2, 2, 2])
        #expect(playlist.cues.first?.attributes.first?.value == "30.5")
        #expect(playlist.dateRanges.count == 2)
    }

    @Test(arguments: [
        ("#EXTINF:4,\na.ts", 1, "#EXTM3U on the first line"),
        ("#EXTM3U\n#EXTINF:x,\na.ts", 2, "a duration after #EXTINF:"),
        ("#EXTM3U\n#EXTINF:-1,\na.ts", 2, "a duration after #EXTINF:"),
        ("#EXTM3U\n#EXTINF:4\na.ts", 2, "a comma after the duration of #EXTINF"),
        ("#EXTM3U\na.ts", 2, "#EXTINF before a segment"),
        ("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:-1", 2, "a whole number after #EXT-X-MEDIA-SEQUENCE:"),
        ("#EXTM3U\n#EXT-X-BEACON:FOO=1", 2, "EVENT with URL, or AD_LENGTH, after #EXT-X-BEACON:"),
        ("#EXTM3U\n#EXT-X-BEACON:EVENT=start", 2, "a URL for the event"),
        ("#EXTM3U\n#EXT-X-DATERANGE:CLASS=x", 2, "an ID in #EXT-X-DATERANGE"),
    ])
    func aFaultNamesItsLine(text: String, line: Int, expected: String) {
        #expect(read(text).faults.first?.line == line)
        #expect(read(text).faults.first?.expected == expected)
    }

    @Test func aDurationWithoutCommaStillCounts() {
        #expect(read("#EXTM3U\n#EXTINF:4\na.ts").durationUs == 4_000_000)
    }

    @Test func aDeltaUpdateNumbersItsFirstSegmentAfterTheSkippedOnes() {
        let playlist = read(
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-DISCONTINUITY-SEQUENCE:2\n#EXT-X-SKIP:SKIPPED-SEGMENTS=5\n#EXTINF:1,\na"
        )
        #expect(playlist.mediaSequence == 15)
        #expect(playlist.discontinuitySequence == nil)
    }

    @Test func absurdNumbersSaturate() {
        let huge = "9223372036854775807"
        let playlist = read(
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:\(huge)\n#EXT-X-SKIP:SKIPPED-SEGMENTS=\(huge)\n"
                + "#EXTINF:9223372036854,\na\n#EXTINF:9223372036854,\nb\n#EXTINF:\(huge),\nc")
        #expect(playlist.mediaSequence == .max)
        #expect(playlist.durationUs == .max)
    }

    @Test(arguments: [
        ("EVENT=start,URL=https://x.test/a?b=1,2&c=d e", "start", "https://x.test/a?b=1,2&c=d e", nil as Int64?),
        ("URL=https://x.test/a?EVENT=no,b,EVENT=start", "start", "https://x.test/a?EVENT=no,b", nil),
        (#"EVENT="mid point", URL="https://x.test/""#, "mid point", "https://x.test/", nil),
        ("AD_LENGTH=8.5,EVENT=a,URL=u", "a", "u", 8_500_000), ("ID=3,EVENT=a,URL=u", "a", "u", nil),
        ("AD_LENGTH:12", nil, nil, 12_000_000), ("AD_LENGTH", nil, nil, nil),
    ])
    func beaconLinesInAnyOrder(text: String, event: String?, url: String?, length: Int64?) {
        let place = Playlist.Place(line: 1, segment: 0, discontinuities: 0)
        let line = BeaconLineReader.read(text[...], at: place)
        #expect(line?.event == event)
        #expect(line?.url == url)
        #expect(line?.adLengthUs == length)
    }

    @Test
    func allSharedPlaylistsAreReadWithFaultsWhereTheyAreMalformed() throws {
        guard let folder = Recording.locate("captures/hls") else { return }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count == 131)
        var faulty: Set<String> = []
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            let playlist = PlaylistReader.read(bytes)
            _ = StitchedAd.ads(of: playlist)
            let name = file.lastPathComponent
            if !playlist.faults.isEmpty { faulty.insert(name) }
            let listed = String(decoding: bytes, as: UTF8.self).contains("#EXTINF")
            #expect(!listed || !playlist.segments.isEmpty || name.contains("Invalid"), "\(name)")
        }
        for name in ["manifestNoExtM3u", "missingExtinf", "negativeMediaSequence", "invalidMediaSequence"] {
            #expect(faulty.contains("videojs_m3u8-parser__\(name).m3u8"), "\(name)")
        }
        #expect(!faulty.contains("androidx_media__interstitials_vod_asset_uri.m3u8"))
    }

    @Test func mutationsOfAPlaylistAreReadWithoutTrap() {
        let text = Array(StitchedAdTests.pod.utf8)
        var state: UInt64 = 88
        for _ in 0..<500 {
            var mutant = text
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let index = Int(truncatingIfNeeded: state >> 33) % mutant.count
                switch state % 3 {
                case 0: mutant[index] = UInt8(truncatingIfNeeded: state >> 13)
                case 1: mutant.remove(at: index)
                default: mutant.insert(contentsOf: mutant[..<index].suffix(40), at: index)
                }
            }
            let ads = StitchedAd.ads(of: PlaylistReader.read(mutant))
            #expect(ads.count < 100)
        }
    }
}
