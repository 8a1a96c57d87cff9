-- A stitched ad of which the one in front was played to its end, with nothing between: it began then.
-- needs: refused_ad, stitched_seat, stream_extent, stream_fetch, viewer_mark
CREATE TABLE succeeded_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  at_us INTEGER NOT NULL, -- When.
  KEY (ad)
) AS
WITH
-- Streams that were left, and when: what was due was not asked for; of a film, if it was piece by piece until then.
left_stream AS MATERIALIZED (
  SELECT e.stream, max(f.at_us) AS at_us, iif(e.is_live AND NOT e.is_ended, 9e18, 2 * e.target_us) AS within_us
  FROM stream_extent e JOIN stream_fetch f ON f.run = e.run AND f.stream = e.stream
  WHERE e.run = :run GROUP BY e.stream HAVING max(f.at_us) + 3 * e.target_us / 2 < (
    SELECT max(max(x.at_us), coalesce((SELECT max(s.to_us) FROM capture_span s WHERE s.run = :run), 0))
    FROM exchange x WHERE x.run = :run) AND (e.is_live AND NOT e.is_ended OR max(f.media_us + f.duration_us) < e.to_us))
SELECT c.ad, max(m.at_us) AS at_us FROM stitched_seat p
CROSS JOIN stitched_seat c ON c.run = p.run AND c.stream = p.stream AND c.seat = p.seat + 1 AND c.break = p.break
JOIN viewer_mark m ON m.run = c.run AND m.stream = p.stream AND m.key = p.seat * 10 + 5 AND m.is_sent
JOIN viewer_mark b ON b.run = c.run AND b.stream = p.stream AND b.key BETWEEN p.seat * 10 AND p.seat * 10 + 4
-- It was reported at its end, not when the app was closed; and what came after was recorded.
WHERE p.run = :run AND b.is_sent AND abs(m.at_us - b.at_us - (m.media_us - b.media_us)) <= $us(player.pollSeconds)
  AND m.at_us + $us(quartile.lateSeconds) < (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run)
  -- Who leaves as an ad ends asks for no more of the stream.
  AND NOT EXISTS (SELECT 1 FROM left_stream l WHERE l.stream = c.media AND m.at_us - l.at_us BETWEEN 1 AND l.within_us)
  -- An ad that has media of its own does not begin before they are asked for, nor where they are refused.
  AND (SELECT min(r.fetch IS NULL) FROM resource r WHERE r.ad = c.ad AND r.kind IN ('segment', 'playlist')) IS NOT 1
  AND c.ad NOT IN (SELECT o.ad FROM refused_ad o WHERE o.run = :run) GROUP BY c.ad
