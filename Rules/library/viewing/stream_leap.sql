-- A segment that was asked for behind others of its stream that never were: the viewer jumped there, or they were in a cache, or the
-- recorder looked away.
-- needs: stream_fetch
CREATE TABLE stream_leap (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  at_us INTEGER NOT NULL, -- When it was asked for.
  since_us INTEGER, -- When the one before it was; NULL for the first of a stream.
  media_us INTEGER NOT NULL, -- Where it begins in the stream's media.
  duration_us INTEGER NOT NULL, -- How long it is.
  end_us INTEGER, -- Where the furthest that was asked for before it ends; NULL for the first of a stream.
  shift_us INTEGER, -- How much further ahead of the clock the player is behind it than in front of it; NULL where it did not ask for one segment as it played one on both sides.
  INDEX (stream, at_us)
) AS
SELECT l.stream, l.at_us, l.since_us, l.media_us, l.duration_us, l.end_us,
  (SELECT min(iif(f.at_us > l.at_us, f.media_us - f.at_us, NULL))
      - max(iif(f.at_us < l.at_us, f.media_us - f.at_us, NULL))
    FROM stream_fetch f WHERE f.run = :run AND f.stream = l.stream AND f.is_next AND f.is_paced
      AND f.at_us BETWEEN l.at_us - $us(ssai.bufferSeconds) AND l.at_us + $us(ssai.bufferSeconds)) AS shift_us
FROM (
  SELECT stream, at_us, lag(at_us) OVER (PARTITION BY stream ORDER BY at_us, exchange) AS since_us, media_us,
    duration_us, max(media_us + duration_us) OVER w AS end_us
  FROM stream_fetch WHERE run = :run AND media_us IS NOT NULL
  WINDOW w AS (PARTITION BY stream ORDER BY at_us, exchange ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) l
WHERE l.media_us > coalesce(l.end_us + $us(order.slackMs), 0) AND NOT EXISTS (
  SELECT 1 FROM stream_fetch f
  WHERE f.run = :run AND f.stream = l.stream AND f.at_us >= l.at_us AND f.media_us < l.media_us
    AND f.media_us + f.duration_us > coalesce(l.end_us, 0))
