-- Ads of a tracking list, whatever names their segments have, and ads of a live playlist of which none was reported.
-- needs: stream_extent, stream_leap, stream_row, stitched_event
INSERT INTO outplayed_ad
WITH
-- Who is behind the edge may jump over an ad that is in the buffer, but not over one after another.
unheard AS MATERIALIZED (
  SELECT p.ad, r.first_us + p.media_from_us - r.media_from_us AS begun_us, count(*) OVER (PARTITION BY p.stream) AS n,
    min(r.last_us, r.first_us + p.media_to_us - r.media_from_us + r.media_to_us - r.shown_us) AS until_us
  FROM stitched_place p JOIN stream_extent s ON s.run = :run AND s.stream = p.stream
  JOIN stream_row r ON r.run = :run AND r.stream = p.stream AND r.is_even
    AND r.media_from_us < p.media_from_us AND r.shown_us >= p.media_to_us
  WHERE p.run = :run AND s.is_live AND NOT EXISTS (
    SELECT 1 FROM stitched_place q JOIN stitched_event e ON e.run = :run AND e.ad = q.ad
    WHERE q.run = :run AND q.stream = p.stream)),
-- An ad of a list may have a place besides.
shown AS (
  SELECT l.ad, l.at_us AS listed_us, l.at_us + l.duration_us + $us(ssai.bufferSeconds) + 2 * s.target_us AS until_us
  FROM (SELECT a.id AS ad, a.duration_us, d.at_us, d.host,
      -- What the first list in sight names may have been listed, and played, before.
      (SELECT min(e.at_us) FROM document e WHERE e.run = :run AND e.kind = d.kind AND e.host = d.host) AS earlier_us
    FROM ad a JOIN document d ON d.id = a.document
    WHERE a.run = :run AND a.kind = 'stitched' AND d.kind = 'mediatailor' AND a.duration_us > 0) l
  JOIN stream_extent s ON s.run = :run AND s.host = l.host
  JOIN stream_row r ON r.run = :run AND r.stream = s.stream AND r.is_even
  -- At the edge of a live stream an ad is listed when its segments are, and they wait in the buffer. Of a stream that
  -- lists everything it is not known where the ad stands.
  WHERE s.is_live AND l.earlier_us < l.at_us AND r.first_us <= l.at_us + s.target_us AND r.last_us >= until_us
    AND NOT EXISTS (
      SELECT 1 FROM stream_leap k
      WHERE k.run = :run AND k.stream = s.stream AND k.at_us >= l.at_us AND k.since_us <= until_us) GROUP BY l.ad
  UNION ALL SELECT u.ad, u.begun_us, u.until_us FROM unheard u WHERE u.n > 1)
SELECT ad, min(listed_us) AS listed_us, min(until_us) AS until_us FROM shown GROUP BY ad
