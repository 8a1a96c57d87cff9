-- Whether tracking was allowed when a ping was made: as the facts say, or as the header of that start of the app does.
-- needs: nielsen_log, nielsen_made
CREATE TABLE nielsen_att (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  status TEXT NOT NULL, -- authorized, denied, restricted or notDetermined.
  is_sure INTEGER NOT NULL, -- 0 where another status may have held.
  KEY (beacon)
) AS
WITH
declared AS MATERIALIZED (
  SELECT value FROM fact WHERE run = :run AND key = 'privacy.attStatus' AND source = 'file'
),
header AS MATERIALIZED (
  SELECT c.id AS call, c.at_us + l.offset_us AS at_us, a.value AS status
  FROM call c
  JOIN argument a ON a.call = c.id AND a.name = 'att' AND a.value <> 'na'
  LEFT JOIN nielsen_log l ON l.run = :run AND l.capture = c.capture
  -- The log of another app says nothing of this one.
  WHERE c.run = :run AND c.kind = 'header' AND coalesce(l.state, '') <> 'other-app'
),
fallback AS MATERIALIZED (
  SELECT $fact(privacy.attStatus) AS status
  WHERE EXISTS (SELECT 1 FROM header)
    OR NOT EXISTS (SELECT 1 FROM nielsen_log l WHERE l.run = :run AND l.state = 'other-app')
),
reported AS MATERIALIZED (
  SELECT m.beacon, (
    SELECT h.call FROM header h WHERE h.at_us <= m.made_us + 999999 ORDER BY h.at_us DESC, h.call DESC LIMIT 1
  ) AS call
  FROM nielsen_made m
  WHERE m.run = :run
)
SELECT
  t.beacon, coalesce(d.value, h.status, f.status) AS status,
  CASE
    WHEN d.value IS NOT NULL THEN 1
    -- The person may have been asked since.
    WHEN coalesce(h.status, f.status) = 'notDetermined' THEN 0
    WHEN h.call IS NOT NULL THEN 1
    ELSE NOT EXISTS (SELECT 1 FROM header o WHERE o.status <> f.status)
  END AS is_sure
FROM reported t LEFT JOIN header h ON h.call = t.call LEFT JOIN declared d LEFT JOIN fallback f
WHERE coalesce(d.value, h.status, f.status) IS NOT NULL
