-- Whether tracking was allowed when a ping was made: as the facts say, or as the header of that start of the app does.
-- needs: nielsen_log, nielsen_made
CREATE TABLE nielsen_att (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The ping.
  status TEXT NOT NULL, -- authorized, denied, restricted or notDetermined.
  is_sure INTEGER NOT NULL, -- 0 where another status may have held.
  KEY (beacon)
) AS
WITH header AS MATERIALIZED (
  SELECT c.id AS call, c.at_us + l.offset_us AS at_us, a.value AS status
  FROM call c JOIN argument a ON a.call = c.id AND a.name = 'att' AND a.value <> 'na'
  LEFT JOIN nielsen_log l ON l.run = :run AND l.capture = c.capture
  -- The log of another app says nothing of this one.
  WHERE c.run = :run AND c.kind = 'header' AND coalesce(l.state, '') <> 'other-app')
SELECT m.beacon, coalesce(d.value, h.status, f.status) AS status, CASE WHEN d.value IS NOT NULL THEN 1
  -- The person may have been asked since.
  WHEN coalesce(h.status, f.status) = 'notDetermined' THEN 0 WHEN h.call IS NOT NULL THEN 1
  ELSE NOT EXISTS (SELECT 1 FROM header o WHERE o.status <> f.status) END AS is_sure
FROM nielsen_made m LEFT JOIN (
  SELECT $fact(privacy.attStatus) AS status
  WHERE EXISTS (SELECT 1 FROM header) OR NOT EXISTS (
    SELECT 1 FROM nielsen_log l WHERE l.run = :run AND l.state = 'other-app')) f
LEFT JOIN fact d ON d.run = :run AND d.key = 'privacy.attStatus' AND d.source = 'file' LEFT JOIN header h ON h.call = (
  SELECT o.call FROM header o WHERE o.at_us <= m.made_us + 999999 ORDER BY o.at_us DESC, o.call DESC LIMIT 1)
WHERE m.run = :run AND coalesce(d.value, h.status, f.status) IS NOT NULL
