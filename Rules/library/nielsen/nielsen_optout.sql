-- Whether the person had opted out when a ping was made: as calls of the log show, else as the facts say.
-- needs: nielsen_request, nielsen_log
CREATE TABLE nielsen_optout (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  at_us INTEGER NOT NULL, -- When it was sent.
  is_out INTEGER, -- 1 after an opt-out, 0 after an opt-in; NULL where nothing says so.
  is_marked INTEGER NOT NULL, -- 1 when the ping says that it is of somebody who opted out.
  uoo TEXT, -- What it says; NULL without the parameter.
  doubt TEXT, -- needs-fact or ambiguous, where that is not sure.
  KEY (beacon)
) AS
WITH
called AS MATERIALIZED (
  SELECT s.at_us + l.offset_us AS at_us, a.value = 'nielsenappsdk://1' AS is_out
  FROM call_step s
  JOIN argument a ON a.call = s.call AND a.value IN ('nielsenappsdk://1', 'nielsenappsdk://0')
  JOIN call c ON c.id = s.call
  JOIN nielsen_log l ON l.run = :run AND l.capture = c.capture
  WHERE s.run = :run AND s.api = 'userOptOut'
),
choice(from_us, is_out) AS MATERIALIZED (
  -- A call of a log that nothing aligns may have been before any ping or after it.
  SELECT coalesce(at_us, 0), is_out FROM called
  UNION ALL
  SELECT
    coalesce(CAST(strftime('%s', $fact(nielsen.optedOutAt)) AS INTEGER) * 1000000, 0), $fact(nielsen.optedOut) = 'true'
  WHERE $fact(nielsen.optedOut) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM called)
),
sent AS MATERIALIZED (
  SELECT subject_id AS beacon, at_us, uoo, is_out AS is_marked, coalesce(created_us, at_us) AS created_us
  FROM nielsen_request
  WHERE run = :run AND (kind IN ('dcr', 'session') OR kind = 'dtvr' AND uoo IS NOT NULL)
),
-- Pings and choices in one line. Pings carry whole seconds: one made in the second of a choice may be older or younger.
moment(at_us, beacon, sure_us, any_us, is_out) AS (
  SELECT from_us + 1000000, NULL, from_us, NULL, is_out FROM choice
  UNION ALL
  SELECT from_us - 2000000, NULL, NULL, from_us, is_out FROM choice
  UNION ALL
  SELECT created_us, beacon, NULL, NULL, NULL FROM sent
),
made AS MATERIALIZED (
  SELECT beacon, max(sure_us) OVER w AS sure_us, max(any_us) OVER w AS any_us
  FROM moment
  WINDOW w AS (ORDER BY at_us, beacon IS NOT NULL ROWS UNBOUNDED PRECEDING)
)
SELECT
  s.beacon, s.at_us,
  CASE
    WHEN m.sure_us IS NULL OR m.sure_us < m.any_us THEN NULL
    ELSE (SELECT c.is_out FROM choice c WHERE c.from_us = m.sure_us LIMIT 1)
  END AS is_out,
  s.is_marked, s.uoo,
  CASE
    WHEN NOT EXISTS (SELECT 1 FROM choice) THEN 'needs-fact'
    WHEN EXISTS (SELECT 1 FROM called WHERE at_us IS NULL) THEN 'ambiguous'
  END AS doubt
FROM sent s JOIN made m ON m.beacon = s.beacon
