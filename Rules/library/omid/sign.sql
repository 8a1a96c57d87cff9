-- What OMID sessions say of the viewer: of the ad play that a session measured, else of the session itself.
INSERT INTO sign
WITH word(event, kind, share) AS (
  VALUES ('impression', 'shown', NULL), ('start', 'shown', 0.0), ('firstQuartile', 'shown', 0.25),
    ('midpoint', 'shown', 0.5), ('thirdQuartile', 'shown', 0.75), ('complete', 'completed', 1.0),
    ('skipped', 'skipped', NULL), ('pause', 'paused', NULL), ('resume', 'resumed', NULL),
    ('bufferStart', 'stalled', NULL), ('bufferFinish', 'resumed', NULL), ('sessionFinish', 'left', NULL),
    ('sessionError', 'failed', NULL)),
measured AS MATERIALIZED (
  SELECT
    s.id AS session, y.ad_play, p.duration_us AS declared_us, e.at_us, e.beacon,
    -- What is far off the document is a mistake in the call, not a length.
    CASE WHEN p.duration_us IS NULL
      OR abs(CAST(d.value AS REAL) * 1000000 - p.duration_us) <= max($us(omid.lengthSlackSeconds), 0.25 * p.duration_us)
      THEN CAST(CAST(d.value AS REAL) * 1000000 AS INTEGER) END AS length_us
  FROM session s LEFT JOIN omid_play y ON y.session = s.id AND y.rank = 1 LEFT JOIN ad_play p ON p.id = y.ad_play
  LEFT JOIN omid_event e ON e.session = s.id AND e.event = 'start' AND e.nth = 1
  LEFT JOIN parameter d ON d.beacon = e.beacon AND d.name = 'data' AND d.subkey = 'duration'
    AND CAST(d.value AS REAL) > 0
  WHERE s.run = :run AND s.kind = 'omid'
)
SELECT
  CASE WHEN t.ad_play IS NULL THEN 'session' ELSE 'ad_play' END AS owner_kind, coalesce(t.ad_play, t.session) AS owner,
  e.at_us, w.kind, CAST(w.share * coalesce(t.length_us, t.declared_us) AS INTEGER) AS position_us, NULL AS margin_us,
  e.event <> 'impression' AS is_proof, 'omid' AS source, 'beacon' AS evidence_table, e.beacon AS evidence_id
FROM measured t JOIN omid_event e ON e.session = t.session JOIN word w ON w.event = e.event
UNION ALL
SELECT
  CASE WHEN ad_play IS NULL THEN 'session' ELSE 'ad_play' END, coalesce(ad_play, session), at_us, 'length', length_us,
  NULL, 1, 'omid', 'beacon', beacon
FROM measured WHERE length_us IS NOT NULL
