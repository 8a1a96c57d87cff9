import CPNG
import CTurboJPEG

/// A picture as rows of red, green and blue bytes.
struct Raster {
    /// Four screens of 8K; more is no screenshot.
    static let mostPixels = 132_000_000

    var width: Int
    var height: Int
    var pixels: [UInt8]

    /// Reads PNG, or JPEG at the smallest of its library's scales that is not below `box`.
    init(_ bytes: [UInt8], noSmallerThan box: (width: Int, height: Int)) throws(ImageFault) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = try Raster(png: bytes)
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = try Raster(jpeg: bytes, noSmallerThan: box)
        } else {
            throw .unknownFormat
        }
    }

    private init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    private static func checkSize(_ width: Int, _ height: Int) throws(ImageFault) {
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, area <= mostPixels else {
            throw .tooLarge(width: width, height: height)
        }
    }

    private init(png bytes: [UInt8]) throws(ImageFault) {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        // The library reads from these bytes until it is done with them.
        let read = bytes.withUnsafeBytes { source -> Result<Raster, ImageFault> in
            guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else {
                return .failure(.damaged(Self.words(image)))
            }
            let (width, height) = (Int(image.width), Int(image.height))
            do throws(ImageFault) { try Self.checkSize(width, height) } catch { return .failure(error) }
            image.format = PNG_FORMAT_FLAG_COLOR
            var pixels = [UInt8](repeating: 0, count: width * height * 3)
            // What shows through is white, as on paper.
            var ground = png_color(red: 255, green: 255, blue: 255)
            guard png_image_finish_read(&image, &ground, &pixels, 0, nil) != 0 else {
                return .failure(.damaged(Self.words(image)))
            }
            return .success(Raster(width: width, height: height, pixels: pixels))
        }
        self = try read.get()
    }

    private static func words(_ image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private init(jpeg bytes: [UInt8], noSmallerThan box: (width: Int, height: Int)) throws(ImageFault) {
        guard let reader = tjInitDecompress() else { throw .damaged("no reader") }
        defer { tjDestroy(reader) }
        var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        let size = UInt(bytes.count)
        guard tjDecompressHeader3(reader, bytes, size, &width, &height, &sampling, &colours) == 0 else {
            throw .damaged(Self.words(reader))
        }
        try Self.checkSize(Int(width), Int(height))
        // The library scales by eighths: all that is read is what is needed.
        for eighths in [Int32(1), 2, 4] {
            let scaled = ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
            guard Int(scaled.0) >= box.width || Int(scaled.1) >= box.height else { continue }
            (width, height) = scaled
            break
        }
        var pixels = [UInt8](repeating: 0, count: Int(width) * Int(height) * 3)
        let status = tjDecompress2(
            reader, bytes, size, &pixels, width, 0, height, Int32(TJPF_RGB.rawValue), 0)
        // A picture that was cut is shown as far as it goes.
        guard status == 0 || tjGetErrorCode(reader) == Int32(TJERR_WARNING.rawValue) else {
            throw .damaged(Self.words(reader))
        }
        self.init(width: Int(width), height: Int(height), pixels: pixels)
    }

    private static func words(_ handle: tjhandle) -> String {
        tjGetErrorStr2(handle).map { String(cString: $0) } ?? "nothing that its library names"
    }
}

extension Raster {
    /// The same, small enough for the box: each pixel is the mean of those that it stands for.
    func fitting(width boxWidth: Int, height boxHeight: Int) -> Raster {
        let scale = max(Double(width) / Double(boxWidth), Double(height) / Double(boxHeight))
        guard scale > 1 else { return self }
        let (columns, rows) = (max(1, Int(Double(width) / scale)), max(1, Int(Double(height) / scale)))
        var small = [UInt8](repeating: 0, count: columns * rows * 3)
        for row in 0..<rows {
            let (top, bottom) = (row * height / rows, max(row * height / rows + 1, (row + 1) * height / rows))
            for column in 0..<columns {
                let left = column * width / columns
                let right = max(left + 1, (column + 1) * width / columns)
                for colour in 0..<3 {
                    var sum = 0
                    for y in top..<bottom { for x in left..<right { sum += Int(pixels[(y * width + x) * 3 + colour]) } }
                    small[(row * columns + column) * 3 + colour] = UInt8(sum / ((bottom - top) * (right - left)))
                }
            }
        }
        return Raster(width: columns, height: rows, pixels: small)
    }

    /// As JPEG.
    func jpeg(quality: Int) throws(ImageFault) -> [UInt8] {
        guard let writer = tjInitCompress() else { throw .damaged("no writer") }
        defer { tjDestroy(writer) }
        var output: UnsafeMutablePointer<UInt8>?
        defer { tjFree(output) }
        var size: UInt = 0
        guard
            tjCompress2(
                writer, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &output, &size,
                Int32(TJSAMP_420.rawValue), Int32(quality), 0) == 0, let output
        else { throw .damaged(Self.words(writer)) }
        return Array(UnsafeBufferPointer(start: output, count: Int(size)))
    }
}
