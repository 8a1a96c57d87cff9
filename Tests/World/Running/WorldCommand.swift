import Foundation

/// The command line of the world: `world --help`.
package enum WorldCommand {
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            let options = try WorldOptions(arguments)
            try perform(options)
            return 0
        } catch let error as WorldOptions.Mistake {
            FileHandle.standardError.write(Data((error.text + "\n").utf8))
            return 2
        } catch {
            FileHandle.standardError.write(Data("world: \(error)\n".utf8))
            return 1
        }
    }

    private static func perform(_ options: WorldOptions) throws {
        if let seed = options.show {
            print(Showing.page(of: World.draw(seed: seed, only: options.only)))
        } else if let path = options.script {
            let script = try JSONDecoder().decode(Script.self, from: Data(contentsOf: URL(filePath: path)))
            try print(Showing.page(of: script, judged: options.binary.map { Judge(binary: $0) }))
            if let folder = options.out { try keep(script, in: folder) }
        } else if let seed = options.write {
            try keep(World.draw(seed: seed, only: options.only), in: options.out ?? ".")
        } else if let seed = options.shrink {
            let judge = Judge(binary: try options.needBinary())
            let script = World.draw(seed: seed, only: options.only)
            try print(Showing.page(of: Shrinker(judge: judge).shrunk(script), judged: judge))
        } else if options.counts {
            print(Census(options).text)
        } else if let path = options.known {
            let fixed = try FixedSeeds(judgedBy: options.needBinary())
            try KnownDisagreements(fixed).text.write(toFile: path, atomically: true, encoding: .utf8)
        } else if options.laws {
            LawRun(options: options, judge: Judge(binary: try options.needBinary())).run()
        } else {
            try LongRun(options: options, judge: Judge(binary: try options.needBinary())).run()
        }
    }

    /// Writes the recording of a script.
    private static func keep(_ script: Script, in folder: String) throws {
        let place = URL(filePath: folder)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        _ = try Judge.write(World.record(World.play(script)), to: place)
    }
}
