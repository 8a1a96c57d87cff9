-- Duration pings that come at another time than the interval after the one before, that report more than has passed since
-- then, or whose numbers show that some before them are missing, after so much time that these were due.
-- needs: nielsen_call, nielsen_pace, nielsen_request
CREATE TABLE nielsen_interval (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  missing INTEGER, -- How many are missing before it; NULL where its time alone is odd.
  off_us INTEGER NOT NULL, -- How long after the one before it came, or how much was viewed since.
  is_again INTEGER NOT NULL, -- 1 where it reports more than has passed since the one before: that is reported again.
  is_plain INTEGER NOT NULL, -- 0 where a stop or a pause may explain it.
  KEY (beacon)
) AS
WITH
paced AS MATERIALIZED (
  SELECT
    n.*, coalesce(n.numbers, n.number) - 1 AS missing, coalesce(n.prior_us, (
      SELECT min(v.created_us) FROM ping v
      WHERE v.session = n.session AND v.kind = 'view' AND v.repeat_class = 'first' AND v.asset IS n.asset
        AND v.created_us <= n.created_us)) AS since_us,
    EXISTS (
      -- Ads of the same instance in between end an interval.
      SELECT 1 FROM nielsen_request a
      WHERE a.run = :run AND a.part = 'ad' AND a.instance = n.instance
        AND a.created_us BETWEEN n.prior_us AND n.created_us + $us(nielsen.intervalToleranceSeconds)) AS is_interrupted,
    -- A clock that was set back between two pings is not that by which they were sent. Some count on and on.
    max(n.passed_us, n.at_us - lag(n.at_us) OVER w) + $us(nielsen.intervalToleranceSeconds) < n.viewed_us
    AND max(r.viewed_us) OVER (PARTITION BY n.session, n.asset) <= n.most_us AS is_again
  FROM nielsen_pace n JOIN nielsen_request r ON r.run = :run AND r.subject_id = n.beacon
  WHERE n.run = :run WINDOW w AS (PARTITION BY n.session, n.asset ORDER BY n.place)
),
off AS MATERIALIZED (
  SELECT
    *, created_us - since_us AS gap_us, lag(is_again) OVER (PARTITION BY session, asset ORDER BY place) AS is_behind,
    CASE
      WHEN is_again THEN 'again'
      WHEN missing > 0 AND viewed_us <= most_us AND created_us - since_us - viewed_us >= missing * interval_us
      - $us(nielsen.intervalToleranceSeconds) THEN 'number'
      WHEN prior IS NULL THEN iif(viewed_us > most_us, 'late', NULL)
      WHEN passed_us > most_us AND coalesce(viewed_us > most_us, NOT is_interrupted) THEN 'late'
      WHEN passed_us < least_us AND next_us IS NOT NULL AND NOT is_interrupted THEN 'early' END AS fault
  FROM paced
)
SELECT
  o.beacon, iif(o.fault = 'number', o.missing, NULL) AS missing,
  CASE o.fault WHEN 'number' THEN o.gap_us WHEN 'late' THEN coalesce(o.viewed_us, o.passed_us) ELSE o.passed_us END
  AS off_us, o.fault = 'again' AS is_again,
  CASE WHEN o.fault IN ('late', 'again') THEN 1
    -- A stop may force a ping out, so that a single early one proves nothing; the same wrong interval again does.
    WHEN o.fault = 'early' THEN EXISTS (
      SELECT 1 FROM off e
      WHERE e.session = o.session AND e.beacon <> o.beacon AND (e.place = 1 OR e.fault = 'early')
        AND abs(iif(e.place = 1, e.viewed_us, e.passed_us) - o.passed_us) <= 2000000)
    -- The number may follow the position after a seek, and the time may hold a pause: only both, of one length, look
    -- like viewing. Where they differ, the call log says what was viewed.
    ELSE abs(o.gap_us - o.viewed_us - o.missing * o.interval_us)
    <= max((o.missing + 1) * $us(nielsen.intervalToleranceSeconds), o.gap_us / 20)
    OR (
      SELECT count(*) FROM call_step s JOIN nielsen_call c ON c.run = :run AND c.call = s.call
      WHERE s.run = :run AND s.api = 'playhead' AND s.asset = o.asset AND c.at_us BETWEEN o.since_us AND o.created_us
    ) * 1000000 >= (o.missing + 0.5) * o.interval_us END AS is_plain
-- Behind one that is too many, the next comes early.
FROM off o WHERE o.fault IS NOT NULL AND NOT (o.fault IN ('early', 'again') AND coalesce(o.is_behind, 0))
