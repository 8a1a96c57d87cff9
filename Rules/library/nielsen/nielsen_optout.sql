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
WITH called AS MATERIALIZED (
  SELECT s.at_us + l.offset_us AS at_us, a.value = 'nielsenappsdk://1' AS is_out
  FROM call_step s JOIN nielsen_log l ON l.run = :run AND l.capture = s.recording
  JOIN argument a ON a.call = s.call AND a.value IN ('nielsenappsdk://1', 'nielsenappsdk://0')
  WHERE s.run = :run AND s.api = 'userOptOut'),
choice(from_us, is_out) AS MATERIALIZED (
  -- A call of a log that nothing aligns may have been before any ping or after it.
  SELECT coalesce(at_us, 0), is_out FROM called
  UNION ALL SELECT
    coalesce(CAST(strftime('%s', $fact(nielsen.optedOutAt)) AS INTEGER) * 1000000, 0),
    -- Who names the moment says that it was done.
    coalesce($fact(nielsen.optedOut), 'true') = 'true'
  WHERE coalesce($fact(nielsen.optedOut), $fact(nielsen.optedOutAt)) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM called))
SELECT m.subject_id AS beacon, m.at_us, m.is_out AS is_marked, m.uoo,
  iif(m.sure_us < m.any_us, NULL, (SELECT c.is_out FROM choice c WHERE c.from_us = m.sure_us LIMIT 1)) AS is_out,
  CASE WHEN NOT EXISTS (SELECT 1 FROM choice) THEN 'needs-fact'
    WHEN EXISTS (SELECT 1 FROM called WHERE at_us IS NULL) THEN 'ambiguous' END AS doubt
FROM (
  -- Pings carry whole seconds: one made in the second of a choice may be older or younger.
  SELECT s.*, max(c.from_us) AS any_us,
    max(c.from_us) FILTER (WHERE c.from_us + 1000000 <= coalesce(s.created_us, s.at_us)) AS sure_us
  FROM nielsen_request s LEFT JOIN choice c ON c.from_us - 2000000 <= coalesce(s.created_us, s.at_us)
  WHERE s.run = :run AND (s.kind IN ('dcr', 'session') OR s.kind = 'dtvr' AND s.uoo IS NOT NULL)
  GROUP BY s.subject_id) m
