import Foundation
import Model

@testable import Capture
@testable import Wire

extension Stages {
    /// The reader alone.
    static func readFrames(_ file: String, _: String?) throws -> Work {
        var reader = PcapReader()
        var frames = 0
        var bytes = 0
        var work = try measure(bytes: 0) {
            bytes = try run(&reader, over: file) { outbox, _ in
                for case .event(.frame) in outbox.items { frames += 1 }
            }
            return frames
        }
        work.bytes = bytes
        return work
    }

    /// Reader and stack: link, IP, TCP or UDP, flow table, reassembly and whatever the flows carry.
    static func followPackets(_ file: String, _ keyLog: String?) throws -> Work {
        var keys = Outbox<TLSSecret>()
        if let keyLog {
            var reader = KeyLogReader()
            _ = reader.decode([UInt8](try Data(contentsOf: URL(filePath: keyLog))).span, isFinal: true, into: &keys)
        }
        var reader = PcapReader()
        var stack = WireStack(secrets: keys.events)
        var events = Outbox<WireEvent>()
        var frames = 0
        var bytes = 0
        var work = try measure(bytes: 0) {
            bytes = try run(&reader, over: file) { outbox, window in
                for case .event(.frame(let frame)) in outbox.items {
                    stack.feed(frame, window, into: &events)
                    frames += 1
                }
                events.removeAll()
            }
            stack.finish(into: &events)
            return frames
        }
        work.bytes = bytes
        return work
    }
}
