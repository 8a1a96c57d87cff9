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
        JOIN \(firstCapture)
        WHERE f.run = :run ORDER BY f.id
        """

    /// The parameters of the beacons of the run `:run`.
    public static let parameters = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256, b.id - b.run + 1 AS beacon, b.at_us AS at_utc,
          b.family AS family, b.event AS event, p.ordinal AS ordinal, p.name AS name, coalesce(p.subkey, '') AS subkey,
          p.raw AS raw, p.value AS value
        FROM beacon b
        JOIN parameter p ON p.beacon = b.id
        LEFT JOIN call l ON l.id = b.call
        LEFT JOIN (\(firstSighting)) g ON g.exchange = b.exchange
        JOIN capture c ON c.id = coalesce(g.capture, l.capture)
        WHERE b.run = :run ORDER BY b.at_us, b.id, p.ordinal, p.subkey
        """

    /// The ad plays of the run `:run`.
    public static let adPlays = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256, p.id - p.run + 1 AS ad_play,
          coalesce(p.impression_us, p.start_us, p.from_us) AS at_utc, p.family AS family, p.nth AS nth, p.label AS ad,
          p.title AS title, p.creative AS creative, p.duration_us AS duration_us, p.impression_us AS impression_at,
          p.start_us AS start_at, p.end_us AS end_at, p.end_reason AS end_reason, p.licence AS licence
        FROM ad_play p JOIN \(firstCapture)
        WHERE p.run = :run ORDER BY at_utc, p.id
        """

    /// What was owed, may have been or was not in the run `:run`.
    public static let obligations = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256, o.owner_kind AS owner_kind,
          o.owner - o.run + 1 AS owner, o.from_us AS at_utc, o.to_us AS until, o.family AS family, o.event AS event,
          o.level AS level, o.item AS item, t.url AS tracker_url, o.state AS state, o.because AS because
        FROM obligation o JOIN \(firstCapture) LEFT JOIN tracker t ON t.id = o.tracker
        WHERE o.run = :run ORDER BY o.from_us, o.owner_kind, o.owner, o.family, o.event, o.level, o.tracker, o.item
        """

    /// The spans that viewers spent in one state in the run `:run`.
    public static let viewerSpans = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256, v.owner_kind AS owner_kind,
          v.owner - v.run + 1 AS owner, v.from_us AS at_utc, v.to_us AS until, v.media_from_us AS media_from_us,
          v.media_to_us AS media_to_us, v.state AS state, v.because AS because
        FROM viewer_span v JOIN \(firstCapture)
        WHERE v.run = :run ORDER BY v.from_us, v.owner_kind, v.owner
        """

    /// What proves the findings of the run `:run`: the requests, or the trackers as declared.
    public static let evidence = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256, f.id - f.run + 1 AS finding, f.fingerprint AS fingerprint,
          e.ordinal AS ordinal, e.at_us AS at_utc, e.role AS role, e.source AS source, x.method AS method,
          iif(e.role = 'declared', coalesce(t.url, x.url), coalesce(x.url, t.url)) AS url, x.status AS status,
          coalesce(g.locator_kind, l.locator_kind) AS locator_kind, coalesce(g.locator, l.locator) AS locator
        FROM finding f
        JOIN evidence e ON e.finding = f.id
        LEFT JOIN exchange x ON x.id = e.exchange
        LEFT JOIN tracker t ON t.id = e.tracker
        LEFT JOIN call l ON l.id = e.call
        LEFT JOIN (\(firstSighting)) g ON g.exchange = e.exchange
        JOIN capture c ON c.id = coalesce(g.capture, l.capture, (SELECT min(id) FROM capture WHERE run = :run))
        WHERE f.run = :run ORDER BY f.id, e.ordinal
        """

    /// The run `:run` and its verdict.
    public static let runs = """
        SELECT c.path AS capture, c.sha256 AS capture_sha256,
          (SELECT min(first_us) FROM capture WHERE run = :run) AS at_utc, r.verdict AS verdict, r.certified AS certified,
          r.note AS note, r.due AS due, r.compared AS compared, (\(profiles)) AS profiles,
          r.tool_version AS tool_version, r.rules_version AS rules_version, r.rules_sha256 AS rules_sha256
        FROM run r JOIN \(firstCapture)
        WHERE r.id = :run
        """

    /// The profiles that apply to the run `:run`, joined by +; empty for none.
    public static let profiles = """
        SELECT coalesce(group_concat(profile, '+'), '') AS profiles
        FROM (SELECT profile FROM certificate WHERE run = :run ORDER BY profile)
        """

    /// The capture that stands for the run where a record has no place in one.
    private static let firstCapture = "capture c ON c.id = (SELECT min(id) FROM capture WHERE run = :run)"

    /// Where each exchange of the run was seen first. One row per exchange: SQLite takes the other columns from the row
    /// with the least capture (sqlite.org/lang_select.html, "bare columns").
    private static let firstSighting = """
        SELECT i.exchange AS exchange, min(i.capture) AS capture, i.locator_kind AS locator_kind, i.locator AS locator
        FROM sighting i JOIN capture k ON k.id = i.capture WHERE k.run = :run GROUP BY i.exchange
        """
}
