import CFuzzer
import Foundation
import FuzzTargets

/// `Fuzz list` names the targets, `Fuzz seeds TARGET FOLDER` writes a target's seeds, and with `FUZZ_TARGET` set every
/// argument is libFuzzer's.
@main
struct Fuzz {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("list", 1):
            for target in FuzzTarget.all { print(target.name, target.dictionary ?? "-") }
        case ("seeds", 3): try writeSeeds(of: Array(arguments)[1], into: Array(arguments)[2])
        default: run()
        }
    }

    private static func writeSeeds(of name: String, into folder: String) throws {
        guard let target = FuzzTarget.named(name) else { throw UnknownTarget(name: name) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for seed in try target.seeds() {
            try Data(seed.bytes).write(to: URL(filePath: folder).appending(path: seed.name))
        }
    }

    private struct UnknownTarget: Error {
        let name: String
    }

    // MARK: Fuzzing

    private static let target = ProcessInfo.processInfo.environment["FUZZ_TARGET"].flatMap(FuzzTarget.named)

    private static func run() {
        guard target != nil else {
            FileHandle.standardError.write(
                Data("usage: Fuzz list | Fuzz seeds TARGET FOLDER; FUZZ_TARGET=… Fuzz\n".utf8))
            exit(2)
        }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { data, size in
                let bytes = Array(UnsafeBufferPointer(start: data, count: size))
                do {
                    try Fuzz.target?.exercise(bytes)
                } catch {
                    // libFuzzer keeps the input of a process that aborts.
                    FileHandle.standardError.write(Data("broken contract: \(error)\n".utf8))
                    abort()
                }
                return 0
            })
    }
}
