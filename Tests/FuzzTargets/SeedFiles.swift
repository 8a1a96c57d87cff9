import Foundation

/// Where seeds come from: the vectors and samples of the repository.
enum SeedFiles {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The files of a folder whose names end so, in the order of their names.
    ///
    /// - Parameter most: the front of longer files: a seed is mutated thousands of times.
    static func inside(_ folder: String, ending: String, most: Int = 16 << 10) throws -> [FuzzTarget.Seed] {
        let folder = root.appending(path: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.filter { $0.hasSuffix(ending) }.sorted().map { name in
            FuzzTarget.Seed(name, [UInt8](try Data(contentsOf: folder.appending(path: name)).prefix(most)))
        }
    }

    static func file(_ path: String, most: Int = 16 << 10) throws -> FuzzTarget.Seed {
        let file = root.appending(path: path)
        return FuzzTarget.Seed(file.lastPathComponent, [UInt8](try Data(contentsOf: file).prefix(most)))
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func bytes(hex: some StringProtocol) -> [UInt8] {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - digits.count % 2, by: 2)
            .map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
