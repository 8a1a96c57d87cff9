-- Whether the person had opted out when a ping was made: as calls of the log show, else as the facts say.
-- needs: nielsen_request, nielsen_choice
CREATE TABLE nielsen_optout (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  at_us INTEGER NOT NULL, -- When it was sent.
  is_out INTEGER, -- 1 after an opt-out, 0 after an opt-in; NULL where nothing says so.
  is_marked INTEGER NOT NULL, -- 1 when the ping says that it is of somebody who opted out.
  uoo TEXT, -- What it says; NULL without the parameter.
  doubt TEXT, -- needs-fact or ambiguous, where that is not sure.
  KEY (beacon)
) AS
WITH choice AS MATERIALIZED (
  -- A call of a log that nothing aligns may have been before any ping or after it.
  SELECT coalesce(from_us, 0) AS from_us, is_out, from_us IS NULL AS is_loose FROM nielsen_choice
  WHERE run = :run AND (is_called OR NOT EXISTS (SELECT 1 FROM nielsen_choice o WHERE o.run = :run AND o.is_called)))
SELECT m.subject_id AS beacon, m.at_us, m.is_out AS is_marked, m.uoo,
  iif(m.sure_us < m.any_us, NULL, (SELECT c.is_out FROM choice c WHERE c.from_us = m.sure_us LIMIT 1)) AS is_out,
  CASE WHEN NOT EXISTS (SELECT 1 FROM choice) THEN 'needs-fact'
    WHEN EXISTS (SELECT 1 FROM choice WHERE is_loose) THEN 'ambiguous' END AS doubt
FROM (
  -- Pings carry whole seconds: one made in the second of a choice may be older or younger.
  SELECT s.*, max(c.from_us) AS any_us,
    max(c.from_us) FILTER (WHERE c.from_us + 1000000 <= coalesce(s.created_us, s.at_us)) AS sure_us
  FROM nielsen_request s LEFT JOIN choice c ON c.from_us - 2000000 <= coalesce(s.created_us, s.at_us)
  WHERE s.run = :run AND (s.kind IN ('dcr', 'session') OR s.kind = 'dtvr' AND s.uoo IS NOT NULL)
  GROUP BY s.subject_id) m
