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
-- Each ad has a session of its own, and the script was shown to report in this app.
SELECT
  'omid',
  'a verification script reported of one ad, and nothing of another that declares it and was watched: its session is missing',
  1, 'ad_play', v.ad_play
FROM verification_script v JOIN resource r ON r.id = v.resource JOIN ad_play p ON p.id = v.ad_play
WHERE v.run = :run AND v.state <> 'refused' AND v.reported IS NULL
  AND (v.vendor, r.host) IN (
    SELECT o.vendor, h.host
    FROM verification_script o JOIN resource h ON h.id = o.resource JOIN omid_session w ON w.ad_play = o.ad_play
    WHERE o.run = :run AND w.run = :run)
  AND NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.ad_play = v.ad_play)
  AND NOT EXISTS (
    SELECT 1 FROM omid_session w
    WHERE w.run = :run AND w.ad_play IS NULL AND p.start_us BETWEEN w.from_us AND coalesce(w.to_us, p.start_us))
  AND EXISTS (
    SELECT 1 FROM firing f
    WHERE f.ad_play = v.ad_play AND f.event IN ('firstQuartile', 'midpoint', 'thirdQuartile', 'complete'))
GROUP BY v.ad_play
