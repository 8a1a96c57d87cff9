import Model

/// A request in words: what became of it, what it stands for, and how to send it again.
struct RequestWords {
    let request: ReportModel.Request

    init(_ request: ReportModel.Request) { self.request = request }

    var outcome: String {
        switch (request.status, request.ending) {
        case (let status?, _): "\(status)"
        case (nil, "failed"): "no answer"
        default: "answer not seen"
        }
    }

    /// What it was sent for, in a word or two: `vast thirdQuartile`.
    var role: String {
        if let firing = request.firings.first { return "\(firing.family) \(firing.event)" }
        if let beacon = request.beacons.first { return "\(beacon.family) \(beacon.event)" }
        return request.documents.first ?? ""
    }

    static func pathOf(_ request: ReportModel.Request) -> String {
        String(Substring(request.target.utf8.prefix { $0 != UInt8(ascii: "?") }))
    }

    /// What it is to the verdict, a sentence each.
    var standing: [String] {
        var sentences: [String] = []
        for firing in request.firings {
            let play = firing.adPlay.map { " of \($0)" } ?? ", of no ad play that was seen"
            let line = firing.line.map { " line \($0)" } ?? ""
            let declared = firing.document.isEmpty ? "" : ", declared by \(firing.document)\(line)"
            sentences.append("\(firing.family) \(firing.event)\(play)\(declared): \(Self.counting(firing))")
        }
        for beacon in request.beacons where request.firings.isEmpty {
            sentences.append(
                "\(beacon.family) \(beacon.kind)\(beacon.event == beacon.kind ? "" : ", event \(beacon.event)")")
        }
        for document in request.documents { sentences.append("answered with the document \(document)") }
        if let bytes = request.responseBytes, request.ending == "answered" {
            let type = Self.type(request.responseHeaders).map { " of \($0)" } ?? ""
            sentences.append("answered with \(Phrases.count(bytes, "byte"))\(type)")
        }
        let how = [request.protocolName, request.server.map { "to \($0)" }, request.place.map(Phrases.place)]
        sentences.append(how.compactMap(\.self).joined(separator: ", "))
        if !request.notes.isEmpty { sentences.append("read as: \(request.notes)") }
        return sentences.filter { !$0.isEmpty }
    }

    private static func type(_ headers: [String]) -> Substring? {
        headers.first { isNamed("content-type", $0) }.map { line in
            let value = line.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0 == UInt8(ascii: " ") }
            return Substring(value.prefix { $0 != UInt8(ascii: ";") })
        }
    }

    /// Whether a line is of this header field.
    private static func isNamed(_ name: StaticString, _ line: String) -> Bool {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return line.utf8.lazy.map(ASCII.lowercased).starts(with: name)
            && line.utf8.dropFirst(name.count).first == UInt8(ascii: ":")
    }

    private static func counting(_ firing: ReportModel.Request.Declaration) -> String {
        if firing.ambiguous { return "more than one ad play may own it, so no rule counts it" }
        if let alteration = firing.alteration { return "not as declared (\(alteration))" }
        return switch firing.repeatClass {
        case "first": "it counts"
        case "preflight": "a preflight or prefetch, so it does not count"
        case "redirect-hop": "a hop of a redirect, so it does not count again"
        case "seen-twice": "recorded twice, so it counts once"
        case "retry": "sent again because the first try failed, so it does not count again"
        case "listed-again": "its URL is listed several times, so it counts for one of them"
        case "later-play": "it counts for a later play"
        default: "a duplicate"
        }
    }

    var curl: String {
        var words = ["curl", "--request", request.method]
        for line in request.requestHeaders where line.utf8.first != UInt8(ascii: ":") && !Self.isNamed("host", line) {
            words += ["--header", Reproduction.word(line)]
        }
        return (words + [Reproduction.word(request.url)]).joined(separator: " ")
    }

    /// Whether a finding names this parameter.
    static func isAbout(_ finding: ReportModel.Finding, _ parameter: ReportModel.Request.Parameter) -> Bool {
        [parameter.name, parameter.path, parameter.subkey ?? parameter.name].contains { name in
            !name.isEmpty && (finding.item == name || finding.item.hasPrefix("\(name) "))
        }
    }
}
