-- A place in a stream to which the viewer jumped: it lies farther ahead of the segments before it than time had passed, or behind them.
-- needs: stream_row
CREATE TABLE stream_jump (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  at_us INTEGER NOT NULL, -- When the first segment there was asked for.
  media_us INTEGER NOT NULL, -- Where that begins in the stream's media.
  INDEX (at_us)
) AS
SELECT stream, first_us AS at_us, media_from_us AS media_us
FROM (
  SELECT stream, first_us, media_from_us,
    media_from_us - lag(media_to_us) OVER w BETWEEN 0 AND first_us - lag(last_us) OVER w + $us(quartile.lateSeconds)
    AS is_unseen FROM stream_row WHERE run = :run WINDOW w AS (PARTITION BY stream ORDER BY first_us))
-- What was fetched while the recorder looked away leaves a gap in the media as long as the time.
WHERE NOT is_unseen
