/// One HTTP request with its response, if any, as captured.
public struct Exchange: Sendable, Hashable {
    /// One field of a header.
    public struct Field: Sendable, Hashable {
        /// As sent.
        public let name: String
        /// As sent, without the blanks around it.
        public let value: String
    }

    /// Start of the request, in microseconds since the Unix epoch.
    public let microseconds: Int64
    /// As sent.
    public let method: String
    /// As sent, nothing normalised.
    public let url: String
    /// Host without port, in lower case.
    public let host: String
    /// Of the response; `nil` when none was seen.
    public let status: Int?
    /// http/1.1, h2 or h3; `nil` when the capture does not say.
    public let httpVersion: String?
    /// The request's header, in order.
    public let requestHeader: [Field]
    /// The response's header, in order; empty when no response was seen.
    public let responseHeader: [Field]
}

extension Exchange {
    static func query(run: Int) -> String {
        """
        SELECT at_us, method, url, host, status, protocol, request_headers, response_headers
        FROM exchange WHERE run = \(run) ORDER BY at_us, id
        """
    }

    /// - Parameter row: of ``query(run:)``.
    init(_ row: [Value]) {
        self.init(
            microseconds: row[0].integer ?? 0, method: row[1].text ?? "", url: row[2].text ?? "",
            host: row[3].text ?? "", status: row[4].integer.map { Int($0) }, httpVersion: row[5].text,
            requestHeader: Exchange.fields(row[6].text), responseHeader: Exchange.fields(row[7].text))
    }

    /// The fields of `name: value` lines.
    private static func fields(_ text: String?) -> [Field] {
        (text ?? "").split(separator: "\n").compactMap { line in
            // Names of HTTP/2 may begin with a colon.
            guard let colon = line.dropFirst().firstIndex(of: ":") else { return nil }
            return Field(
                name: String(line[..<colon]), value: String(line[colon...].dropFirst().drop { $0 == " " }))
        }
    }
}
