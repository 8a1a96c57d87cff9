-- Scripts that ran where nothing can be measured, OMID messages that were cut off at one length, and ads of which a script
-- reported nothing that reports of others.
-- needs: omid_cut, omid_session, verification_script
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
UNION ALL
-- Each ad has a session of its own, and the script was shown to report in this app: it is one of those that both declare.
SELECT
  'omid', 'an ad was watched whose verification script reported of another ad: its own session is missing', 1, 'ad_play',
  p.id
FROM ad_play p
WHERE p.run = :run AND EXISTS (
  SELECT 1 FROM omid_session w
  WHERE w.run = :run AND w.ad_play IN (SELECT ad_play FROM verification_script) AND NOT EXISTS (
    SELECT 1 FROM verification_script o
    WHERE o.ad_play = w.ad_play AND o.vendor NOT IN (
      SELECT v.vendor FROM verification_script v
      WHERE v.ad_play = p.id AND v.state <> 'refused' AND v.reported IS NULL)))
  AND NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.ad_play = p.id)
  AND NOT EXISTS (
    SELECT 1 FROM omid_session w
    WHERE w.run = :run AND w.ad_play IS NULL AND p.start_us BETWEEN w.from_us AND coalesce(w.to_us, p.start_us))
  AND EXISTS (
    SELECT 1 FROM firing f
    WHERE f.ad_play = p.id AND f.event IN ('firstQuartile', 'midpoint', 'thirdQuartile', 'complete'))
