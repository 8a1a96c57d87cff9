import Testing

/// What the code may not do, each as a check that can be tried on a sample.
struct BannedCode: Sendable, CustomTestStringConvertible {
    let name: String
    /// Modules in which it is banned.
    let modules: Set<String>
    /// A regular expression for one line of code.
    let pattern: String
    /// Lines that it must find.
    let bad: [String]
    /// Lines that look alike and are fine.
    let good: [String]
    /// Files that may, with the reason.
    var exceptions: [String: String] = [:]

    var testDescription: String { name }

    func violations(in file: SourceFile) -> [Violation] {
        modules.contains(file.module) && exceptions[file.path] == nil ? file.matches(of: pattern) : []
    }

    /// Everything under `Pipeline`: it decodes, interprets, judges and writes, and knows no outside world.
    private static let belowPipeline: Set<String> = [
        "Model", "Encodings", "Capture", "Wire", "Interpret", "Store", "Audit", "Reporting", "Parquet",
    ]
    private static let everywhere = belowPipeline.union(["Pipeline", "BeaconProof", "BeaconProofCommand"])

    static let all: [BannedCode] = [
        BannedCode(
            name: "files", modules: belowPipeline,
            pattern:
                #"\b(FileManager|FileHandle)\b|\b(In|Out)putStream\((url|fileAtPath|toFileAtPath)|(?<![.\w])(fopen|unlink|mkdir|opendir|fsync)\s*\(|contentsOf(File)?:.*(path|url|URL)"#,
            bad: ["let names = FileManager.default", "let file = fopen(path, mode)", "try Data(contentsOf: url)"],
            good: ["bytes.append(contentsOf: other)", "window.open(at: 3)", "InputStream(data: data)"],
            exceptions: ["Store/FreshFile.swift": "the database file is built under another name and renamed"]),
        BannedCode(
            name: "clocks", modules: everywhere,
            pattern:
                #"\bDate\(\)|\bDate\.now\b|\b(ContinuousClock|SuspendingClock|DispatchTime|CFAbsoluteTimeGetCurrent)\b|\bclock_gettime\s*\(|\b(gettimeofday|time)\(nil|\bTask\.sleep"#,
            bad: [
                "let now = Date()", "let clock = ContinuousClock()", "let seconds = time(nil)",
                "guard clock_gettime(id, &time) == 0",
            ],
            good: ["let time = time(seconds)", "struct Clock {", "ISO8601.read(text)"],
            exceptions: [
                "BeaconProofCommand/Today.swift": "waivers run out on a day",
                "Pipeline/ProcessorBudget.swift": "a run has a limit of processor time",
            ]),
        BannedCode(
            name: "chance", modules: everywhere,
            pattern: #"\bSystemRandomNumberGenerator\b|\.random\(in:[^)]*\)|\bUUID\(\)|\barc4random"#,
            bad: ["let pick = Int.random(in: 0..<4)", "let id = UUID()"], good: ["let word = random(parts)"],
            exceptions: ["BeaconProofCommand/RedactionOptions.swift": "the key of a report's stand-ins is drawn"]),
        BannedCode(
            name: "environment", modules: belowPipeline.union(["Pipeline", "BeaconProof"]),
            pattern: #"\b(ProcessInfo|CommandLine)\b|(?<![.\w])(getenv|setenv)\s*\("#,
            bad: ["ProcessInfo.processInfo.environment", "let home = getenv(name)", "CommandLine.arguments"],
            good: ["var environment: String"]),
        BannedCode(
            name: "printing", modules: belowPipeline.union(["Pipeline", "BeaconProof"]),
            pattern: #"(?<![.\w])(?<!func )(print|debugPrint|dump|NSLog|puts|printf)\s*\("#,
            bad: ["print(value)", "    debugPrint(self)", "dump(tree)"],
            good: ["report.print(value)", "func print(_ value: Int) {", "footprint(value)"]),
        BannedCode(
            name: "global state", modules: everywhere,
            pattern:
                #"^(public |package |internal |private |fileprivate |@\w+ )*var \w|nonisolated\(unsafe\)|\bstatic (public |private |fileprivate |internal )*var \w+[^{]*=|^\s*(public |private |fileprivate |internal |lazy )+static var \w+[^{]*="#,
            bad: [
                "var count = 0", "public var shared: Cache", "    static var cache: [Int] = []",
                "    private static var cache = 1", "    nonisolated(unsafe) static let handle: Int",
            ],
            good: ["    var count = 0", "    static var all: [Int] { [1] }", "    static let all = [1]"]),
        BannedCode(
            name: "try?", modules: everywhere, pattern: #"\btry\?"#,
            bad: ["let value = try? read()"], good: ["let value = try read()"]),
        BannedCode(
            name: "traps", modules: everywhere,
            pattern:
                #"\btry!|\bas!|(?<![.\w])(fatalError|preconditionFailure|precondition|assertionFailure|assert)\s*\("#,
            bad: [
                "let value = try! read()", "value as! Int", "default: fatalError(reason)", "precondition(count > 0)",
            ],
            good: ["assertion(of: rule)", "let preconditions = 1"]),
        BannedCode(
            name: "force unwraps", modules: everywhere, pattern: #"[\w)\]"]!(?!=)"#,
            bad: ["let first = list.first!", "call()!.value", "table[key]! + 1", "var view: View!"],
            good: ["if !isReady {", "a != b", "guard !list.isEmpty", "return !(a && b)"]),
        BannedCode(
            name: "unchecked concurrency", modules: everywhere,
            pattern: #"@unchecked\b|@preconcurrency\b"#,
            bad: ["final class Cache: @unchecked Sendable {", "@preconcurrency import Dispatch"],
            good: ["struct Cache: Sendable {"],
            exceptions: [
                "Cryptography/CipherContext.swift": "owns libcrypto's state alone and cannot be copied",
                "Store/Connection.swift": "SQLite's handle, touched only under the connection's lock",
                "Store/Queries/Authorizer.swift":
                    "SQLite's callback state, touched only inside an access to its connection",
                "Store/Writing/InsertStatements.swift":
                    "prepared statements, touched only inside an access to their connection",
                "Encodings/Compression/Inflater.swift": "owns zlib's structure alone and cannot be copied",
                "Encodings/Compression/ZstdExpander.swift": "owns libzstd's stream alone and cannot be copied",
                "Encodings/Compression/BrotliExpander.swift": "owns libbrotlidec's state alone and cannot be copied",
            ]),
    ]

    /// A `catch` that does nothing, over several lines too.
    static func emptyCatches(in file: SourceFile) -> [Violation] {
        let code = file.lines.joined(separator: "\n")
        return code.matches(of: /\bcatch\b[^{}\n]*\{\s*\}/).map { match in
            let line = code[..<match.range.lowerBound].count { $0 == "\n" } + 1
            return Violation(path: file.path, line: line, code: String(match.output))
        }
    }
}
