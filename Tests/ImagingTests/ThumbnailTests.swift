import Foundation
import TestSupport
import Testing

@testable import Imaging

/// Pictures of strangers become small ones, or one line that says why not.
struct ThumbnailTests {
    /// 3 by 2 pixels, of which the left column is red.
    static let png = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4zwAFTDAGAwATFQECahdBcAAAAABJRU5ErkJggg==")
            ?? Data())

    private static func jpeg(_ width: Int, _ height: Int) throws -> [UInt8] {
        var raster = try Raster(png, noSmallerThan: (1, 1))
        raster.width = width
        raster.height = height
        raster.pixels = [UInt8](repeating: 200, count: width * height * 3)
        return try raster.jpeg(quality: 90)
    }

    @Test func aLargePictureIsMadeToFit() throws {
        let small = try Thumbnail(Self.jpeg(900, 1_800), fitting: (width: 400, height: 240))
        #expect((small.width, small.height) == (120, 240))
        #expect(small.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(small.bytes.count < 4_000)
    }

    @Test func aSmallOneStaysAsItIs() throws {
        let small = try Thumbnail(Self.jpeg(30, 20), fitting: (width: 400, height: 240))
        #expect((small.width, small.height) == (30, 20))
    }

    @Test func itsOwnPixelsAreRead() throws {
        let raster = try Raster(Self.png, noSmallerThan: (1, 1))
        #expect((raster.width, raster.height) == (3, 2))
        #expect(raster.pixels[0..<3].elementsEqual([255, 0, 0]))
    }

    @Test func anythingElseIsRefused() {
        #expect(throws: ImageFault.unknownFormat) { try Thumbnail(Array("GIF89a".utf8), fitting: (10, 10)) }
        #expect(throws: ImageFault.unknownFormat) { try Thumbnail([], fitting: (10, 10)) }
        #expect(throws: ImageFault.self) { try Thumbnail([0xFF, 0xD8, 0xFF], fitting: (10, 10)) }
    }

    /// Every shorter beginning and every changed byte is a picture or a refusal, and never more than that.
    @Test func damageIsSurvived() throws {
        for file in [Self.png, try Self.jpeg(40, 30)] {
            for length in 0..<file.count { _ = try? Thumbnail(Array(file.prefix(length)), fitting: (10, 10)) }
            for place in file.indices {
                var damaged = file
                damaged[place] ^= 0xFF
                _ = try? Thumbnail(damaged, fitting: (10, 10))
                _ = ExifTime(damaged)
            }
        }
    }

    /// A JPEG whose Exif block says when: big-endian, the directory of Exif behind the first.
    @Test func exifSaysWhen() {
        var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        tiff += [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
        tiff += [
            0, 2, 0x90, 0x03, 0, 2, 0, 0, 0, 20, 0, 0, 0, 56, 0x90, 0x11, 0, 2, 0, 0, 0, 7, 0, 0, 0, 76, 0, 0, 0, 0,
        ]
        tiff += Array("2026:11:18 02:44:32\0+01:00\0".utf8)
        let body = Array("Exif\0\0".utf8) + tiff
        let file = [0xFF, 0xD8, 0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
        #expect(ExifTime(file)?.date == "2026:11:18 02:44:32")
        #expect(ExifTime(file)?.offset == "+01:00")
        #expect(ExifTime(Array(file.dropLast(30))) == nil)
        #expect(ExifTime(Self.png) == nil)
    }
}
