-- How far the clock of the IMA log is behind the beacons of the same ads. No row where no event comes near a beacon.
CREATE TABLE ima_clock (
  offset_us INTEGER NOT NULL, -- What to add to a time of the log.
  support INTEGER NOT NULL, -- How many events it explains.
  is_sure INTEGER NOT NULL, -- 1 when it explains three kinds of events, or all to the moment, and no other is as likely.
  KEY (offset_us)
) AS
WITH log AS MATERIALIZED (
  SELECT e.call, e.event, e.at_us, e.ad_id, c.first_us < 978307200000000 AS is_dateless
  FROM ima_event e JOIN call l ON l.id = e.call JOIN capture c ON c.id = l.capture
  WHERE e.run = :run AND e.ordinal IS NOT NULL),
-- Where no log is, no beacon is read.
sent AS MATERIALIZED (
  SELECT f.event, f.at_us, a.ad_id, row_number() OVER (PARTITION BY f.event ORDER BY f.at_us) AS nth
  FROM (SELECT 1 FROM log LIMIT 1) CROSS JOIN firing f LEFT JOIN ad_play p ON p.id = f.ad_play
  LEFT JOIN ad a ON a.id = p.ad
  WHERE f.run = :run AND f.family = 'vast' AND f.repeat_class = 'first' AND f.direct = 1 AND f.ad_play IS NOT NULL),
-- A console that prints no date is off by days and by the hours of its zone: its first lines show by how many.
zone AS MATERIALIZED (
  SELECT DISTINCT CAST(round((s.at_us - e.at_us) / 900000000.0) AS INTEGER) * 900000000 AS zone_us
  FROM (SELECT event, at_us, row_number() OVER (PARTITION BY event ORDER BY at_us) AS nth FROM log WHERE is_dateless) e
  JOIN sent s ON s.event = e.event
  WHERE e.nth <= 4 AND s.nth <= 8
  UNION SELECT 0),
near AS MATERIALIZED (
  SELECT e.call, e.event, z.zone_us, f.at_us - e.at_us AS ahead_us, coalesce(e.ad_id <> f.ad_id, 0) AS is_other,
    CAST(round((f.at_us - e.at_us - z.zone_us) / 250000.0) AS INTEGER) AS quarter
  FROM log e JOIN zone z ON e.is_dateless OR z.zone_us = 0 JOIN sent f ON f.event = e.event
    AND f.at_us BETWEEN e.at_us + z.zone_us - $us(ima.clockSeconds) AND e.at_us + z.zone_us + $us(ima.clockSeconds)),
-- Half a second to each side is the player's own delay. Whoever shows the same ads again shows them a little faster or
-- slower, since a timer finds their events: where all come to the moment, the log is of this run.
tried AS MATERIALIZED (
  SELECT n.zone_us, n.quarter + o.step AS quarter, count(DISTINCT n.call) AS support, count(DISTINCT n.event) AS kinds,
    iif(abs(n.quarter + o.step) <= 2, n.zone_us, CAST(round(avg(n.ahead_us)) AS INTEGER)) AS offset_us,
    count(DISTINCT n.call) >= max(5, (SELECT count(*) FROM log)) AND max(n.ahead_us) - min(n.ahead_us) <= 50000
    AND NOT max(n.is_other) AS is_exact
  FROM near n JOIN (SELECT column1 AS step FROM (VALUES (-2), (-1), (0), (1), (2))) o
  GROUP BY n.zone_us, n.quarter + o.step
  HAVING (max(o.step = 0) OR n.quarter + o.step = 0) AND (is_exact OR abs(n.quarter + o.step) <= 480))
SELECT b.offset_us, b.support,
  -- A clock that is right, or off by the hours of its zone alone, needs no more events than another would explain.
  -- A log that is more than a quarter of a minute off may be that of another run, with the same ads.
  b.kinds >= 3 AND (abs(b.quarter) <= 60 OR b.is_exact) AND NOT EXISTS (
    SELECT 1 FROM tried m WHERE m.support = b.support AND abs(m.offset_us - b.offset_us) > 1000000
      AND (abs(b.quarter) > 2 OR abs(m.quarter) <= 2)) AS is_sure
FROM (SELECT * FROM tried ORDER BY support DESC, abs(quarter), abs(zone_us) LIMIT 1) b
