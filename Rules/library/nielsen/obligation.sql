-- Pings of a view session: a view ping as a part of its asset begins, a content's duration pings one interval after another, an
-- ad's at its end. Whether one is owed is a question of the rules on pings, which know what stopped the SDK.
-- needs: nielsen_pace, nielsen_request
INSERT INTO obligation
WITH
-- Pings of the run, on the clock of the run. One that was stored first says nothing of when it was sent.
sent AS MATERIALIZED (
  SELECT *, subject_id AS beacon, at_us - created_us AS shift_us FROM nielsen_request
  WHERE run = :run AND counts IN ('view', 'duration') AND repeat_class = 'first' AND NOT late AND session IS NOT NULL
),
last AS MATERIALIZED (SELECT session, max(at_us) AS at_us FROM sent GROUP BY session),
-- Viewing that stood still does not count.
paced AS MATERIALIZED (
  SELECT n.*, s.segment_us + s.shift_us AS begun_us, n.at_us - n.passed_us + n.interval_us
    + iif(n.passed_us - n.viewed_us > $us(nielsen.intervalToleranceSeconds), n.passed_us - n.viewed_us, 0) AS due_us
  FROM nielsen_pace n JOIN sent s ON s.beacon = n.beacon WHERE n.run = :run
),
due(session, part, asset, kind, from_us, to_us, beacon) AS (
  SELECT session, part, asset, 'view', min(segment_us + shift_us),
    min(segment_us + shift_us) + $us(nielsen.viewEarlySeconds), min(beacon)
  FROM sent WHERE segment_us IS NOT NULL GROUP BY session, part, asset, segment_us
  UNION ALL
  -- One that an interruption brought forward ended its interval.
  SELECT session, 'content', asset, 'duration', at - $us(nielsen.intervalToleranceSeconds),
    at + $us(nielsen.intervalToleranceSeconds), beacon
  FROM (SELECT p.*, coalesce(p.due_us, p.begun_us + p.interval_us) AS at FROM paced p)
  WHERE at_us >= at - $us(nielsen.intervalToleranceSeconds)
  UNION ALL
  SELECT p.session, 'content', p.asset, 'duration', p.at_us + p.least_us, p.at_us + p.most_us, p.beacon
  FROM paced p JOIN last l ON l.session = p.session
  WHERE p.next_us IS NULL AND p.at_us + p.most_us <= l.at_us
  UNION ALL
  SELECT s.session, 'ad', s.asset, 'duration',
    max(min(s.segment_us + s.shift_us),
        min(s.segment_us + s.shift_us + s.length * 1000000) - $us(nielsen.intervalToleranceSeconds)),
    min(s.segment_us + s.shift_us + s.length * 1000000) + $us(nielsen.intervalToleranceSeconds), min(s.beacon)
  FROM sent s
  WHERE s.part = 'ad' AND s.segment_us IS NOT NULL AND CAST(s.length AS INTEGER) BETWEEN 1 AND 86400
  GROUP BY s.session, s.asset, s.segment_us
)
SELECT
  'session' AS owner_kind, session AS owner, 'nielsen' AS family, kind AS event, NULL AS tracker, NULL AS level,
  NULL AS twin, part || ' ' || coalesce(asset, '') || ' ' || kind AS item, from_us, to_us, 'possible' AS state,
  'the SDK sends it while it plays' AS because, 'beacon' AS evidence_table, beacon AS evidence_id
FROM due
