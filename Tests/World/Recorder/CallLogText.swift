/// How a log of calls is written: `docs/call-logs.md`.
enum CallLogFormat: String, Choice {
    /// JSON Lines of a wrapper.
    case lines
    /// The same behind the mark NLSLOG, as idevicesyslog prints it, among other lines.
    case syslog
    /// The same as `adb logcat -v threadtime` prints it.
    case logcat
    /// What Segment's integration prints: not every stop, no types, nothing of the player.
    case segment
}

/// Writes a story's calls as a log.
struct CallLogText {
    var format: CallLogFormat
    /// Whether the player's events are in it.
    var hasEvents: Bool
    /// How far the device's clock is ahead.
    var skew: Microseconds
    var dice: Dice

    struct Log {
        var text: String
        var shown: Set<Int>
    }

    func log(_ calls: [Call]) -> Log {
        var shown: Set<Int> = []
        var text = ""
        var random = dice.stream("log")
        var number = 0
        for call in calls {
            if call.kind == "event", !hasEvents || format == .segment { continue }
            if format == .segment {
                guard call.source == "nielsen",
                    ["play", "loadMetadata", "playheadPosition", "stop", "end"].contains(call.name)
                else {
                    continue
                }
                text += printed(call)
                shown.insert(call.id)
                continue
            }
            if format != .lines, random.chance(0.15) { text += foreign(call.at, &random) }
            if call.kind != "header" { number += 1 }
            text += prefix(call.at) + line(call, number: number) + "\n"
            shown.insert(call.id)
        }
        if format != .segment { shown.formUnion([NielsenDelivery.everyCall, NielsenDelivery.types]) }
        if hasEvents, format != .segment { shown.insert(NielsenDelivery.events) }
        return Log(text: text, shown: shown)
    }

    func line(_ call: Call, number: Int) -> String {
        if call.kind == "header" { return JSON.object([("v", 1), ("kind", "header")] + call.fields).written }
        var members: [(String, JSON)] = [("v", 1), ("kind", .text(call.kind))]
        members.append(("t", .int((call.at + skew) / 1_000)))
        members.append(("mono", .number((call.monotonic * 1_000).rounded() / 1_000)))
        members.append(("seq", .int(number)))
        if let instance = call.instance { members.append(("inst", .text(instance))) }
        if call.kind == "call" {
            members.append(("api", .text(call.name)))
        } else {
            if call.source != "player" { members.append(("source", .text(call.source))) }
            members.append(("name", .text(call.name)))
        }
        return JSON.object(members + call.fields).written
    }

    // MARK: Consoles

    private func prefix(_ moment: Microseconds) -> String {
        let parts = Calendar.parts(moment + skew, zoneMinutes: 60)
        let time = "\(Calendar.padded(parts.hour)):\(Calendar.padded(parts.minute)):\(Calendar.padded(parts.second))"
        switch format {
        case .lines, .segment: return ""
        case .logcat:
            let day = "\(Calendar.padded(parts.month))-\(Calendar.padded(parts.day))"
            let fraction = Calendar.padded((moment + skew) % 1_000_000 / 1_000, 3)
            return "\(day) \(time).\(fraction)  9731  9802 I NLSLOG  : NLSLOG "
        case .syslog:
            let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            return
                "\(months[parts.month - 1]) \(Calendar.padded(parts.day)) \(time) Player(Player)[731] <Notice>: NLSLOG "
        }
    }

    private func foreign(_ moment: Microseconds, _ random: inout Randomness) -> String {
        let words = random.pick([
            "nw_connection_report_state_with_handler", "CFNetwork task finished", "FigStream rate 1.0",
        ])
        return prefix(moment).replacing("Player(Player)[731] <Notice>: NLSLOG ", with: "kernel[0] <Debug>: ")
            .replacing("9731  9802 I NLSLOG  : NLSLOG ", with: " 612   640 D SurfaceFlinger: ") + words + "\n"
    }

    private func printed(_ call: Call) -> String {
        let stamp = Calendar.iso(call.at + skew, zoneMinutes: 60, fraction: 6)
            .replacing("T", with: " ").replacing("+01:00", with: "+0100")
        let head = stamp + " Player[731:20411] [NielsenAppApi " + call.name
        guard let args = call.fields.first(where: { $0.0 == "args" })?.1 else { return head + "]\n" }
        guard case .object(let members) = args else { return head + ": " + Self.plain(args) + "]\n" }
        let body = members.sorted { $0.0 < $1.0 }.map { "    \($0.0) = \(Self.plain($0.1));\n" }.joined()
        return head + ": {\n" + body + "}]\n"
    }

    /// As `NSDictionary` describes itself.
    private static func plain(_ value: JSON) -> String {
        guard case .text(let text) = value else { return value.written }
        let isBare =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || byte == 0x5f
            }
        guard !isBare else { return text }
        var escaped = ""
        for unit in text.utf16 {
            if unit < 0x80 {
                escaped += unit == 0x22 ? "\\\"" : String(UnicodeScalar(UInt8(unit)))
            } else {
                let hex = String(unit, radix: 16)
                escaped += "\\U" + String(repeating: "0", count: 4 - hex.count) + hex
            }
        }
        return "\"" + escaped + "\""
    }
}
