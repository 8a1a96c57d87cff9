import Model

extension CaptureFormat {
    /// NCSA common or combined lines of a web server.
    public static let accessLog = CaptureFormat(rawValue: "access-log")
    /// Requests as JSON, one a line, from a web server.
    public static let accessLogJSON = CaptureFormat(rawValue: "access-log-json")
    /// W3C extended lines: CloudFront, IIS.
    public static let accessLogW3C = CaptureFormat(rawValue: "access-log-w3c")
    /// Interactions of MediaTailor with ad servers.
    public static let mediaTailorLog = CaptureFormat(rawValue: "mediatailor-log")
}

/// Logs of servers lie beside captures and are no capture of a run of their own: a folder is not searched for them.
extension SavedFormat {
    static let accessLog = SavedFormat(
        format: .accessLog, name: "access-log", title: "access log, NCSA common or combined",
        recognisedBy: "a time in brackets and a request in quotes", isFoundByContent: false, isGuess: true,
        side: .receiver, recognise: { CaptureFormat.accessLog($0) }, diagnostics: AccessLogDiagnostics.all,
        reader: { AccessLogReader(.combined, limits: $0) })

    static let accessLogJSON = SavedFormat(
        format: .accessLogJSON, name: "access-log-json", title: "access log, JSON lines (nginx)",
        recognisedBy: "a JSON object on each line with a request and a status", isFoundByContent: false,
        side: .receiver, recognise: { CaptureFormat.accessLogJSON($0) },
        reader: { AccessLogReader(.json, limits: $0) })

    static let accessLogW3C = SavedFormat(
        format: .accessLogW3C, name: "access-log-w3c", title: "access log, W3C extended (CloudFront, IIS)",
        recognisedBy: "a line that begins with #Fields:", isFoundByContent: false, isGuess: true, side: .receiver,
        recognise: { CaptureFormat.accessLogW3C($0) }, reader: { AccessLogReader(.w3c, limits: $0) })

    static let mediaTailor = SavedFormat(
        format: .mediaTailorLog, name: "mediatailor-log", title: "MediaTailor ad decision server log",
        recognisedBy: "JSON lines with eventType and eventTimestamp", isFoundByContent: false, side: .sender,
        recognise: { CaptureFormat.mediaTailorLog($0) }, reader: { AccessLogReader(.mediaTailor, limits: $0) })
}

extension CaptureFormat {
    fileprivate static func mediaTailorLog(_ front: Span<UInt8>) -> String? {
        guard contains(front, "\"eventType\""), contains(front, "\"eventTimestamp\""),
            contains(front, "\"awsAccountId\"") || contains(front, "\"originId\"") || contains(front, "\"beaconInfo\"")
        else { return nil }
        return "has the keys of a MediaTailor log, \"eventType\" and \"eventTimestamp\""
    }

    /// One object on each line, with a request and a status.
    fileprivate static func accessLogJSON(_ front: Span<UInt8>) -> String? {
        guard jsonObject(front) == .jsonLines || firstText(front) == UInt8(ascii: "{") && !contains(front, "\"log\""),
            contains(front, "\"status\"") || contains(front, "\"status_code\"")
                || contains(front, "\"response_status\""),
            let key = ["\"request_uri\"", "\"request_method\"", "\"request\":\"", "\"request\": \"", "\"requestUri\""]
                .first(where: { contains(front, $0) })
        else { return nil }
        return "has JSON lines with the keys of an access log, \(key.prefix { $0 != ":" }) among them"
    }

    fileprivate static func accessLogW3C(_ front: Span<UInt8>) -> String? {
        guard firstText(front) == UInt8(ascii: "#"), contains(front, "#Fields:"), contains(front, "cs-method") else {
            return nil
        }
        return "has a line that begins with #Fields: and names requests"
    }

    /// The first line has a time in brackets and a request in quotes.
    fileprivate static func accessLog(_ front: Span<UInt8>) -> String? {
        guard isText(front) else { return nil }
        var end = 0
        while end < front.count, front[end] != UInt8(ascii: "\n") { end += 1 }
        switch CombinedLine.read(front.copy(0..<end)[...]) {
        case .request, .noRequest: return "has a line with a time in brackets and a request in quotes"
        case .nothing, .unreadable: return nil
        }
    }
}
