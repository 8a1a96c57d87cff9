/// Why no thumbnail can be made of a file's bytes.
public enum ImageFault: Error, Hashable, CustomStringConvertible {
    /// Its first bytes are those of neither format.
    case unknownFormat
    /// It has more pixels than are read.
    case tooLarge(width: Int, height: Int)
    /// The format's own library refuses it, in its words.
    case damaged(String)

    public var description: String {
        switch self {
        case .unknownFormat: "expected a PNG or JPEG picture"
        case .tooLarge(let width, let height):
            "\(width) × \(height) pixels, expected at most \(Raster.mostPixels / 1_000_000) million"
        case .damaged(let words): "expected a whole picture, found: \(words)"
        }
    }
}
