-- Pings of a view session: a view ping as a part of its asset begins, a content's duration pings one interval after another, an
-- ad's at its end. Whether one is owed is a question of the rules on pings, which know what stopped the SDK.
-- needs: nielsen_pace, nielsen_request
INSERT INTO obligation
WITH
-- Pings of the run, on the clock of the run. One that was stored first says nothing of when it was sent.
sent AS MATERIALIZED (
  SELECT *, subject_id AS beacon, segment_us + at_us - created_us AS begun_us,
    max(at_us) OVER (PARTITION BY session) AS last_us, CAST(length AS INTEGER) * 1000000 AS length_us
  FROM nielsen_request
  WHERE run = :run AND counts IN ('view', 'duration') AND repeat_class = 'first' AND NOT late AND session IS NOT NULL),
paced AS MATERIALIZED (
  SELECT n.*, s.last_us,
    -- Viewing that stood still does not count.
    coalesce(n.at_us - n.passed_us + n.interval_us
        + iif(n.passed_us - n.viewed_us > $us(nielsen.intervalToleranceSeconds), n.passed_us - n.viewed_us, 0),
        s.begun_us + n.interval_us) AS due_us
  FROM nielsen_pace n JOIN sent s ON s.beacon = n.beacon WHERE n.run = :run),
due(session, part, asset, kind, from_us, to_us, beacon) AS (
  SELECT session, part, asset, 'view', min(begun_us), min(begun_us) + $us(nielsen.viewEarlySeconds), min(beacon)
  FROM sent WHERE segment_us IS NOT NULL GROUP BY session, part, asset, segment_us
  UNION ALL
  -- One that an interruption brought forward ended its interval.
  SELECT session, 'content', asset, 'duration', due_us - $us(nielsen.intervalToleranceSeconds),
    due_us + $us(nielsen.intervalToleranceSeconds), beacon
  FROM paced WHERE at_us >= due_us - $us(nielsen.intervalToleranceSeconds)
  UNION ALL SELECT session, 'content', asset, 'duration', at_us + least_us, at_us + most_us, beacon
  FROM paced WHERE next_us IS NULL AND at_us + most_us <= last_us
  UNION ALL SELECT session, 'ad', asset, 'duration',
    max(min(begun_us), min(begun_us + length_us) - $us(nielsen.intervalToleranceSeconds)),
    min(begun_us + length_us) + $us(nielsen.intervalToleranceSeconds), min(beacon)
  FROM sent WHERE part = 'ad' AND segment_us IS NOT NULL AND length_us BETWEEN 1000000 AND 86400000000
  GROUP BY session, asset, segment_us)
SELECT 'session' AS owner_kind, session AS owner, 'nielsen' AS family, kind AS event, NULL AS tracker, NULL AS level,
  NULL AS twin, part || ' ' || coalesce(asset, '') || ' ' || kind AS item, from_us, to_us, 'possible' AS state,
  'the SDK sends it while it plays' AS because, 'beacon' AS evidence_table, beacon AS evidence_id
FROM due WHERE part IS NOT NULL
