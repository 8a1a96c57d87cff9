-- Segments of a stream that were fetched in a row, without a jump. Two that are missing between two are one.
-- needs: stream_fetch
CREATE TABLE stream_row (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  first_us INTEGER NOT NULL, -- When the first of them was asked for.
  last_us INTEGER NOT NULL, -- When the last was.
  last INTEGER NOT NULL REFERENCES exchange, -- That request.
  media_from_us INTEGER NOT NULL, -- Where the first begins in the stream's media.
  media_to_us INTEGER NOT NULL, -- Where the last ends.
  program_us INTEGER, -- The date of the first; NULL where the playlist has none.
  shown_us INTEGER NOT NULL, -- The place in the media that was shown by then, if the player buffers no more than it may.
  is_even INTEGER NOT NULL, -- 1 when the last were asked for at the pace of playing: nobody paused for long or played faster.
  is_joined INTEGER NOT NULL, -- 1 when the viewer was at its first segment as that was asked for: recording had begun before.
  INDEX (stream, media_from_us)
) AS
WITH apart AS (
  SELECT exchange, stream, at_us, media_us, duration_us, program_us, media_us + duration_us AS end_us,
    coalesce(at_us - lag(at_us) OVER (PARTITION BY stream ORDER BY at_us) > $us(order.slackMs), 1) AS is_apart
  FROM stream_fetch WHERE run = :run AND media_us IS NOT NULL),
placed AS MATERIALIZED (
  SELECT *, sum(is_jump) OVER (PARTITION BY stream ORDER BY burst, media_us, exchange) AS nth
  FROM (
    SELECT *, coalesce(abs(media_us - lag(end_us) OVER (PARTITION BY stream ORDER BY burst, media_us, exchange))
        > 2 * duration_us, 0) AS is_jump
    -- What is asked for side by side leaves in any order.
    FROM (SELECT *, sum(is_apart) OVER (PARTITION BY stream ORDER BY at_us) AS burst FROM apart)))
SELECT e.stream, e.first_us, e.last_us,
  (SELECT p.exchange FROM placed p WHERE p.stream = e.stream AND p.nth = e.nth AND p.at_us = e.last_us
    ORDER BY p.media_us DESC LIMIT 1) AS last,
  e.from_us AS media_from_us, e.to_us AS media_to_us, e.program_us,
  max(e.from_us, min(e.to_us - $us(ssai.bufferSeconds), e.from_us + e.last_us - e.first_us)) AS shown_us,
  -- What fills the buffer first is asked for at once.
  e.to_us - e.from_us - (e.last_us - e.first_us)
  BETWEEN -3 * e.segment_us AND $us(ssai.bufferSeconds) + 2 * e.segment_us AS is_even,
  -- Who opens a stream reads its variants first, or the manifest that lists all of it.
  e.nth > 0 OR e.from_us = 0 OR EXISTS (
    SELECT 1 FROM document d
    WHERE d.run = :run AND d.kind = 'playlist' AND d.label IN ('multivariant playlist', 'static manifest')
      AND d.at_us <= e.first_us)
  OR coalesce((SELECT min(p.at_us) FROM playlist_reading p WHERE p.run = :run AND p.stream = e.stream)
      > (SELECT min(x.at_us) FROM exchange x WHERE x.run = :run) + 3 * e.segment_us, 0) AS is_joined
FROM (
  SELECT stream, nth, min(at_us) AS first_us, max(at_us) AS last_us, min(media_us) AS from_us, max(end_us) AS to_us,
    min(program_us) AS program_us, max(duration_us) AS segment_us FROM placed GROUP BY stream, nth) e
