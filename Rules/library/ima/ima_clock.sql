-- How far the clock of the IMA log is behind the beacons of the same ads. No row where no event comes near a beacon.
CREATE TABLE ima_clock (
  offset_us INTEGER NOT NULL, -- What to add to a time of the log.
  support INTEGER NOT NULL, -- How many events it explains.
  is_sure INTEGER NOT NULL, -- 1 when it explains three kinds of events, and more of them than any other.
  KEY (offset_us)
) AS
WITH
near AS MATERIALIZED (
  SELECT
    e.call AS call, e.event AS event, f.at_us - e.at_us AS ahead_us,
    CAST(round((f.at_us - e.at_us) / 250000.0) AS INTEGER) AS quarter
  FROM ima_event e
  JOIN firing f
    ON f.run = e.run AND f.event = e.event AND abs(f.at_us - e.at_us) <= 15000000 AND f.family = 'vast'
    AND f.repeat_class = 'first' AND f.direct = 1 AND f.ad_play IS NOT NULL
  WHERE e.run = :run AND e.ordinal IS NOT NULL
),
-- Half a second to each side is the player's own delay.
moved AS MATERIALIZED (
  SELECT
    o.quarter AS quarter, count(DISTINCT n.call) AS support, count(DISTINCT n.event) AS kinds,
    CAST(round(avg(n.ahead_us)) AS INTEGER) AS offset_us
  FROM (SELECT DISTINCT quarter FROM near UNION SELECT 0) o
  JOIN near n ON n.quarter BETWEEN o.quarter - 2 AND o.quarter + 2
  GROUP BY o.quarter
),
best AS MATERIALIZED (SELECT * FROM moved ORDER BY support DESC, abs(quarter) LIMIT 1)
SELECT
  iif(abs(b.quarter) <= 2, 0, b.offset_us) AS offset_us, b.support AS support,
  b.kinds >= 3
  AND coalesce((SELECT max(m.support) FROM moved m WHERE abs(m.quarter - b.quarter) > 4), 0) < b.support AS is_sure
FROM best b
