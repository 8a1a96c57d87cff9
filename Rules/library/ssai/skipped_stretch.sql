-- A stretch of a stream's media that the viewer surely came over without playing it: by a jump, or as watching began.
-- needs: stitched_event, stream_fetch, stream_row
CREATE TABLE skipped_stretch (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  from_us INTEGER NOT NULL, -- The furthest place in its media that was reached before.
  to_us INTEGER NOT NULL, -- The first place that can have been played then.
  INDEX (stream)
) AS
WITH
mark AS MATERIALIZED (
  SELECT
    p.stream, e.at_us, p.media_from_us + (p.media_to_us - p.media_from_us) * (max(e.place, 1) - 1) / 4 AS media_us
  FROM stitched_event e JOIN stitched_place p ON p.run = e.run AND p.ad = e.ad
  WHERE e.run = :run AND e.place IS NOT NULL
),
-- What was asked for behind a hole that was never filled, and the first of all.
leap AS MATERIALIZED (
  SELECT l.stream, l.at_us, l.media_us, l.duration_us, l.end_us
  FROM (
    SELECT stream, at_us, media_us, duration_us, max(media_us + duration_us) OVER w AS end_us
    FROM stream_fetch WHERE run = :run AND media_us IS NOT NULL
    WINDOW w AS (PARTITION BY stream ORDER BY at_us, exchange ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) l
  WHERE iif(l.end_us IS NULL, EXISTS (
    SELECT 1 FROM stream_row r
    WHERE r.run = :run AND r.stream = l.stream AND r.is_joined AND r.first_us <= l.at_us + $us(order.slackMs)),
      l.media_us > l.end_us + $us(order.slackMs))
    AND NOT EXISTS (
      SELECT 1 FROM stream_fetch f
      WHERE f.run = :run AND f.stream = l.stream AND f.at_us >= l.at_us AND f.media_us < l.media_us
        AND f.media_us + f.duration_us > coalesce(l.end_us, 0))
),
-- The columns beside a minimum and a maximum are those of its row.
came AS MATERIALIZED (
  SELECT l.*, min(m.at_us), m.media_us - m.at_us + l.at_us AS place_us
  FROM leap l JOIN mark m ON m.stream = l.stream AND m.at_us >= l.at_us
  GROUP BY l.stream, l.at_us
),
-- How far the viewer may have come since the last event that follows the leap before.
left_at AS MATERIALIZED (
  SELECT l.stream, l.at_us, max(m.at_us), m.media_us - m.at_us + l.at_us AS place_us
  FROM (SELECT *, lag(at_us) OVER (PARTITION BY stream ORDER BY at_us) AS before_us FROM leap) l
  JOIN mark m ON m.stream = l.stream AND m.at_us >= coalesce(l.before_us, 0) AND m.at_us < l.at_us
  GROUP BY l.stream, l.at_us
)
SELECT
  c.stream, coalesce(
      min(c.end_us - $us(order.slackMs), coalesce(p.place_us + $us(player.pollSeconds), c.end_us)), -1) AS from_us,
  -- Inside the segment the next event shows the place; where an ad begins with it, its beginning may have been seen.
  iif(c.place_us <= c.media_us + c.duration_us AND c.media_us NOT IN (
    SELECT g.media_from_us FROM stitched_place g WHERE g.run = :run AND g.stream = c.stream),
      max(c.media_us, c.place_us - $us(player.pollSeconds)), c.media_us) - $us(order.slackMs) AS to_us
FROM came c LEFT JOIN left_at p ON p.stream = c.stream AND p.at_us = c.at_us
-- Who plays on from what nobody saw being asked for comes there later.
WHERE c.place_us >= c.media_us - $us(quartile.lateSeconds) AND c.media_us > 0
