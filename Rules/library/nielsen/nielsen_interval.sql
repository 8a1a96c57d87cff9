-- Duration pings that come at another time than the interval after the one before.
-- needs: nielsen_pace, nielsen_number_gap, nielsen_request
CREATE TABLE nielsen_interval (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  fault TEXT NOT NULL, -- early or late.
  off_us INTEGER NOT NULL, -- How long after the one before it came, or how much was viewed since.
  is_plain INTEGER NOT NULL, -- 0 where a stop or a pause may explain it.
  KEY (beacon)
) AS
WITH
-- Ads of the same instance in between end an interval.
interrupted AS MATERIALIZED (
  SELECT n.beacon FROM nielsen_pace n
  WHERE n.run = :run AND EXISTS (
    SELECT 1 FROM nielsen_request a
    WHERE a.run = :run AND a.part = 'ad' AND a.instance = n.instance
      AND a.created_us BETWEEN n.prior_us AND n.created_us + $us(nielsen.intervalToleranceSeconds))
),
off AS MATERIALIZED (
  SELECT
    n.*, CASE
      WHEN n.prior IS NULL THEN iif(n.viewed_us > n.most_us, 'late', NULL)
      WHEN n.passed_us > n.most_us AND coalesce(n.viewed_us > n.most_us, i.beacon IS NULL) THEN 'late'
      WHEN n.passed_us < n.least_us AND n.next_us IS NOT NULL AND i.beacon IS NULL THEN 'early' END AS fault
  FROM nielsen_pace n LEFT JOIN interrupted i ON i.beacon = n.beacon
  WHERE n.run = :run AND NOT EXISTS (
    SELECT 1 FROM nielsen_number_gap g WHERE g.run = :run AND g.beacon = n.beacon)
)
SELECT
  o.beacon, o.fault, iif(o.fault = 'late', coalesce(o.viewed_us, o.passed_us), o.passed_us) AS off_us,
  -- A stop may force a ping out, so that a single early one proves nothing; the same wrong interval again does.
  o.fault = 'late' OR EXISTS (
    SELECT 1 FROM nielsen_pace f
    WHERE f.run = :run AND f.session = o.session AND f.place = 1 AND f.beacon <> o.beacon
      AND abs(f.viewed_us - o.passed_us) <= 2000000)
  OR EXISTS (
    SELECT 1 FROM off e
    WHERE e.session = o.session AND e.fault = 'early' AND e.beacon <> o.beacon
      AND abs(e.passed_us - o.passed_us) <= 2000000) AS is_plain
FROM off o
WHERE o.fault IS NOT NULL
