-- Stitched ads of which segments were fetched, and of which nothing that they declare was sent.
-- needs: stitched_shown, stitched_event
INSERT INTO owing
SELECT
  'ssai' AS family, 'the segments of a stitched ad were fetched, and none of its beacons was seen' AS what,
  0 AS is_alone,
  p.evidence_table AS evidence_table, p.evidence_id AS evidence_id
FROM stitched_shown p
WHERE p.run = :run AND p.evidence_table = 'resource'
  AND EXISTS (SELECT 1 FROM tracker t WHERE t.ad = p.ad AND t.family = 'ssai')
  AND NOT EXISTS (SELECT 1 FROM stitched_event f WHERE f.run = p.run AND f.ad = p.ad)
