import Model

/// What joining the captures of a run asks: which requests are one, and what each input adds to the others.
public enum JoiningSQL {
    /// Flows of an unknown protocol to a server of a host of the run `:run`.
    public static let unknownProtocols = """
        SELECT f.capture, f.server, f.first_us, f.last_us, f.client_bytes, h.host
        FROM flow f JOIN host_server h ON h.run = f.run AND h.server = f.server
        WHERE f.run = :run AND f.protocol = 'unknown' AND f.client_bytes > 0 ORDER BY f.id, h.host
        """

    /// Addresses that made the exchanges `:ids`, a JSON array.
    public static let clients = """
        SELECT DISTINCT client FROM exchange
        WHERE id IN (SELECT value FROM json_each(:ids)) AND client IS NOT NULL
        """

    /// Exchanges that no other capture than `:capture` saw, with their clients.
    public static let exchangesOfOneCapture = """
        SELECT x.id, x.client FROM exchange x JOIN sighting s ON s.exchange = x.id
        WHERE s.capture = :capture AND x.client IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM sighting o WHERE o.exchange = x.id AND o.capture <> s.capture)
        ORDER BY x.id
        """

    /// Sightings of the requests of the run `:run`; what may be one request stands together.
    public static let requestsByTarget = """
        SELECT x.target, x.method, x.host, x.id, x.at_us, s.capture, x.scheme, x.client, x.server, x.stream
        FROM exchange x JOIN sighting s ON s.exchange = x.id WHERE x.run = :run
        ORDER BY x.target, x.method, x.host, x.at_us, x.id
        """

    /// The captures of the run `:run`, with their clocks and how many exchanges they saw.
    public static let captures = """
        SELECT c.id, c.path, c.format, c.side, c.frames, c.first_us, c.last_us, k.method, k.uncertainty_us,
          (SELECT count(*) FROM sighting s WHERE s.capture = c.id) AS exchanges
        FROM capture c LEFT JOIN clock k ON k.capture = c.id WHERE c.run = :run ORDER BY c.id
        """

    /// When the last request in each capture of the run `:run` was sent.
    public static let lastRequests = """
        SELECT s.capture, max(x.at_us) AS at_us FROM exchange x JOIN sighting s ON s.exchange = x.id
        WHERE x.run = :run GROUP BY s.capture
        """

    /// A host that the capture `:capture` and another of the run `:run` saw.
    public static let sharedHosts = """
        SELECT x.host FROM exchange x JOIN sighting s ON s.exchange = x.id AND s.capture = :capture
        WHERE x.run = :run AND EXISTS (
          SELECT 1 FROM exchange y JOIN sighting o ON o.exchange = y.id AND o.capture <> :capture
          WHERE y.run = :run AND y.host = x.host)
        LIMIT 1
        """

    /// Whether the run `:run` shows queries of URLs: one is seen, or packets show all there were.
    public static let keepsQueries = """
        SELECT EXISTS (SELECT 1 FROM capture c WHERE c.run = :run AND c.frames > 0)
          OR EXISTS (SELECT 1 FROM exchange x WHERE x.run = :run AND instr(x.target, '?') > 0) AS kept
        """

    /// How long the longest URLs of each host in the run `:run` are, and how many there are; nothing where packets show all there
    /// was.
    public static let longestURLs = """
        WITH sent AS MATERIALIZED (
          SELECT x.id, x.host, length(CAST(x.target AS BLOB)) + length(CAST(x.authority AS BLOB)) + length(x.scheme || '://') AS bytes
          FROM exchange_row x INDEXED BY exchange_at
          WHERE x.run = :run AND NOT EXISTS (SELECT 1 FROM capture c WHERE c.run = :run AND c.frames > 0)),
        longest AS MATERIALIZED (SELECT host, max(bytes) AS bytes FROM sent GROUP BY host)
        SELECT l.host, l.bytes, count(DISTINCT x.url) AS urls
        FROM sent s CROSS JOIN longest l ON l.host = s.host AND l.bytes = s.bytes JOIN exchange x ON x.id = s.id
        GROUP BY l.host
        """

    /// The queries of the run `:run`, as far as a person may have changed them: packets show what was sent.
    public static let queries = """
        SELECT x.host, substr(x.target, instr(x.target, '?') + 1) AS query FROM exchange x
        WHERE x.run = :run AND instr(x.target, '?') > 0
          AND NOT EXISTS (SELECT 1 FROM capture c WHERE c.run = :run AND c.frames > 0)
        """

    /// The HEAD requests of the run `:run` whose URL was requested in earnest after them.
    public static let probes = """
        WITH probe AS MATERIALIZED (
          SELECT h.id, h.host, h.target, h.at_us FROM exchange h WHERE h.run = :run AND h.method = 'HEAD')
        SELECT DISTINCT p.id FROM exchange x JOIN probe p ON p.target = x.target AND p.host = x.host AND p.at_us <= x.at_us
        WHERE x.run = :run AND x.method IN ('GET', 'POST')
        """

    /// Sightings of the requests of the run `:run` that have a query nobody took values out of.
    public static let requestsWithQuery = """
        SELECT x.id, s.capture, x.method, x.host, x.target, x.at_us
        FROM exchange x JOIN sighting s ON s.exchange = x.id
        WHERE x.run = :run AND x.method IN ('GET', 'POST') AND instr(x.target, '?') > 0
          AND instr(lower(x.target), 'redacted') = 0
        ORDER BY x.id, s.capture
        """

    /// Captures of the run `:run` that hold calls.
    public static let logs = "SELECT DISTINCT capture FROM call WHERE run = :run"

    /// Calls of the run `:run` that an earlier capture holds too, to the last value.
    public static let repeatedCalls = """
        SELECT id, capture FROM (
          SELECT id, capture,
            min(capture) OVER (PARTITION BY at_us, mono_us, kind, source, name, instance, payload) AS first
          FROM call WHERE run = :run)
        WHERE capture > first ORDER BY id
        """

    /// Whether the capture `:capture` shows a request that was asked of a proxy.
    public static let proxiedRequest = """
        SELECT 1 AS n FROM exchange x JOIN sighting s ON s.exchange = x.id
        WHERE s.capture = :capture AND \(isProxied) AND x.client IS NOT NULL LIMIT 1
        """

    /// Requests of the capture `:capture` with both addresses; what may be two legs of one way stands together.
    public static let legs = """
        SELECT x.target, x.method, x.host, x.id, x.at_us, x.response_us, x.client, x.server, x.status,
          x.request_body, \(isProxied) AS proxied
        FROM exchange x JOIN sighting s ON s.exchange = x.id
        WHERE s.capture = :capture AND x.client IS NOT NULL AND x.server IS NOT NULL
        ORDER BY x.target, x.method, x.host, x.at_us, x.id
        """

    /// The first `:limit` requests of the run `:run` in the order of time, as far as two of them may be told apart, and whether
    /// the answer is more than a pixel.
    public static let requestsInTime = """
        SELECT id, at_us, server, method, url, status, response_bytes, request_body, response_bytes > 200 AS has_document
        FROM exchange WHERE run = :run ORDER BY at_us, id LIMIT :limit
        """

    /// How many requests of the capture `:capture` name no host.
    public static let namelessRequests = """
        SELECT count(*) AS n FROM exchange x JOIN sighting s ON s.exchange = x.id
        WHERE s.capture = :capture AND x.host = ''
        """

    /// The authority that most targets of the capture `:capture` were asked of elsewhere in the run `:run`.
    public static let authorityOfTargets = """
        WITH nameless AS MATERIALIZED (
          SELECT DISTINCT x.method, x.target FROM exchange x JOIN sighting s ON s.exchange = x.id
          WHERE s.capture = :capture AND x.host = '')
        SELECT x.host AS host, x.scheme AS scheme,
          substr(x.url, length(x.scheme) + 4, length(x.url) - length(x.scheme) - 3 - length(x.target)) AS authority,
          count(DISTINCT x.target) AS n
        FROM nameless l JOIN exchange x ON x.target = l.target AND x.method = l.method
        WHERE x.run = :run AND x.host <> '' AND length(x.target) > 1
        GROUP BY 1, 2, 3 ORDER BY n DESC, host, scheme LIMIT 1
        """

    private static let isProxied = "instr(' ' || x.notes || ' ', ' \(Exchange.proxied) ') > 0"
}
