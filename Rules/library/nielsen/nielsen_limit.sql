-- How often duration pings are due, and how long a pause may be, for each view and duration ping: as the configuration of
-- its app says, else as the settings do.
CREATE TABLE nielsen_limit (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  interval_us INTEGER NOT NULL, -- The interval of duration pings.
  pause_us INTEGER NOT NULL, -- The longest pause in a view session.
  KEY (beacon)
) AS
WITH configured AS MATERIALIZED (
  SELECT
    upper(a.value) AS app, max(iif(i.subkey = 'interval_us', CAST(i.value AS INTEGER), NULL)) AS interval_us,
    max(iif(i.subkey = 'nol_pauseTimeout' AND CAST(i.value AS INTEGER) > 0, CAST(i.value AS INTEGER) * 1000000, NULL))
    AS pause_us
  FROM beacon b
  JOIN parameter i ON i.beacon = b.id AND i.name = 'response' AND i.subkey IN ('interval_us', 'nol_pauseTimeout')
  JOIN parameter a ON a.beacon = b.id AND a.name = 'apid'
  WHERE b.run = :run AND b.family = 'nielsen' AND b.kind = 'config'
  GROUP BY upper(a.value)
)
SELECT
  p.beacon AS beacon, coalesce(max(c.interval_us), $us(nielsen.intervalSeconds)) AS interval_us,
  coalesce(max(c.pause_us), $us(nielsen.pauseTimeoutSeconds)) AS pause_us
FROM ping p
LEFT JOIN parameter a ON a.beacon = p.beacon AND a.name = 'c13' AND a.subkey = 'asid'
LEFT JOIN configured c ON c.app = upper(a.value)
WHERE p.run = :run AND p.kind IN ('view', 'duration')
GROUP BY p.beacon
