/// What exports ask of one run.
public enum ExportSQL {
    /// The exchanges of the run `:run` in order of time, with where they stand.
    public static let exchangeLines = """
        SELECT x.at_us, x.method, x.scheme, x.host, x.target, x.status, x.protocol, x.flow, x.stream,
          s.locator_kind, s.locator, x.request_bytes, x.response_bytes, x.notes
        FROM exchange x LEFT JOIN sighting s ON s.exchange = x.id
        WHERE x.run = :run ORDER BY x.at_us, x.id
        """

    /// The time that the captures of the run `:run` cover.
    public static let span = """
        SELECT min(first_us) AS first_us, max(last_us) AS last_us FROM capture WHERE run = :run
        """

    /// What the captures of the run `:run` could not show. The ends of a single capture follow from its span.
    public static let blindStretches = """
        SELECT b.from_us, b.to_us, b.host, b.server, b.many_hosts, b.hides, b.reason, d.code
        FROM blind b LEFT JOIN diagnostic d ON d.id = b.diagnostic
        WHERE b.run = :run
          AND (b.id IS NOT NULL OR (SELECT count(*) FROM capture c WHERE c.run = :run) > 1)
        ORDER BY b.id
        """

    // Records. Numbers are counted from the beginning of the run, so that they do not depend on what else is in the database.

    /// The beacons of the run `:run`, each with the first tracker it fired.
    public static let beacons = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256, b.id - b.run + 1 AS beacon, b.at_us AS at_utc,
          b.family AS family, b.kind AS kind, b.event AS event, b.host AS host, x.method AS method, x.url AS url,
          x.status AS status, s.identifier AS session, coalesce(m.firings, 0) AS firings, t.url AS tracker_url,
          f.ad_play - b.run + 1 AS ad_play, p.label AS ad, p.creative AS creative, f.played_us AS played_us,
          f.repeat_class AS repeat_class, f.delivered AS delivered, f.ambiguous AS ambiguous,
          coalesce(g.locator_kind, l.locator_kind) AS locator_kind, coalesce(g.locator, l.locator) AS locator
        FROM beacon b
        LEFT JOIN exchange x ON x.id = b.exchange
        LEFT JOIN call l ON l.id = b.call
        LEFT JOIN (\(firstSighting)) g ON g.exchange = b.exchange
        JOIN capture c ON c.id = coalesce(g.capture, l.capture)
        LEFT JOIN session s ON s.id = b.session
        LEFT JOIN (
          SELECT beacon, min(id) AS first, count(*) AS firings FROM firing WHERE run = :run GROUP BY beacon
        ) m ON m.beacon = b.id
        LEFT JOIN firing f ON f.id = m.first
        LEFT JOIN tracker t ON t.id = f.tracker
        LEFT JOIN ad_play p ON p.id = f.ad_play
        WHERE b.run = :run ORDER BY b.at_us, b.id
        """

    /// The exchanges of the run `:run`, each where it was seen first.
    public static let exchanges = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256, x.id - x.run + 1 AS exchange, x.at_us AS at_utc,
          x.method AS method, x.scheme AS scheme, x.host AS host, x.url AS url, x.status AS status,
          x.ending AS ending, x.response_us AS response_at, x.end_us AS end_at, x.protocol AS protocol,
          x.flow AS flow, x.stream AS stream, x.request_bytes AS request_bytes,
          x.response_bytes AS response_bytes, x.notes AS notes, g.locator_kind AS locator_kind,
          g.locator AS locator
        FROM exchange x
        JOIN (\(firstSighting)) g ON g.exchange = x.id
        JOIN capture c ON c.id = g.capture
        WHERE x.run = :run ORDER BY x.at_us, x.id
        """

    /// The findings of the run `:run`.
    public static let findings = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256, f.id - f.run + 1 AS finding, f.at_us AS at_utc,
          f.rule AS rule, f.severity AS severity, f.family AS family, f.subject_kind AS subject_kind,
          f.subject_label AS subject, f.item AS item, f.message AS message, f.expected AS expected,
          f.observed AS observed, f.fingerprint AS fingerprint, f.assumed AS assumed, f.waived AS waived,
          r.verdict AS verdict, r.rules_version AS rules_version
        FROM finding f JOIN run r ON r.id = f.run
        JOIN capture c ON c.id = (SELECT min(id) FROM capture WHERE run = :run)
        WHERE f.run = :run ORDER BY f.id
        """

    /// Where each exchange of the run was seen first. One row per exchange: SQLite takes the other columns from the row
    /// with the least capture (sqlite.org/lang_select.html, "bare columns").
    private static let firstSighting = """
        SELECT i.exchange AS exchange, min(i.capture) AS capture, i.locator_kind AS locator_kind, i.locator AS locator
        FROM sighting i JOIN capture k ON k.id = i.capture WHERE k.run = :run GROUP BY i.exchange
        """
}
