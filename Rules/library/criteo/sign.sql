-- The OMID beacons of Criteo's playback events, which a player sends beside those of VAST.
INSERT INTO sign
WITH word(event, kind, share) AS (
  VALUES ('start', 'shown', 0.0), ('firstQuartile', 'shown', 0.25), ('midpoint', 'shown', 0.5),
    ('thirdQuartile', 'shown', 0.75), ('complete', 'completed', 1.0)
)
SELECT
  'ad_play' AS owner_kind, f.ad_play AS owner, f.at_us AS at_us, w.kind AS kind,
  CAST(w.share * p.duration_us AS INTEGER) AS position_us, NULL AS margin_us, NOT f.ambiguous AS is_proof,
  'criteo' AS source, 'firing' AS evidence_table, f.id AS evidence_id
FROM word w JOIN firing f ON f.run = :run AND f.event = w.event AND f.family = 'criteo'
JOIN ad_play p ON p.id = f.ad_play
WHERE f.repeat_class = 'first' AND f.direct = 1
