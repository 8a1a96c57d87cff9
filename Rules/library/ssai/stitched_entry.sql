-- Where watching may have begun in or with a stitched ad.
-- needs: stitched_shown, stitched_event, stream_fetch, stream_row, stream_extent
CREATE TABLE stitched_entry (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  first_us INTEGER, -- When its first segment was asked for; NULL where that was not seen.
  is_led INTEGER NOT NULL, -- 1 when that was the first segment of its stream in sight.
  is_entered INTEGER NOT NULL, -- 1 when the viewer may have come into the middle of it.
  KEY (ad)
) AS
WITH opened AS MATERIALIZED (
  SELECT p.ad, p.declared_us, p.duration_us,
    (SELECT min(f.at_us) FROM stream_fetch f
      WHERE f.run = :run AND f.ad = p.ad AND f.media_us = c.media_from_us AND f.at_us >= p.declared_us) AS first_us,
    s.first_us AS stretch_us, l.first_us AS load_us, s.media_us = c.media_from_us AS is_front,
    -- The first segment that was fetched of the stream, or after a jump, lies in the ad or after it.
    s.media_us > c.media_from_us OR EXISTS (
      SELECT 1 FROM stream_row r WHERE r.run = :run AND r.stream = c.stream AND r.media_from_us > c.media_from_us
        AND r.media_from_us < c.media_to_us) AS joined,
    NOT EXISTS (
      SELECT 1 FROM stream_fetch f
      WHERE f.run = :run AND f.stream = c.stream AND f.media_us + f.duration_us = c.media_from_us) AS is_begun
  FROM stitched_shown p LEFT JOIN stitched_place c ON c.run = p.run AND c.ad = p.ad
  LEFT JOIN playlist_reading r ON r.document = p.document LEFT JOIN (
    -- Where the viewer came to a stream.
    SELECT stream, min(first_us) AS first_us, media_from_us AS media_us
    FROM stream_row WHERE run = :run GROUP BY stream) s ON s.stream = r.stream
  LEFT JOIN stream_extent l ON l.run = :run AND l.stream = r.stream WHERE p.run = :run)
SELECT o.ad, o.first_us, coalesce(o.is_front AND o.first_us <= o.stretch_us + $us(order.slackMs), 0) AS is_led,
  coalesce(o.joined, 0)
  -- An event came sooner than its beginning allows, and what stands in front of it was not fetched,
  OR (o.is_begun OR o.first_us IS NULL) AND EXISTS (
    SELECT 1 FROM stitched_event f WHERE f.run = :run AND f.ad = o.ad AND f.place > 1
      AND f.at_us < coalesce(o.first_us, o.declared_us + $us(order.slackMs)) + o.duration_us * (f.place - 1) / 4)
  -- or the stream ran already when its first playlist in sight came.
  OR o.first_us IS NULL AND coalesce(o.stretch_us < o.load_us AND o.declared_us = o.load_us, 0) AS is_entered
FROM opened o
