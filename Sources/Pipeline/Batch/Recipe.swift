import Cryptography
import Encodings

/// The name of everything that a run's outcome rests on: equal names, equal outcome.
struct Recipe {
    private var text: [UInt8] = []

    init(_ orders: BatchOrders, pack: LoadedPack) throws(PipelineFailure) {
        add("tool", orders.toolVersion)
        add("rules", pack.sha256)
        for profile in orders.profiles { add("profile", profile) }
        for (key, value) in orders.configSettings.sorted(by: { $0.key < $1.key }) { add("config", "\(key)=\(value)") }
        for (key, value) in orders.commandSettings.sorted(by: { $0.key < $1.key }) { add("set", "\(key)=\(value)") }
        for limit in orders.limits { add("limit", limit) }
        add("filter", orders.filter ?? "")
        if let configured = orders.configured {
            // The report says where it was found.
            add("configuration", configured.sha256)
            add(configured.isFound ? "found" : "given", configured.path)
        }
        for folder in orders.ruleFolders { add("rule folder", folder) }
        if let waivers = orders.waivers { add("waivers", try Recipe.sha256(of: waivers)) }
        if orders.waivers != nil || orders.dayOrigin != .builtIn {
            add("today", orders.today ?? "")
            add("day", orders.dayOrigin.rawValue)
        }
    }

    /// With the inputs of one job, read through.
    func sha256(of job: BatchJob) throws(PipelineFailure) -> String {
        var recipe = self
        recipe.add("capture", try Recipe.sha256(of: job.path))
        for keyLog in job.keyLogs { recipe.add("keylog", try Recipe.sha256(of: keyLog)) }
        if let facts = job.facts {
            recipe.add("facts", try Recipe.sha256(of: facts))
            recipe.add(job.factsOrigin.rawValue, facts)
        }
        return SHA256.hash(recipe.text).hexadecimal
    }

    /// Lengths keep neighbours apart.
    private mutating func add(_ kind: String, _ value: String) {
        text += "\(kind) \(value.utf8.count) \(value)\n".utf8
    }

    private static func sha256(of path: String) throws(PipelineFailure) -> String {
        let source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        while try source.read(1 << 18, into: &bytes) > 0 { bytes.removeAll(keepingCapacity: true) }
        return source.sha256
    }
}
