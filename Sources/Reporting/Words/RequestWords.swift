import Model

/// A request in words: what became of it, what it stands for, and how to send it again.
extension ReportModel.Request {
    /// The path that it was sent to.
    var path: String {
        String(Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }))
    }

    /// The type of the answer, as its header fields say.
    var responseType: Substring? {
        responseHeaders.first { Self.isNamed(Self.contentType, $0) }.map { line in
            let value = line.utf8.dropFirst(Self.contentType.utf8CodeUnitCount + 1).drop { $0 == UInt8(ascii: " ") }
            return Substring(value.prefix { $0 != UInt8(ascii: ";") })
        }
    }

    private static let contentType: StaticString = "content-type"

    /// The header fields that a client does not make of the URL.
    var ownHeaders: [String] {
        requestHeaders.filter { $0.utf8.first != UInt8(ascii: ":") && !Self.isNamed("host", $0) }
    }

    /// Whether a line is of this header field.
    private static func isNamed(_ name: StaticString, _ line: String) -> Bool {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        var line = line
        return line.withUTF8 { line in
            line.count > name.count && line[name.count] == UInt8(ascii: ":")
                && zip(line, name).allSatisfy { ASCII.lowercased($0) == $1 }
        }
    }
}

extension ReportModel.Request.Declaration {
    /// Whether it counts, and why not; of an alteration, what follows in words of its own.
    var counting: StaticString {
        if ambiguous { return "more than one ad play may own it, so no rule counts it" }
        if alteration != nil { return "not as declared" }
        return switch repeatClass {
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
}

extension ReportModel.Finding {
    /// Whether it names this parameter.
    func isAbout(_ parameter: ReportModel.Request.Parameter) -> Bool {
        [parameter.name, parameter.path, parameter.subkey ?? parameter.name].contains { name in
            !name.isEmpty && (item == name || item.hasPrefix("\(name) "))
        }
    }
}
