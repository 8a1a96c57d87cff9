import ArgumentParser
import Audit
import Model
import Pipeline

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Options of every command that reads captures.
struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "TLS secrets (SSLKEYLOGFILE format) for captured packets; may be repeated.", valueName: "file"))
    var keylog: [String] = []

    @Option(
        help: ArgumentHelp(
            "Calls and events an app wrote down, as JSON Lines or in a system log; may be repeated.", valueName: "file")
    )
    var calls: [String] = []

    @Option(
        help: ArgumentHelp(
            "The app the traffic came from: an .app folder, an .ipa or an .xcarchive.", valueName: "path"))
    var bundle: String?

    @Option(
        help: ArgumentHelp("Read only packets that match this BPF expression, as tcpdump takes it.", valueName: "expr"))
    var filter: String?

    @Option(
        help: ArgumentHelp("Change a limit, see 'beaconproof doctor'; may be repeated.", valueName: "name=value"),
        completion: .limits)
    var limit: [String] = []

    @Option(help: "How many cores to use; those of this machine by default. What comes out is the same.")
    var jobs: Int?

    /// Nothing is given but limits and cores.
    var isEmpty: Bool { keylog.isEmpty && calls.isEmpty && bundle == nil && filter == nil }

    func cores() throws -> Int {
        guard let jobs else { return ProcessInfo.processInfo.activeProcessorCount }
        guard jobs >= 1 else { throw PipelineFailure.usage("--jobs takes a number from 1, not \(jobs)") }
        return jobs
    }

    func apply(to request: inout Certify.Request) throws {
        request.jobs = try cores()
        request.keyLogs = keylog
        request.callLogs = calls
        request.bundlePath = bundle
        request.filter = filter
        for assignment in limit { try request.limits.set(assignment) }
    }
}

/// Options of every command that judges.
struct RunOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("What is known about the run: YAML or JSON, see 'beaconproof facts'.", valueName: "file"))
    var facts: String?

    @Option(help: ArgumentHelp("Accepted findings, see 'beaconproof waivers write'.", valueName: "file"))
    var waivers: String?

    @Option(help: ArgumentHelp("The day that waivers are judged on instead of today.", valueName: "YYYY-MM-DD"))
    var today: String?

    @Option(
        help: ArgumentHelp("A certificate to evaluate, with its settings; may be repeated.", valueName: "name"),
        completion: .profiles)
    var profile: [String] = []

    @OptionGroup var rules: OwnRules

    @Option(
        name: .customLong("set"), help: ArgumentHelp("Change a setting; may be repeated.", valueName: "key=value"),
        completion: .settings)
    var settings: [String] = []

    @Option(
        help: ArgumentHelp("Configuration file; otherwise beaconproof.yaml, looked for upwards.", valueName: "file"))
    var config: String?

    @Flag(name: .customLong("no-config"), help: "Read no configuration file.")
    var noConfig = false

    /// What is to be certified and how, with the configuration file taken in.
    func request(_ inputs: [String], _ reading: InputOptions) throws -> Certify.Request {
        var request = Certify.Request(inputs: inputs, toolVersion: Tool.version)
        let configuration = try Configuration.load(self)
        request.configured = configuration?.configured
        request.factsPath = facts ?? configuration?.configured.facts
        request.waiversPath = waivers ?? configuration?.configured.waivers
        (request.today, request.dayOrigin) = try Today.day(today)
        request.profiles = profile + (configuration?.configured.profiles ?? [])
        request.ruleFolders = rules.folders + (configuration?.configured.rules ?? [])
        request.rulesKeyPath = rules.key
        request.configSettings = configuration?.settings ?? [:]
        request.commandSettings = try commandSettings()
        try reading.apply(to: &request)
        return request
    }

    /// A run that a database holds, as it is; captures are certified first.
    func judged(_ inputs: [String], _ reading: InputOptions, run: Int? = nil) throws -> Certify.Outcome {
        if inputs.count == 1, try StoredRun.isKept(inputs[0]) {
            return try StoredRun.open(inputs[0], run: run.map { ID($0) })
        }
        guard run == nil else { throw PipelineFailure.usage("--run chooses among the runs of a kept database") }
        return try Certify(request(inputs, reading), rules: ShippedRules()).certify()
    }

    /// The rules that judge: the shipped ones with a person's own.
    func pack() throws -> RulePack {
        let configured = try Configuration.load(self)?.configured.rules ?? []
        return try ShippedRules().pack(adding: rules.folders + configured, signedBy: rules.key).pack
    }

    /// `--set` as pairs.
    func commandSettings() throws -> [String: String] {
        var result: [String: String] = [:]
        for assignment in settings {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw PipelineFailure.usage("--set takes KEY=VALUE, not '\(assignment)'")
            }
            result[String(parts[0])] = String(parts[1])
        }
        return result
    }
}
