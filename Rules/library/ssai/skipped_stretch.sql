-- A stretch of a stream's media that the viewer surely came over without playing it: by a jump, as watching began, or where
-- an interstitial is cut off.
-- needs: scheduled_ad, stitched_event, stream_fetch, stream_leap, stream_row
CREATE TABLE skipped_stretch (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in playlist_reading.
  from_us INTEGER NOT NULL, -- The furthest place in its media that was reached before.
  to_us INTEGER NOT NULL, -- The first place that can have been played then.
  INDEX (stream)
) AS
WITH
mark AS MATERIALIZED (SELECT stream, at_us, media_us FROM stitched_event WHERE run = :run AND media_us IS NOT NULL),
-- The first of all is one where the viewer was at the beginning then.
leap AS MATERIALIZED (
  SELECT *, coalesce(lag(at_us) OVER (PARTITION BY stream ORDER BY at_us), 0) AS before_us FROM stream_leap l
  WHERE l.run = :run AND (l.end_us IS NOT NULL OR EXISTS (
    SELECT 1 FROM stream_row r
    WHERE r.run = :run AND r.stream = l.stream AND r.is_joined AND r.first_us <= l.at_us + $us(order.slackMs))))
SELECT l.stream, coalesce(
    min(l.end_us - $us(order.slackMs), coalesce(p.place_us + $us(player.pollSeconds), l.end_us)), -1) AS from_us,
  -- Inside the segment the next event shows the place; where an ad begins with it, its beginning may have been seen.
  iif(n.place_us <= l.media_us + l.duration_us AND l.media_us NOT IN (
    SELECT g.media_from_us FROM stitched_place g WHERE g.run = :run AND g.stream = l.stream),
      max(l.media_us, n.place_us - $us(player.pollSeconds)), l.media_us) - $us(order.slackMs) AS to_us
FROM leap l LEFT JOIN (
  -- How far the viewer may have come by playing, since an event or the beginning of a row that follow the leap before.
  -- The columns beside a minimum and a maximum are those of its row.
  SELECT l.stream, l.at_us, max(m.at_us), m.media_us - m.at_us + l.at_us AS place_us
  FROM leap l JOIN (
    SELECT * FROM mark
    UNION ALL SELECT stream, first_us, media_from_us FROM stream_row WHERE run = :run) m
    ON m.stream = l.stream AND m.at_us >= l.before_us AND m.at_us < l.at_us
  GROUP BY l.stream, l.at_us) p ON p.stream = l.stream AND p.at_us = l.at_us
LEFT JOIN (
  -- Where the next event shows him.
  SELECT l.stream, l.at_us, min(m.at_us), m.media_us - m.at_us + l.at_us AS place_us
  FROM leap l JOIN mark m ON m.stream = l.stream AND m.at_us >= l.at_us
  GROUP BY l.stream, l.at_us) n ON n.stream = l.stream AND n.at_us = l.at_us
-- Who plays on from what nobody saw being asked for comes there later, asks no more than a buffer's length ahead, and
-- is no further ahead for it.
WHERE n.place_us >= l.media_us - $us(quartile.lateSeconds) OR l.media_us - p.place_us > $us(ssai.bufferSeconds)
  OR l.shift_us + $us(player.pollSeconds) >= l.media_us - min(l.end_us, p.place_us)
UNION ALL
-- Who comes in in the middle of an interstitial says so as he asks for its list, and fetches nothing in front of that.
SELECT p.stream, 0, p.media_from_us + i.joined_us
FROM scheduled_ad i JOIN stitched_place p ON p.run = i.run AND p.ad = i.ad
WHERE i.run = :run AND i.joined_us > $us(player.pollSeconds) AND NOT EXISTS (
  SELECT 1 FROM stream_fetch f
  WHERE f.run = :run AND f.ad = i.ad AND f.media_us + f.duration_us <= p.media_from_us + i.joined_us)
UNION ALL
-- An interstitial whose playout is limited ends there.
SELECT p.stream, p.media_from_us + max(i.limit_us, 0), p.media_to_us
FROM scheduled_ad i JOIN stitched_place p ON p.run = i.run AND p.ad = i.ad
WHERE i.run = :run AND i.limit_us < p.media_to_us - p.media_from_us
