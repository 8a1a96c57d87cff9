-- Quartile latency
-- How far from their place in the ad are quartiles and complete sent, at the median and in the worst cases?
-- example: clean-play.har
WITH sent AS (
  SELECT f.event AS event,
    (f.played_us - p.duration_us * CASE f.event
      WHEN 'firstQuartile' THEN 1 WHEN 'midpoint' THEN 2 WHEN 'thirdQuartile' THEN 3 ELSE 4 END / 4) / 1000 AS late_ms
  FROM firing f JOIN ad_play p ON p.id = f.ad_play
  WHERE f.event IN ('firstQuartile', 'midpoint', 'thirdQuartile', 'complete')
    AND f.repeat_class = 'first' AND f.played_us IS NOT NULL AND p.duration_us IS NOT NULL
), ranked AS (
  SELECT event, late_ms, row_number() OVER (PARTITION BY event ORDER BY late_ms) AS place,
    count(*) OVER (PARTITION BY event) AS total
  FROM sent
)
SELECT event, total AS beacons,
  min(late_ms) FILTER (WHERE place * 100 >= total * 50) AS p50_ms,
  min(late_ms) FILTER (WHERE place * 100 >= total * 90) AS p90_ms,
  min(late_ms) FILTER (WHERE place * 100 >= total * 99) AS p99_ms
FROM ranked
GROUP BY event, total
ORDER BY CASE event WHEN 'firstQuartile' THEN 1 WHEN 'midpoint' THEN 2 WHEN 'thirdQuartile' THEN 3 ELSE 4 END
-- result:
-- | event | beacons | p50\_ms | p90\_ms | p99\_ms |
-- |---|---|---|---|---|
-- | firstQuartile | 2 | -47 | -44 | -44 |
-- | midpoint | 2 | -94 | -93 | -93 |
-- | thirdQuartile | 2 | -141 | -139 | -139 |
-- | complete | 2 | -174 | -174 | -174 |
