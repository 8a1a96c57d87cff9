-- How far the clock of the IMA log is behind the beacons of the same ads. No row where no event comes near a beacon.
CREATE TABLE ima_clock (
  offset_us INTEGER NOT NULL, -- What to add to a time of the log.
  support INTEGER NOT NULL, -- How many events it explains.
  is_sure INTEGER NOT NULL, -- 1 when it explains three kinds of events, and no other is as likely.
  KEY (offset_us)
) AS
WITH
log AS MATERIALIZED (
  SELECT e.call, e.event, e.at_us, c.first_us < 978307200000000 AS is_dateless
  FROM ima_event e JOIN call l ON l.id = e.call JOIN capture c ON c.id = l.capture
  WHERE e.run = :run AND e.ordinal IS NOT NULL
),
sent AS MATERIALIZED (
  SELECT f.event, f.at_us, row_number() OVER (PARTITION BY f.event ORDER BY f.at_us) AS nth
  FROM firing f
  WHERE f.run = :run AND f.family = 'vast' AND f.repeat_class = 'first' AND f.direct = 1 AND f.ad_play IS NOT NULL
),
-- A console that prints no date is off by days and by the hours of its zone: its first lines show by how many.
zone AS MATERIALIZED (
  SELECT DISTINCT CAST(round((s.at_us - e.at_us) / 900000000.0) AS INTEGER) * 900000000 AS zone_us
  FROM (
    SELECT event, at_us, row_number() OVER (PARTITION BY event ORDER BY at_us) AS nth FROM log WHERE is_dateless
  ) e
  JOIN sent s ON s.event = e.event
  WHERE e.nth <= 4 AND s.nth <= 8
  UNION
  SELECT 0
),
near AS MATERIALIZED (
  SELECT
    e.call, e.event, z.zone_us, f.at_us - e.at_us AS ahead_us,
    CAST(round((f.at_us - e.at_us - z.zone_us) / 250000.0) AS INTEGER) AS quarter
  FROM log e
  JOIN zone z ON e.is_dateless OR z.zone_us = 0
  JOIN sent f ON f.event = e.event
    AND f.at_us BETWEEN e.at_us + z.zone_us - 120000000 AND e.at_us + z.zone_us + 120000000
),
-- Half a second to each side is the player's own delay.
moved AS MATERIALIZED (
  SELECT
    o.zone_us, o.quarter, count(DISTINCT n.call) AS support, count(DISTINCT n.event) AS kinds,
    iif(abs(o.quarter) <= 2, o.zone_us, CAST(round(avg(n.ahead_us)) AS INTEGER)) AS offset_us
  FROM (SELECT DISTINCT zone_us, quarter FROM near UNION SELECT zone_us, 0 FROM zone) o
  JOIN near n ON n.zone_us = o.zone_us AND n.quarter BETWEEN o.quarter - 2 AND o.quarter + 2
  GROUP BY o.zone_us, o.quarter
),
best AS MATERIALIZED (SELECT * FROM moved ORDER BY support DESC, abs(quarter), abs(zone_us) LIMIT 1)
SELECT
  b.offset_us, b.support,
  -- A clock that is right, or off by the hours of its zone alone, needs no more events than another would explain.
  -- A log that is more than a quarter of a minute off may be that of another run, with the same ads.
  b.kinds >= 3 AND abs(b.quarter) <= 60 AND NOT EXISTS (
    SELECT 1 FROM moved m
    WHERE m.support = b.support AND abs(m.offset_us - b.offset_us) > 1000000
      AND (abs(b.quarter) > 2 OR abs(m.quarter) <= 2)) AS is_sure
FROM best b
