/// What `doctor` asks of a run that was read: what it can show and what it cannot.
public enum PreflightSQL {
    /// Hosts of the run `:run` with how many requests went there, the busiest first.
    public static let hosts = """
        SELECT x.host AS host, count(*) AS n FROM exchange x
        WHERE x.run = :run AND x.host <> '' AND x.method <> 'CONNECT' GROUP BY x.host ORDER BY n DESC, x.host
        """

    /// Hosts of the run `:run` that are called like ones of ads or measurement, of which nothing was recognised.
    public static let likelyAds = """
        WITH hosts AS MATERIALIZED (
          SELECT x.run AS run, x.host AS host, count(*) AS n FROM exchange x
          WHERE x.run = :run AND x.method NOT IN ('OPTIONS', 'CONNECT') GROUP BY x.host)
        SELECT x.host AS host, x.n AS n FROM hosts x
        WHERE (x.host GLOB 'ad[s.-]*' OR x.host GLOB '*[.-]ad[s.-]*' OR x.host GLOB '*adserv*' OR x.host GLOB '*doubleclick*'
            OR x.host GLOB '*track*' OR x.host GLOB '*pixel*' OR x.host GLOB '*beacon*' OR x.host GLOB '*analytics*'
            OR x.host GLOB '*metrics*' OR x.host GLOB '*telemetry*' OR x.host GLOB '*scorecardresearch*')
          AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.run = x.run AND b.host = x.host)
          AND NOT EXISTS (SELECT 1 FROM document d JOIN exchange y ON y.id = d.exchange WHERE y.run = x.run AND y.host = x.host)
        ORDER BY x.n DESC, x.host
        """

    /// How many answers of the run `:run` lack a body that may have been a document.
    public static let missingBodies = """
        SELECT count(*) AS n FROM exchange x
        WHERE x.run = :run AND x.status BETWEEN 200 AND 299 AND x.response_body_state IN ('missing', 'cut')
        """

    /// What the run `:run` hides, by the codes of its diagnostics, with whom they are about.
    public static let hidden = """
        SELECT d.code AS code, d.subject AS subject, count(*) AS n FROM diagnostic d
        WHERE d.run = :run AND (d.code LIKE '%.tunnel-opaque' OR d.code LIKE '%.secret-missing'
          OR d.code LIKE '%.handshake-unseen' OR d.code IN ('mitmproxy.flow-opaque', 'netlog.redacted',
            'interpret.capture-sanitised', 'interpret.url-redacted', 'interpret.url-cut', 'har.request-unsent'))
        GROUP BY d.code, d.subject ORDER BY n DESC, d.subject
        """

    /// Whether anything of a known family was read in the run `:run`.
    public static let known = """
        SELECT EXISTS (SELECT 1 FROM beacon b WHERE b.run = :run) OR EXISTS (SELECT 1 FROM document d WHERE d.run = :run)
          OR EXISTS (SELECT 1 FROM call c WHERE c.run = :run) AS known
        """
}
