import Foundation

/// The repository that the tests are part of.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    public static var rules: String { path("Rules") }

    /// A path inside it.
    public static func path(_ relative: String) -> String {
        root.appending(path: relative).path
    }

    public static func text(_ relative: String) throws -> String {
        try String(contentsOfFile: path(relative), encoding: .utf8)
    }
}
