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

    /// Requests of the run `:run` that no family knows, and whether they fetch media.
    public static let others = """
        SELECT x.host, x.path, x.at_us, coalesce(x.is_media, 0) AS is_media FROM exchange x
        WHERE x.run = :run AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = x.id)
          AND NOT EXISTS (SELECT 1 FROM segment_fetch f WHERE f.exchange = x.id)
        ORDER BY x.at_us
        """

    /// What the log of the run `:run` says that the viewer or the device did.
    public static let acts = """
        SELECT e.at_us, e.kind IN ('away', 'left', 'paused') AS is_idle FROM player_event e WHERE e.run = :run ORDER BY e.at_us
        """

    /// From one position that the log of the run `:run` reports to the next, where it played in between.
    public static let played = """
        SELECT before_us, at_us FROM call_position
        WHERE run = :run AND at_us - before_us BETWEEN 1 AND 2500000
          AND abs(position - before_position - (at_us - before_us) / 1e6) <= 1
        ORDER BY at_us
        """
}
