import Model

extension Exchange: TableRow {
    static let table = Table(
        of: Self.self, "exchange", .decoding, meaning: "One HTTP request with its response, if there is one.")

    static func columns(_ column: inout some Columns<Exchange>) {
        column.number("The exchange's number in this file.")
        column.run("Its run.")
        column("at_us", "Start of the request, on the run's clock.") { $0.startedAt }
        column("method", "As sent.") { $0.request.method }
        column("scheme", "http or https.") { $0.request.scheme }
        column("authority") { $0.request.authority }
        column("host", "Host without port, lower-case.") { $0.request.host }
        column.derived("url", "The URL as sent, nothing normalised.", "scheme || '://' || authority || target")
        column("target", "Path and query as sent.") { $0.request.target }
        column.derived("path", "The target without its query.", "substr(target, 1, instr(target || '?', '?') - 1)")
        column.derived("folder", Exchange.folderMeaning, Exchange.folder(of: Exchange.path))
        column.derived("file", Exchange.fileMeaning, Exchange.file(of: Exchange.path))
        column("status", "Final status; NULL when no response was seen.") { $0.response?.status }
        column("ending", "answered, failed or unseen.") { $0.ending }
        column("response_us", "Start of the response, where the capture says.") { $0.response?.startedAt }
        column("end_us", "End of the response, where the capture says.") { $0.response?.endedAt }
        column("protocol", "http/1.1, h2 or h3; NULL when the capture does not say.") { $0.connection.protocolName }
        // Always written, though the tables of kept files did not demand it; the same holds for the headers.
        column("flow", "Number of the flow inside its capture; 0 when it has none.") { Optional($0.connection.flow) }
        column("stream", "HTTP/2 or HTTP/3 stream.") { $0.connection.stream }
        column("client", "Address and port of the client.") { $0.connection.client }
        column.derived(
            "client_address", "The address of who asked, without its port; NULL when not known.",
            """
            CASE WHEN client GLOB '*.*:*' OR client GLOB '*]:*' THEN rtrim(rtrim(client, '0123456789'), ':') ELSE client END
            """)
        column("server", "Address and port of the server.") { $0.connection.server }
        column("request_bytes", "Decoded size of the request body.") { $0.request.body.size }
        column("response_bytes", "Decoded size of the response body.") { $0.response?.body.size }
        column("request_body_state", "empty, kept, cut, media or missing.") { $0.request.body.state }
        column("response_body_state", "empty, kept, cut, media or missing; missing too when no response was seen.") {
            $0.response?.body.state ?? "missing"
        }
        column(
            "made_as",
            """
            How it was made, as its headers say. By a browser: page (opened in a window or tab), frame, image, media, script, \
            fetch (by a script), prefetch or other; by a server in a device's place: server; NULL where they do not say.
            """
        ) { RequestManner($0.request.headers)?.rawValue }
        column(
            "is_media", "1 where it was answered with video or audio, as the Content-Type says.", .joined(default: 0)
        ) { $0.response?.isMedia == true }
        column("request_headers", "name: value lines, in order.", .shown(as: "CAST(request_headers AS TEXT)")) {
            Optional($0.request.headers.block)
        }
        column.derived("has_query", "1 where the URL has a query.", "instr(target, '?') > 0")
        column(
            "response_headers",
            """
            name: value lines, in order; NULL when no response was seen.
            """, .shown(as: "CAST(response_headers AS TEXT)")
        ) { $0.response?.headers.block }
        column("request_body", "Decoded bytes, where kept.") { $0.request.body.kept }
        column("response_body", "Decoded bytes, where kept.") { $0.response?.body.kept }
        column("notes", "Words about how it was read, separated by spaces.") { $0.notes.joined(separator: " ") }
    }
}

extension Exchange {
    /// Its URL without the query, as SQL.
    private static let path = "(scheme || '://' || authority || substr(target, 1, instr(target || '?', '?') - 1))"

    static let folderMeaning = "Its URL up to the last slash of the path."
    static let fileMeaning = "What stands behind the last slash of its path, without the query."

    static func folder(of path: String) -> String { "rtrim(\(path), replace(\(path), '/', ''))" }
    static func file(of path: String) -> String { "replace(\(path), \(folder(of: path)), '')" }
}

extension Sighting: TableRow {
    static let table = Table(
        of: Self.self, "sighting", .decoding, through: "capture", meaning: "One exchange as seen in one capture.")

    static func columns(_ column: inout some Columns<Sighting>) {
        column("exchange", "The exchange.", .key) { $0.exchange }
        column.capture("The capture it was seen in.", .key)
        column("locator_kind", "frames, entry, line or bytes.", .key) { $0.locator.kind }
        column("locator", "Where in the capture.", .key) { $0.locator.value }
        column("at_source_us", "Its start on the capture's own clock.") { $0.at }
    }
}
