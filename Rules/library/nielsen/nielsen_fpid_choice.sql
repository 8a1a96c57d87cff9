-- Whether the first-party id was on when a ping was made: as the facts say, as its instance was created, or as the
-- configuration of its app session was asked for and answered.
-- needs: nielsen_request, nielsen_made
CREATE TABLE nielsen_fpid_choice (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  is_on INTEGER NOT NULL, -- 1 when it was on.
  is_sure INTEGER NOT NULL, -- 0 where another choice may have held.
  source TEXT NOT NULL, -- fact, log, default or configuration.
  KEY (beacon)
) AS
WITH
-- The request says what the app chose, the answer what Nielsen did.
configured AS MATERIALIZED (
  SELECT c.id AS beacon, c.at_us, NOT max(lower(q.value) IN ('false', '0')) AS is_on
  FROM beacon c JOIN parameter q ON q.beacon = c.id AND q.value <> ''
    AND (q.name = 'fp' OR q.name = 'response' AND lower(q.subkey) IN ('enablefpid', 'nol_enablefpid'))
  WHERE c.run = :run AND c.family = 'nielsen' AND c.kind = 'config' GROUP BY c.id),
-- An instance made without the key has what every configuration says, else the SDK's default.
created AS MATERIALIZED (
  SELECT s.call, s.at_us, a.value IS NULL AS is_default,
    coalesce(lower(a.value) NOT IN ('false', '0'), (SELECT max(c.is_on) FROM configured c), 1) AS is_on
  FROM call_step s LEFT JOIN argument a ON a.call = s.call AND a.name = 'args.enableFpid'
  WHERE s.run = :run AND s.api = 'init')
SELECT m.beacon, coalesce($fact(nielsen.enableFpid) = 'true', c.is_on, k.is_on) AS is_on,
  CASE WHEN $fact(nielsen.enableFpid) IS NOT NULL THEN 1
    -- Created in the very second in which the ping was made; a session ping greets for the instance just created, if
    -- that is the only one of the second.
    WHEN c.call IS NOT NULL THEN m.created_us < m.made_us OR NOT EXISTS (
      SELECT 1 FROM created o WHERE o.is_on <> c.is_on AND (b.kind <> 'session' OR abs(o.at_us - c.at_us) < 1000000))
    ELSE (t.launch IS NOT NULL OR NOT EXISTS (SELECT 1 FROM configured o WHERE o.is_on <> k.is_on))
    AND NOT EXISTS (SELECT 1 FROM created o WHERE o.is_on <> k.is_on) END AS is_sure,
  CASE WHEN $fact(nielsen.enableFpid) IS NOT NULL THEN 'fact' WHEN c.is_default THEN 'default'
    WHEN c.call IS NOT NULL THEN 'log' ELSE 'configuration' END AS source
FROM nielsen_made m JOIN beacon b ON b.id = m.beacon
LEFT JOIN (SELECT launch, min(at_us) AS at_us FROM nielsen_request WHERE run = :run AND kind = 'session' GROUP BY launch
) t ON t.launch = m.launch LEFT JOIN created c ON c.call = m.creation LEFT JOIN configured k ON k.beacon = (
  SELECT o.beacon FROM configured o WHERE o.at_us <= coalesce(t.at_us, m.at_us) ORDER BY o.at_us DESC LIMIT 1)
WHERE m.run = :run AND coalesce($fact(nielsen.enableFpid) = 'true', c.is_on, k.is_on) IS NOT NULL
