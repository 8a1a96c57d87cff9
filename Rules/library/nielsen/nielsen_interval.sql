-- Duration pings that come at another time than the interval after the one before.
-- needs: nielsen_pace, nielsen_number_gap, nielsen_request
CREATE TABLE nielsen_interval (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  off_us INTEGER NOT NULL, -- How long after the one before it came, or how much was viewed since.
  is_plain INTEGER NOT NULL, -- 0 where a stop or a pause may explain it.
  KEY (beacon)
) AS
WITH
paced AS MATERIALIZED (
  SELECT n.*, EXISTS (
    -- Ads of the same instance in between end an interval.
    SELECT 1 FROM nielsen_request a
    WHERE a.run = :run AND a.part = 'ad' AND a.instance = n.instance
      AND a.created_us BETWEEN n.prior_us AND n.created_us + $us(nielsen.intervalToleranceSeconds)) AS is_interrupted
  FROM nielsen_pace n
  WHERE n.run = :run AND NOT EXISTS (SELECT 1 FROM nielsen_number_gap g WHERE g.run = :run AND g.beacon = n.beacon)
),
off AS MATERIALIZED (
  SELECT *, CASE WHEN prior IS NULL THEN iif(viewed_us > most_us, 'late', NULL)
    WHEN passed_us > most_us AND coalesce(viewed_us > most_us, NOT is_interrupted) THEN 'late'
    WHEN passed_us < least_us AND next_us IS NOT NULL AND NOT is_interrupted THEN 'early' END AS fault
  FROM paced
)
SELECT
  o.beacon, iif(o.fault = 'late', coalesce(o.viewed_us, o.passed_us), o.passed_us) AS off_us,
  -- A stop may force a ping out, so that a single early one proves nothing; the same wrong interval again does.
  o.fault = 'late' OR EXISTS (
    SELECT 1 FROM nielsen_pace f
    WHERE f.run = :run AND f.session = o.session AND f.place = 1 AND f.beacon <> o.beacon
      AND abs(f.viewed_us - o.passed_us) <= 2000000)
  OR EXISTS (
    SELECT 1 FROM off e
    WHERE e.session = o.session AND e.fault = 'early' AND e.beacon <> o.beacon
      AND abs(e.passed_us - o.passed_us) <= 2000000) AS is_plain
FROM off o WHERE o.fault IS NOT NULL
