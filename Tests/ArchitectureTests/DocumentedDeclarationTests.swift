import Foundation
import Testing

/// Declarations that other modules see say what they are for. In the library product all of them; elsewhere types, functions and subscripts, for
/// a property and a plain initialiser are documented by their names where these say it all.
struct DocumentedDeclarationTests {
    @Test func everyPublicDeclarationOfTheLibraryIsDocumented() {
        let library = PublicDeclaration.all.filter { $0.module == "BeaconProof" }
        #expect(library.count > 40)
        let bare = library.filter { !$0.isDocumented }
        #expect(bare.isEmpty, "\(bare.map(\.description).joined(separator: "\n"))")
    }

    @Test func typesAndFunctionsThatOtherModulesSeeAreDocumented() {
        let others = PublicDeclaration.all.filter { $0.module != "BeaconProof" }
        #expect(others.count > 1_000)
        let bare = others.filter { !$0.isDocumented && $0.needsWords }
        #expect(bare.isEmpty, "\(bare.map(\.description).joined(separator: "\n"))")
    }

    @Test func findsWhatIsBare() {
        let text = """
            /// A thing.
            @frozen
            public struct Thing {
                public var size: Int
                @discardableResult
                public func grow() -> Int { 1 }
                /// Ends it.
                public static func end() {}
                public mutating func finish(into outbox: Int) {}
                func own() {}
            }
            public enum Bare {}
            """
        let found = PublicDeclaration.read(text, path: "Wire/Thing.swift")
        #expect(found.map(\.isDocumented) == [true, false, false, true, false, false])
        #expect(found.filter { !$0.isDocumented && $0.needsWords }.map(\.line) == [6, 12])
    }
}

/// A line that declares something public, or known to the whole package.
private struct PublicDeclaration: CustomStringConvertible {
    let path: String
    let line: Int
    let text: String
    let isDocumented: Bool

    var module: String { String(path.prefix { $0 != "/" }) }
    var description: String { "\(path):\(line): \(text)" }

    /// Whether its name is not enough. What a protocol demands is documented there.
    var needsWords: Bool {
        guard text.contains(/\b(struct|enum|class|actor|protocol|func|subscript)\b/) else { return false }
        return !PublicDeclaration.demanded.contains { text.contains("func \($0)") }
    }

    private static let demanded = ["decode(", "feed(", "finish(", "observe(", "< (", "== ("]

    static func read(_ text: String, path: String) -> [PublicDeclaration] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return lines.enumerated().compactMap { number, line in
            guard line.contains(/^(@\w+(\([^)]*\))? )*(public|package) (?!extension|import)/) else { return nil }
            let above = lines[..<number].last { !$0.hasPrefix("@") }
            return PublicDeclaration(
                path: path, line: number + 1, text: line, isDocumented: above?.hasPrefix("///") ?? false)
        }
    }

    static let all: [PublicDeclaration] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().flatMap { path -> [PublicDeclaration] in
            guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else { return [] }
            return read(text, path: path)
        }
    }()
}
