-- Logs that were written while nothing else was recorded, by a clock that does not bring their events to the beacons.
-- needs: ima_clock
INSERT INTO foreign_log
WITH sent AS MATERIALIZED (SELECT min(at_us) AS from_us, max(at_us) AS to_us FROM exchange WHERE run = :run),
-- A console that prints no date says nothing of the day.
log AS MATERIALIZED (
  SELECT c.first_us < 978307200000000 AS is_dateless, min(l.at_us) AS from_us, max(l.at_us) AS to_us
  FROM call l JOIN capture c ON c.id = l.capture
  WHERE l.run = :run AND l.capture IN (SELECT i.capture FROM call i WHERE i.run = :run AND i.source = 'ima')
  GROUP BY l.capture)
SELECT 'ima' AS source,
  -- The columns beside a minimum are those of its row.
  'it was written ' || CASE WHEN min(apart_us) >= 172800000000 THEN (apart_us / 86400000000) || ' days'
    WHEN apart_us >= 7200000000 THEN (apart_us / 3600000000) || ' hours' ELSE (apart_us / 1000000) || ' s' END
  || iif(is_before, ' before', ' after') || ' all that was recorded' AS because
FROM (
  SELECT l.to_us < s.from_us AS is_before, max(s.from_us - l.to_us, l.from_us - s.to_us) AS apart_us, l.is_dateless
  FROM log l CROSS JOIN sent s WHERE s.from_us IS NOT NULL)
HAVING min(apart_us) > $us(ima.logApartSeconds) AND NOT max(is_dateless)
  AND NOT EXISTS (SELECT 1 FROM ima_clock k WHERE k.run = :run AND k.is_sure)
