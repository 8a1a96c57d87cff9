import Foundation

/// What was recorded of a viewing: the requests of a capture, the lines of a call log, and what a person states.
struct NielsenRecording {
    var pings: [NielsenSimulatedPing] = []
    var lines: [NielsenLogLine] = []
    /// The header of the call log.
    var header: [String: String] = ["flavour": "global", "market": "se", "build": "release", "os": "iOS 17.5"]
    /// Keys of the facts file under `nielsen` and `privacy`.
    var facts: [String: [String: String]] = [:]
    /// When the recording began and ended, in seconds of the device's clock.
    var from = 0.0
    var to = 0.0

    /// Another recording made at the same time.
    mutating func add(_ other: NielsenRecording) {
        pings += other.pings
        lines += other.lines
        from = min(from, other.from)
        to = max(to, other.to)
    }

    /// Every clock is `seconds` later: the device's, the capture's and the log's.
    mutating func shift(by seconds: Double) {
        for index in pings.indices { pings[index].shift(by: seconds) }
        for index in lines.indices { lines[index].time += seconds }
        from += seconds
        to += seconds
    }

    /// - Parameter skew: how far the capture's clock is ahead of the device's.
    func har(skew: Double = 0) -> String {
        let frame = [
            NielsenSimulatedPing.page(at: from, "begin"), NielsenSimulatedPing.page(at: to, "end"),
        ]
        let entries = (pings + frame).sorted { $0.at < $1.at }.map { $0.harEntry(skew: skew) }
        return #"{"log":{"version":"1.2","creator":{"name":"simulation","version":"1"},"entries":["#
            + entries.joined(separator: ",\n") + "]}}\n"
    }

    /// - Parameter offset: how far the log's clock is ahead of the device's.
    func log(offset: Double = 0) -> String {
        let fields = header.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }
        let header = #"{"v":1,"kind":"header","clock":"epoch_ms",\#(fields.joined(separator: ","))}"#
        return ([header] + lines.sorted { $0.time < $1.time }.map { $0.json(offset: offset) })
            .joined(separator: "\n") + "\n"
    }

    var factsFile: String {
        let sections = facts.sorted { $0.key < $1.key }.map { section, values in
            let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            return "\(section): { \(pairs.joined(separator: ", ")) }\n"
        }
        return sections.joined()
    }
}

/// One line of a call log.
struct NielsenLogLine {
    var time: Double
    /// `call` or `event`.
    var kind: String
    /// The name of the call or event.
    var name: String
    /// The JSON of its argument, for events the members it has besides.
    var arguments: String?
    var instance: String

    func json(offset: Double) -> String {
        let milliseconds = String(format: "%.0f", (time + offset) * 1_000)
        let mono = String(format: "%.3f", time.truncatingRemainder(dividingBy: 10_000_000))
        let front = #"{"v":1,"t":\#(milliseconds),"mono":\#(mono),"#
        guard kind == "call" else {
            return front + #""kind":"event","name":"\#(name)""# + (arguments.map { ",\($0)" } ?? "") + "}"
        }
        return front + #""kind":"call","inst":"\#(instance)","api":"\#(name)""#
            + (arguments.map { #","args":\#($0)"# } ?? "") + "}"
    }
}

/// One request as a capture holds it.
struct NielsenSimulatedPing {
    enum Kind {
        case config, session, view, duration, page
    }

    var kind: Kind
    /// Seconds on the capture's clock.
    var at: Double
    var host: String
    var path: String
    /// Name and raw value, in the order they are sent.
    var parameters: [(name: String, value: String)] = []
    var scheme = "https"
    /// 0: the request was not answered.
    var status = 200
    var body = ""

    subscript(_ name: String) -> String {
        get { parameters.first { $0.name == name }?.value ?? "" }
        set {
            if let index = parameters.firstIndex(where: { $0.name == name }) {
                parameters[index].value = newValue
            } else {
                parameters.append((name, newValue))
            }
        }
    }

    var isAd: Bool { self["c3"] == "st,a" }
    /// Seconds since 1970 on the device's clock.
    var created: Int { Int(self["c61"].dropFirst("createtm,".count)) ?? 0 }

    /// Made `seconds` later, as another ping than the one it is a copy of.
    func remade(after seconds: Int) -> Self {
        var copy = self
        copy.at += Double(seconds)
        copy["c61"] = "createtm,\(created + seconds)"
        copy["c62"] = "sendTime,\(created + seconds)"
        copy["rnd"] = "\(created + seconds)777"
        return copy
    }

    mutating func shift(by seconds: Double) {
        at += seconds
        let times = ["c61", "c62", "c64", "fp_cr_tm", "fp_acc_tm", "fp_emm_tm"]
        for index in parameters.indices where times.contains(parameters[index].name) {
            let parts = parameters[index].value.split(separator: ",", omittingEmptySubsequences: false)
            guard let last = parts.last, let time = Int(last) else { continue }
            let front = parts.dropLast().joined(separator: ",")
            parameters[index].value = (front.isEmpty ? "" : front + ",") + String(time + Int(seconds))
        }
    }

    static func page(at time: Double, _ name: String) -> Self {
        Self(kind: .page, at: time, host: "www.publisher.example.test", path: "/\(name)")
    }

    func harEntry(skew: Double) -> String {
        let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let url = "\(scheme)://\(host)\(path)" + (query.isEmpty ? "" : "?\(query)")
        let date = Date(timeIntervalSince1970: ((at + skew) * 1_000).rounded() / 1_000)
            .formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        let text = body.replacing("\"", with: "\\\"")
        return """
            {"startedDateTime":"\(date)Z","time":20,"request":{"method":"GET","url":"\(url)","httpVersion":"HTTP/2.0",\
            "headers":[],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},"response":{"status":\(status),\
            "statusText":"","httpVersion":"HTTP/2.0","headers":[],"cookies":[],"content":{"size":\(body.utf8.count),\
            "mimeType":"application/json","text":"\(text)"},"redirectURL":"","headersSize":-1,"bodySize":-1},"cache":{},\
            "timings":{"send":0,"wait":20,"receive":0}}
            """
    }
}
