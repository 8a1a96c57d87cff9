/// What is asked of the runs that a database holds, and of one of them.
public enum RunSQL {
    /// When the first capture of the run `:run` began.
    public static let beginning = "SELECT min(first_us) AS us FROM capture WHERE run = :run"

    /// Runs that were judged, with what that rested on and their captures.
    public static let judgedRuns = """
        SELECT r.id AS run, r.recipe_sha256 AS recipe, c.path AS path FROM run r JOIN capture c ON c.run = r.id
        WHERE r.recipe_sha256 IS NOT NULL AND r.verdict IS NOT NULL ORDER BY r.id
        """

    /// The verdicts of the run `:run`.
    public static let verdicts = "SELECT verdict, reason FROM verdict WHERE run = :run"

    /// How many subjects of the run `:run` its rules did not apply to.
    public static let notApplicable = "SELECT sum(not_applicable) AS n FROM rule_summary WHERE run = :run"

    /// The findings of the run `:run` with their evidence.
    public static let evidence = """
        SELECT f.id AS finding, f.rule AS rule, f.severity AS severity, f.item AS item, f.message AS message, e.role AS role,
          e.exchange AS exchange, e.call AS call, e.source AS source, t.url AS url, coalesce(t.event, b.event, c.name) AS event
        FROM finding f JOIN evidence e ON e.finding = f.id LEFT JOIN tracker t ON t.id = e.tracker
        LEFT JOIN beacon b ON e.source = 'beacon' AND b.id = e.source_id LEFT JOIN call c ON c.id = e.call
        WHERE f.run = :run ORDER BY f.id, e.ordinal
        """

    /// Severities of the findings of the run `:run` that nobody accepted.
    public static let severities = "SELECT DISTINCT severity FROM finding WHERE run = :run AND waived IS NULL"

    /// The verdict of the run `:run`.
    public static let verdict = "SELECT verdict, certified FROM run WHERE id = :run"

    /// The certificates of the run `:run`.
    public static let certificates = "SELECT profile, verdict FROM certificate WHERE run = :run"

    /// The runs of a database.
    public static let all = "SELECT id FROM run ORDER BY id"

    /// The runs of a database, each with the path of its first capture and the bytes of all.
    public static let withCaptures = """
        SELECT r.id AS run, c.path AS path, c.bytes AS bytes
        FROM run r LEFT JOIN (SELECT run, min(id), path, sum(bytes) AS bytes FROM capture GROUP BY run) c ON c.run = r.id
        ORDER BY r.id
        """

    /// How many runs a database holds.
    public static let count = "SELECT count(*) AS n FROM run"

    /// Paths and hashes of the captures of the run `:run`.
    public static let captureHashes = "SELECT path, sha256 FROM capture WHERE run = :run"

    /// The findings of the run `:run` as a waiver would name them, in the order of the report.
    public static let findingsByWeight = """
        SELECT rule, subject_kind, subject_label, item, message, waived FROM finding WHERE run = :run
        ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, rule, at_us, item, id
        """
}
