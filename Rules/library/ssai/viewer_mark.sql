-- When the viewer was known to be where in the ads of a stream: at each event that was sent, and where watching began.
-- needs: stitched_event, stitched_seat, stitched_entry, stitched_shown
CREATE TABLE viewer_mark (
  stream INTEGER NOT NULL REFERENCES document, -- The stream, as in stitched_seat.
  key INTEGER NOT NULL, -- The ad's seat, then the place in the ad.
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  place INTEGER NOT NULL, -- The place in it, as in stitched_event.
  at_us INTEGER NOT NULL, -- When.
  media_us INTEGER NOT NULL, -- The place in the media of all ads of the stream.
  placed_us INTEGER, -- The place in the media of the stream's playlists; NULL for the beginning of watching, and where it is not known.
  unknown INTEGER NOT NULL, -- How many ads up to there have no known length.
  break INTEGER NOT NULL, -- The ad's break.
  is_sent INTEGER NOT NULL, -- 1 for an event, 0 for the beginning of watching.
  is_entered INTEGER NOT NULL, -- 1 when what follows in the ad comes too soon after it: the viewer came in behind it.
  KEY (stream, key)
) AS
WITH mark AS (
  SELECT c.stream, c.seat * 10 + f.place AS key, c.ad, f.place, f.at_us,
    c.media_us + coalesce(c.length_us, 0) * (max(f.place, 1) - 1) / 4 AS media_us, f.media_us AS placed_us,
    c.unknown + (c.length_us IS NULL AND f.place > 1) AS unknown, c.break, 1 AS is_sent
  FROM stitched_event f JOIN stitched_seat c ON c.run = f.run AND c.ad = f.ad
  WHERE f.run = :run AND f.place IS NOT NULL
  UNION ALL SELECT
    c.stream, c.seat * 10 - 1, c.ad, 0, coalesce(o.first_us, p.declared_us), c.media_us, NULL, c.unknown, c.break, 0
  FROM stitched_entry o JOIN stitched_shown p ON p.run = o.run AND p.ad = o.ad
  JOIN stitched_seat c ON c.run = o.run AND c.ad = o.ad WHERE o.run = :run AND (o.is_led
      OR o.first_us IS NULL AND c.seat = 1
      AND NOT EXISTS (SELECT 1 FROM segment_fetch g WHERE g.run = o.run AND g.stream = c.stream)))
SELECT *,
  coalesce(min(at_us - media_us) OVER later
      < at_us - media_us - $us(player.pollSeconds) - $us(order.slackMs), 0) AS is_entered
FROM mark WINDOW later AS (PARTITION BY ad ORDER BY media_us RANGE BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)
