-- How often duration pings are due, and how long a pause may be, for each view and duration ping: as the configuration of
-- its app says, else as the settings do.
-- needs: nielsen_request
CREATE TABLE nielsen_limit (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  interval_us INTEGER NOT NULL, -- The interval of duration pings.
  pause_us INTEGER NOT NULL, -- The longest pause in a view session.
  KEY (beacon)
) AS
WITH configured AS MATERIALIZED (
  SELECT
    upper(r.app) AS app, max(iif(i.subkey = 'interval_us', CAST(i.value AS INTEGER), NULL)) AS interval_us,
    max(iif(i.subkey = 'nol_pauseTimeout' AND CAST(i.value AS INTEGER) > 0, CAST(i.value AS INTEGER) * 1000000, NULL))
    AS pause_us
  FROM nielsen_request r
  JOIN parameter i ON i.beacon = r.subject_id AND i.name = 'response'
    AND i.subkey IN ('interval_us', 'nol_pauseTimeout')
  WHERE r.run = :run AND r.kind = 'config' AND r.app IS NOT NULL
  GROUP BY upper(r.app)
)
SELECT
  r.subject_id AS beacon, coalesce(c.interval_us, $us(nielsen.intervalSeconds)) AS interval_us,
  coalesce(c.pause_us, $us(nielsen.pauseTimeoutSeconds)) AS pause_us
FROM nielsen_request r LEFT JOIN configured c ON c.app = upper(r.app)
WHERE r.run = :run AND r.counts IN ('view', 'duration')
