/// What the fetches of streams show of the recording itself.
public enum StreamSQL {
    /// Streams of the run `:run` where a fetch leaves out as much of the media as would have been played since the one before.
    public static let leaps = """
        SELECT before_us, at_us, duration_us FROM (
          SELECT x.at_us, f.media_us, f.duration_us, lag(x.at_us) OVER way AS before_us,
            max(f.media_us + f.duration_us) OVER (way ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached_us
          FROM segment_fetch f JOIN exchange x ON x.id = f.exchange
          WHERE f.run = :run AND f.media_us IS NOT NULL
          WINDOW way AS (PARTITION BY f.stream ORDER BY x.at_us, x.id))
        WHERE media_us - reached_us > duration_us / 2 AND at_us - before_us > :shortest
          -- Who plays asks for a segment when one has been played.
          AND abs(media_us - reached_us - (at_us - before_us - duration_us)) <= duration_us * 3 / 2
        """

    /// Stretches of the run `:run` of more than `:shortest` in which nobody requested anything.
    public static let silences = """
        SELECT from_us, to_us
        FROM (SELECT at_us AS to_us, lag(at_us) OVER (ORDER BY at_us) AS from_us FROM exchange WHERE run = :run)
        WHERE to_us - from_us > :shortest ORDER BY to_us
        """

    /// Requests of the run `:run` that no family knows, and that fetch no media.
    public static let others = """
        SELECT x.host, x.path, x.at_us FROM exchange x
        WHERE x.run = :run AND coalesce(x.is_media, 0) = 0
          AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = x.id)
          AND NOT EXISTS (SELECT 1 FROM segment_fetch f WHERE f.exchange = x.id)
        ORDER BY x.at_us
        """
}
