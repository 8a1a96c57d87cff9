-- Scripts that ran where nothing can be measured, and OMID messages that were cut off at one length.
-- needs: omid_cut
INSERT INTO owing
SELECT
  'omid' AS family, 'the messages of the verification script were cut off at one length' AS what, 1 AS is_alone,
  'beacon' AS evidence_table, min(beacon) AS evidence_id
FROM omid_cut WHERE run = :run
GROUP BY host
UNION ALL
SELECT
  'omid', 'the verification script ran and reported supported=no: nothing was measured, and that was not reported', 1,
  'beacon', min(b.id)
FROM beacon b JOIN parameter p ON p.beacon = b.id AND p.name = 'value' AND p.value = 'no'
WHERE b.run = :run AND b.family = 'omid' AND b.kind = 'script' AND b.event = 'supported'
  -- The script of an ad that was shown and that no session belongs to.
  AND EXISTS (
    SELECT 1 FROM resource r JOIN exchange x ON x.id = r.fetch
    JOIN ad_chain c ON c.ad = r.ad JOIN ad_play a ON a.id = c.ad_play
    WHERE r.run = :run AND r.kind = 'verification' AND x.at_us <= b.at_us AND a.impression_us IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.ad_play = a.id)
      AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.ad_play = a.id AND f.event = 'verificationNotExecuted'))
GROUP BY b.host
