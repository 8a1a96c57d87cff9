import Foundation

/// Captures and recordings that lie beside the repository and are not part of it. Tests on them skip where they are absent.
public enum SharedMaterial {
    /// `../shared` seen from the package root or from a folder above it; `nil` where there is none.
    public static let folder: URL? = {
        var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        while root.path != "/" {
            root.deleteLastPathComponent()
            let candidate = root.appendingPathComponent("shared", isDirectory: true)
            if FileManager.default.fileExists(atPath: candidate.appendingPathComponent("recordings").path) {
                return candidate
            }
        }
        return nil
    }()

    public static var isPresent: Bool { folder != nil }

    /// Files of a folder in the order of their names, all the way down.
    public static func files(in path: String, where isWanted: (String) -> Bool) -> [URL] {
        guard let folder = folder?.appendingPathComponent(path, isDirectory: true),
            let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        else { return [] }
        return walk.compactMap { $0 as? URL }.filter { isWanted($0.lastPathComponent) }.sorted { $0.path < $1.path }
    }
}
