/// A small JPEG of a picture, which shows what was on a screen without being readable word by word.
public struct Thumbnail: Sendable, Hashable {
    public let width: Int
    public let height: Int
    /// The picture as JPEG.
    public let bytes: [UInt8]

    /// Makes one of a PNG or JPEG file that fits into `box` pixels.
    public init(_ file: [UInt8], fitting box: (width: Int, height: Int)) throws(ImageFault) {
        let small = try Raster(file, noSmallerThan: box).fitting(width: box.width, height: box.height)
        (width, height, bytes) = (small.width, small.height, try small.jpeg(quality: 70))
    }
}
