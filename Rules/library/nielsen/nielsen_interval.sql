-- Duration pings that come at another time than the interval after the one before, that report more than has passed since
-- then or less than the log has, or whose numbers show that some before them are missing, so long that these were due.
-- needs: nielsen_call, nielsen_pace, nielsen_play_ping, nielsen_request
CREATE TABLE nielsen_interval (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  fault TEXT NOT NULL, -- again (more than has passed), short (less than the log has), number (some missing), late, early.
  missing INTEGER, -- How many are missing before it, where numbers show it.
  off_us INTEGER NOT NULL, -- How long after the one before it came, or how much was viewed since.
  is_plain INTEGER NOT NULL, -- 0 where a stop or a pause may explain it.
  KEY (beacon)
) AS
WITH
-- Seconds that the log has of a watching up to each of its pings. One that is reported twice in a row is one.
counted AS MATERIALIZED (
  SELECT beacon, play, at_us, sum(is_new) OVER (PARTITION BY play ORDER BY at_us) AS seconds
  FROM (
    SELECT NULL AS beacon, s.watching AS play, c.at_us, s.moved IS NOT 0 AS is_new
    FROM call_step s JOIN nielsen_call c ON c.run = :run AND c.call = s.call
    WHERE s.run = :run AND s.watching IS NOT NULL
    UNION ALL SELECT beacon, play, made_us, 0 FROM nielsen_play_ping WHERE run = :run)),
paced AS MATERIALIZED (
  SELECT n.*, h.heard_us, r.viewed_us AS said_us, coalesce(n.numbers, n.number) - 1 AS missing, EXISTS (
    -- Ads of the same instance in between end an interval.
    SELECT 1 FROM nielsen_request a WHERE a.run = :run AND a.part = 'ad' AND a.instance = n.instance
      AND a.created_us BETWEEN n.prior_us AND n.created_us + $us(nielsen.intervalToleranceSeconds)) AS is_interrupted,
    -- A clock that was set back between two pings is not that by which they were sent. Some count on and on.
    max(n.passed_us, n.at_us - lag(n.at_us) OVER w) + $us(nielsen.intervalToleranceSeconds) < n.viewed_us
    AND max(r.viewed_us) OVER (PARTITION BY n.session, n.asset) <= n.most_us AS is_again
  FROM nielsen_pace n JOIN nielsen_request r ON r.run = :run AND r.subject_id = n.beacon LEFT JOIN (
    SELECT beacon, lag(beacon) OVER w AS before, (seconds - lag(seconds) OVER w) * 1000000 AS heard_us
    FROM counted WHERE beacon IS NOT NULL WINDOW w AS (PARTITION BY play ORDER BY at_us, beacon)) h
    ON h.beacon = n.beacon AND coalesce(h.before = n.prior, 1)
  WHERE n.run = :run WINDOW w AS (PARTITION BY n.session, n.asset ORDER BY n.place)),
off AS MATERIALIZED (
  SELECT
    *, created_us - since_us AS gap_us, lag(is_again) OVER (PARTITION BY session, asset ORDER BY place) AS is_behind,
    CASE
      WHEN is_again THEN 'again'
      WHEN missing > 0 AND viewed_us <= most_us AND created_us - since_us - viewed_us >= missing * interval_us
      - $us(nielsen.intervalToleranceSeconds) THEN 'number'
      WHEN coalesce(passed_us, viewed_us) > most_us AND coalesce(viewed_us > most_us, NOT is_interrupted) THEN 'late'
      WHEN heard_us > said_us + $us(nielsen.intervalToleranceSeconds) THEN 'short'
      WHEN passed_us < least_us AND next_us IS NOT NULL AND NOT is_interrupted THEN 'early' END AS fault
  FROM paced)
SELECT o.beacon, o.fault, iif(o.fault = 'number', o.missing, NULL) AS missing,
  CASE o.fault WHEN 'number' THEN o.gap_us WHEN 'late' THEN coalesce(o.viewed_us, o.passed_us)
    WHEN 'short' THEN o.heard_us ELSE o.passed_us END AS off_us,
  CASE WHEN o.fault IN ('late', 'again', 'short') THEN 1
    -- A stop may force a ping out, so that a single early one proves nothing; the same wrong interval again does, and
    -- so does a log in which nothing but positions one by one came since the one before.
    WHEN o.fault = 'early' THEN EXISTS (
      SELECT 1 FROM off e
      WHERE e.session = o.session AND e.beacon <> o.beacon AND (e.place = 1 OR e.fault = 'early')
        AND abs(iif(e.place = 1, e.viewed_us, e.passed_us) - o.passed_us) <= 2000000)
    OR coalesce(o.heard_us >= o.passed_us - $us(nielsen.intervalToleranceSeconds), 0) AND NOT EXISTS (
      SELECT 1 FROM nielsen_call c LEFT JOIN call_step s ON s.call = c.call
      WHERE c.run = :run AND c.at_us BETWEEN o.prior_us AND o.created_us + 2000000
        AND coalesce(s.api <> 'playhead' OR s.moved NOT BETWEEN 0 AND 2,
            c.at_us > o.created_us - $us(nielsen.intervalToleranceSeconds)))
    -- The number may follow the position after a seek, and the time may hold a pause: only both, of one length, look
    -- like viewing. Where they differ, the call log says what was viewed.
    ELSE abs(o.gap_us - o.viewed_us - o.missing * o.interval_us)
    <= max((o.missing + 1) * $us(nielsen.intervalToleranceSeconds), o.gap_us / 20)
    OR coalesce(o.heard_us >= (o.missing + 0.5) * o.interval_us, 0) END AS is_plain
-- Behind one that is too many, the next comes early.
FROM off o WHERE o.fault IS NOT NULL AND NOT (o.fault IN ('early', 'again') AND coalesce(o.is_behind, 0))
