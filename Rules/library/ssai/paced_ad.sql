-- A stitched ad that was played, and how far: from where the viewer was known to be until then the player fetched as it plays.
-- needs: stream_row, stream_fetch, stream_leap, stream_extent, stitched_event
CREATE TABLE paced_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  reached_us INTEGER NOT NULL, -- The place in its media that was surely reached; more than its length where it was played to the end.
  at_us INTEGER NOT NULL, -- When it was reached at the latest.
  KEY (ad)
) AS
WITH
-- Of a stream that has ended a player fetches the next segment when it has played one; of one that grows, who came in
-- three target durations behind its end (RFC 8216, section 6.3.3), or one more: nobody can jump ahead of that.
row AS MATERIALIZED (
  SELECT r.* FROM stream_row r WHERE r.run = :run AND r.is_joined AND (
      r.stream NOT IN (SELECT g.stream FROM stream_extent g WHERE g.run = :run AND g.is_live) OR r.media_from_us >= (
        SELECT max(p.media_to_us) - 4 * max(p.target_us) - $us(order.slackMs)
        FROM playlist_reading p WHERE p.run = :run AND p.stream = r.stream AND p.at_us <= r.first_us))),
-- When the viewer was known to be where: at a row's first segment, until its buffer was full, and at an ad's beacons.
anchor AS MATERIALIZED (
  SELECT r.stream, r.first_us AS at_us, r.media_from_us AS media_us,
    (SELECT min(f.at_us) FROM stream_fetch f
      WHERE f.run = :run AND f.stream = r.stream AND f.is_waited AND f.at_us BETWEEN r.first_us AND r.last_us
        AND f.media_us - f.at_us - r.media_from_us + r.first_us <= 2 * $us(ssai.bufferSeconds)) AS from_us FROM row r
  -- What stands for a part of the content is fetched before its time has come.
  WHERE r.stream NOT IN (
    SELECT p.stream FROM stitched_place p JOIN ad a ON a.id = p.ad JOIN document d ON d.id = a.document
    WHERE p.run = :run AND d.kind = 'asset-list')
  UNION ALL SELECT e.stream, e.at_us, e.media_us,
    (SELECT max(f.at_us) FROM stream_fetch f WHERE f.run = :run AND f.stream = e.stream AND f.at_us <= e.at_us)
  FROM stitched_event e WHERE e.run = :run AND e.media_us IS NOT NULL),
-- What each ad is measured from: the last that is no further than its beginning. Who is in it may have come in there.
shown AS MATERIALIZED (
  SELECT p.ad, p.stream, p.media_from_us AS from_us, r.media_to_us - $us(ssai.bufferSeconds) AS shown_us,
    a.at_us - a.media_us AS shift_us, a.from_us AS since_us, a.at_us - a.media_us + p.media_to_us AS over_us,
    row_number() OVER (PARTITION BY p.ad ORDER BY a.media_us DESC, a.at_us DESC) AS nth
  FROM stitched_place p JOIN row r ON r.stream = p.stream AND r.media_from_us <= p.media_from_us
  JOIN anchor a ON a.stream = p.stream AND a.at_us BETWEEN r.first_us AND r.last_us AND a.from_us IS NOT NULL
    AND a.media_us BETWEEN r.media_from_us AND p.media_from_us WHERE p.run = :run),
-- Nobody plays what was never fetched.
held AS MATERIALIZED (
  SELECT ad, min(end_us) AS end_us
  FROM (
    SELECT p.ad, f.media_us + f.duration_us AS end_us,
      coalesce(lead(f.media_us) OVER (PARTITION BY p.ad ORDER BY f.media_us), p.media_to_us) AS next_us
    FROM stitched_place p JOIN stream_fetch f ON f.run = p.run AND f.stream = p.stream AND f.ad = p.ad
    WHERE p.run = :run) WHERE next_us > end_us + $us(order.slackMs) GROUP BY ad),
-- What was fetched since, until a buffer's length behind the ad. Behind a leap nobody knows what was played before it.
fetched AS (
  SELECT s.*, f.at_us, max(s.over_us, s.since_us) + $us(player.pollSeconds) AS behind_us,
    lead(f.at_us) OVER w IS NULL AS is_last, max(f.media_us - f.at_us) OVER w AS most,
    min(f.media_us - f.at_us) OVER w AS least, max(f.duration_us) OVER w AS segment_us
  FROM shown s JOIN stream_fetch f ON f.run = :run AND f.stream = s.stream AND f.media_us IS NOT NULL
    AND f.at_us BETWEEN s.since_us AND max(s.over_us, s.since_us) + $us(ssai.bufferSeconds) AND f.at_us < coalesce((
      SELECT min(l.at_us) FROM stream_leap l WHERE l.run = :run AND l.stream = s.stream AND l.at_us > s.since_us), 9e18)
  WHERE s.nth = 1
    -- An event that came sooner than play can have got there shows a jump into the ad, one that came later a pause.
    AND NOT EXISTS (
      SELECT 1 FROM stitched_event e WHERE e.run = :run AND e.ad = s.ad AND e.place > 1
        AND e.at_us - s.over_us + (s.over_us - s.shift_us - s.from_us) * (5 - e.place) / 4
        NOT BETWEEN -$us(player.pollSeconds) - $us(order.slackMs) AND $us(quartile.lateSeconds))
  WINDOW w AS (PARTITION BY s.ad ORDER BY f.at_us))
SELECT f.ad,
  -- A slow network gives the pace of playing too: who was not ahead of it at first has played what no buffer can hold.
  max(min(f.at_us - f.shift_us - $us(player.pollSeconds) - (f.most - f.least),
      iif(f.least + f.shift_us >= f.segment_us, 9e18, f.shown_us),
      coalesce(h.end_us - $us(player.pollSeconds), 9e18))) - f.from_us AS reached_us, f.at_us
FROM fetched f LEFT JOIN held h ON h.ad = f.ad
-- Who pauses falls behind, who jumps gets ahead. The column beside the maximum is that of its row.
WHERE (f.at_us >= f.behind_us OR f.is_last) AND f.most - f.least <= 3 * f.segment_us / 2 GROUP BY f.ad
