-- A stitched ad whose segments were all fetched at the pace of playing, by one who did not jump to it or out of it.
-- needs: stitched_shown, stitched_seat, settled_stream
CREATE TABLE paced_ad (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  KEY (ad)
) AS
WITH
fetch AS MATERIALIZED (
  SELECT
    f.stream AS stream, f.exchange AS exchange, f.ad AS ad, x.at_us AS at_us,
    lag(x.at_us) OVER (PARTITION BY f.stream ORDER BY x.at_us, x.id) AS before_us
  FROM segment_fetch f JOIN exchange x ON x.id = f.exchange
  WHERE f.run = :run
),
content AS MATERIALIZED (SELECT stream, max(at_us) AS at_us FROM fetch WHERE ad IS NULL GROUP BY stream),
load AS MATERIALIZED (
  SELECT r.stream AS stream, d.at_us AS at_us, r.is_ended AS is_ended
  FROM playlist_reading r JOIN document d ON d.id = r.document WHERE r.run = :run
),
-- Of a stream that has ended all segments are there to be fetched: who fetches one in the time that one takes did not
-- jump, from the ad's first segment until nothing of it can be left in the buffer.
whole AS MATERIALIZED (
  SELECT
    p.ad AS ad, c.stream AS stream, p.at_us AS at_us, p.duration_us / s.n AS segment_us,
    p.at_us + p.duration_us + $us(ssai.bufferSeconds) AS over_us
  FROM stitched_shown p
  JOIN stitched_seat c ON c.run = p.run AND c.ad = p.ad
  JOIN settled_stream t ON t.run = p.run AND t.stream = c.stream
  JOIN (
    SELECT ad, count(*) AS n, count(fetch) AS fetched
    FROM resource WHERE run = :run AND kind = 'segment' AND ad IS NOT NULL GROUP BY ad
  ) s ON s.ad = p.ad AND s.n = s.fetched
  WHERE p.run = :run
)
SELECT p.ad AS ad
FROM whole p
JOIN content l ON l.stream = p.stream AND l.at_us > p.over_us
-- Who jumps to the ad fetches it at once.
JOIN fetch o ON o.stream = p.stream AND o.at_us = p.at_us AND o.at_us - o.before_us >= p.segment_us * 3 / 4
JOIN fetch f ON f.stream = p.stream AND f.at_us <= p.over_us
-- A playlist that has ended is asked for again by who begins again.
WHERE NOT EXISTS (
  SELECT 1 FROM load e WHERE e.stream = p.stream AND e.is_ended AND e.at_us > p.at_us AND e.at_us <= p.over_us)
GROUP BY p.ad
HAVING abs((sum(f.at_us >= p.at_us) - 1) * p.segment_us
    - (max(f.at_us) - min(CASE WHEN f.at_us >= p.at_us THEN f.at_us END))) <= p.segment_us * 3 / 2
  AND max(f.at_us) >= p.over_us - 2 * p.segment_us
  AND sum(f.at_us < p.at_us) * p.segment_us - (p.at_us - min(f.at_us)) <= $us(ssai.bufferSeconds)
