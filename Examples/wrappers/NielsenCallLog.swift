import Foundation
import NielsenAppApi
import os

/// Writes each call to the Nielsen SDK as one line of a BeaconProof call log, then makes it.
///
/// Use it in place of the SDK object. Lines go to a file in the app's documents folder and, shorter than 1,000 bytes, to
/// the system log with the mark NLSLOG.
final class NielsenCallLog {
    private let api: NielsenAppApi?
    private let instance: String
    private let file: FileHandle?
    private let queue = DispatchQueue(label: "nielsen-call-log")
    private static let logger = Logger(subsystem: "beaconproof", category: "nielsen")

    init(appInfo: [String: String], delegate: NielsenAppApiDelegate?, instance: String = "A") {
        self.instance = instance
        let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
        let url = folder?.appendingPathComponent("run-\(instance).nielsen.jsonl")
        if let url { FileManager.default.createFile(atPath: url.path, contents: nil) }
        file = url.flatMap { try? FileHandle(forWritingTo: $0) }
        api = NielsenAppApi(appInfo: appInfo, delegate: delegate)
        record(["kind": "call", "api": "init", "args": appInfo])
    }

    func play(_ info: [String: Any]) {
        record(["kind": "call", "api": "play", "args": info])
        api?.play(info)
    }

    func loadMetadata(_ metadata: Any) {
        record(["kind": "call", "api": "loadMetadata", "args": metadata])
        api?.loadMetadata(metadata)
    }

    func playheadPosition(_ seconds: Int64) {
        record(["kind": "call", "api": "playheadPosition", "args": seconds])
        api?.playheadPosition(seconds)
    }

    func stop() {
        record(["kind": "call", "api": "stop"])
        api?.stop()
    }

    func end() {
        record(["kind": "call", "api": "end"])
        api?.end()
    }

    func userOptOut(_ url: String) {
        record(["kind": "call", "api": "userOptOut", "args": url])
        api?.userOptOut(url)
    }

    func updateOTT(_ info: [String: String]) {
        record(["kind": "call", "api": "updateOTT", "args": info])
        api?.updateOTT(info)
    }

    /// What the player or the app did: play, pause, seek, buffer_start, buffer_end, background, foreground, …
    func event(_ name: String, _ details: [String: Any] = [:]) {
        record(details.merging(["kind": "event", "name": name]) { $1 })
    }

    private func record(_ line: [String: Any]) {
        var line = line
        line["v"] = 1
        line["t"] = Int64(Date().timeIntervalSince1970 * 1_000)
        line["mono"] = ProcessInfo.processInfo.systemUptime
        line["inst"] = instance
        guard JSONSerialization.isValidJSONObject(line),
            let bytes = try? JSONSerialization.data(withJSONObject: line, options: [.sortedKeys])
        else { return }
        queue.async { [file] in
            file?.write(bytes + Data([0x0A]))
            if bytes.count < 1_000 {
                Self.logger.notice("NLSLOG \(String(decoding: bytes, as: UTF8.self), privacy: .public)")
            }
        }
    }
}
