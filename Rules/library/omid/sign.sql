-- What OMID sessions say of the viewer: of the ad play that a session measured, else of the session itself.
INSERT INTO sign
WITH word(event, kind) AS (
  VALUES ('impression', 'shown'), ('start', 'shown'), ('firstQuartile', 'shown'), ('midpoint', 'shown'),
    ('thirdQuartile', 'shown'), ('complete', 'completed'), ('skipped', 'skipped'), ('pause', 'paused'),
    ('resume', 'resumed'), ('bufferStart', 'stalled'), ('bufferFinish', 'resumed'), ('sessionFinish', 'left'),
    ('sessionError', 'failed')),
measured AS MATERIALIZED (
  SELECT s.id AS session, iif(y.ad_play IS NULL, 'session', 'ad_play') AS owner_kind,
    coalesce(y.ad_play, s.id) AS owner, p.duration_us AS declared_us, e.at_us, e.beacon,
    -- What is far off the document is a mistake in the call, not a length.
    CASE WHEN p.duration_us IS NULL
      OR abs(d.duration * 1000000 - p.duration_us) <= max($us(omid.lengthSlackSeconds), 0.25 * p.duration_us)
      THEN CAST(d.duration * 1000000 AS INTEGER) END AS length_us
  FROM session s LEFT JOIN omid_play y ON y.session = s.id AND y.rank = 1 LEFT JOIN ad_play p ON p.id = y.ad_play
  LEFT JOIN omid_event e ON e.session = s.id AND e.event = 'start' AND e.nth = 1
  LEFT JOIN omid_report d ON d.run = :run AND d.beacon = e.beacon AND d.duration > 0
  WHERE s.run = :run AND s.kind = 'omid')
SELECT t.owner_kind, t.owner, e.at_us, w.kind,
  iif(e.stage > 2, (e.stage - 3) * coalesce(t.length_us, t.declared_us) / 4, NULL) AS position_us,
  e.event <> 'impression' AS is_proof, 'omid' AS source, 'beacon' AS evidence_table, e.beacon AS evidence_id
FROM measured t JOIN omid_event e ON e.session = t.session JOIN word w ON w.event = e.event
-- What comes behind the viewer's skip is a finding of omid.skipped-terminal.
WHERE w.kind NOT IN ('shown', 'completed') OR NOT EXISTS (
  SELECT 1 FROM omid_event k
  WHERE k.session = e.session AND k.event = 'skipped' AND k.at_us + $us(terminal.graceMs) < e.at_us)
UNION ALL SELECT owner_kind, owner, at_us, 'length', length_us, 1, 'omid', 'beacon', beacon
FROM measured WHERE length_us IS NOT NULL
