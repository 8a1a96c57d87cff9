-- Scripts that ran where nothing can be measured, that report of other ads, or of which one of two is silent, and OMID
-- messages that were cut off at one length, that were not seen, or that tell of an ad whose document was not. What a server
-- answers to them does not count: the scripts of IAB write their log into requests for a proxy to read.
-- needs: omid_copy, omid_session, unread_tracking, verification_script
INSERT INTO owing
-- Ads that were shown with a script and that no session belongs to, without a word of that.
WITH unmeasured AS MATERIALIZED (
  SELECT a.id AS ad_play, r.fetched_us AS at_us, r.id AS resource, r.type AS vendor
  FROM resource r JOIN ad_chain c ON c.ad = r.ad JOIN ad_play a ON a.id = c.ad_play
  WHERE r.run = :run AND r.kind = 'verification' AND r.fetch IS NOT NULL AND a.impression_us IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.ad_play = a.id)
    AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.ad_play = a.id AND f.event = 'verificationNotExecuted'))
SELECT 'omid' AS family, 'the messages of the verification script were cut off at one length' AS what, 1 AS is_alone,
  'beacon' AS evidence_table, min(beacon) AS evidence_id
FROM cut_message WHERE run = :run GROUP BY host
UNION ALL
SELECT 'omid', 'the verification script ran and reported supported=no: nothing was measured, and that was not reported',
  1, 'beacon', min(b.id)
FROM beacon b JOIN parameter p ON p.beacon = b.id AND p.name = 'value' AND p.value = 'no'
WHERE b.run = :run AND b.family = 'omid' AND b.kind = 'script' AND b.event = 'supported'
  AND b.at_us >= (SELECT min(at_us) FROM unmeasured) GROUP BY b.host
UNION ALL
-- The script of IAB tells of its session at once. What those of other vendors send, nobody knows.
SELECT 'vast', 'the verification script of ' || u.vendor || ' was loaded for an ad, and no session of it was seen', 1,
  'resource', u.resource
FROM unmeasured u WHERE u.vendor LIKE 'iabtech%'
  AND NOT EXISTS (SELECT 1 FROM omid_session w WHERE w.run = :run AND w.first_us >= u.at_us) GROUP BY u.ad_play
UNION ALL
SELECT 'omid', 'the ad has two verification scripts that ran, and only one of them told of it', 1, 'session', c.session
FROM omid_copy c JOIN omid_play y ON y.session = c.session AND y.rank = 1 WHERE c.run = :run AND 1 < (
  SELECT count(DISTINCT r.ad || ' ' || r.verification)
  FROM ad_chain u JOIN resource r ON r.ad = u.ad AND r.kind = 'verification' WHERE u.ad_play = y.ad_play)
GROUP BY c.session HAVING max(c.copies) = 1
UNION ALL
-- Each ad has a session of its own, and the script reports in this app: it is one of those that both declare.
SELECT
  'omid', 'an ad was watched whose verification script reported of another ad: its own is missing', 1, 'ad_play', p.id
FROM ad_play p WHERE p.run = :run AND EXISTS (
  SELECT 1 FROM omid_session w
  WHERE w.run = :run AND w.ad_play IN (SELECT ad_play FROM verification_script) AND NOT EXISTS (
    SELECT 1 FROM verification_script o WHERE o.ad_play = w.ad_play AND o.vendor NOT IN (
      SELECT v.vendor FROM verification_script v
      WHERE v.ad_play = p.id AND v.state <> 'refused' AND v.reported IS NULL)))
  AND NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.ad_play = p.id) AND NOT EXISTS (
    SELECT 1 FROM omid_session w
    WHERE w.run = :run AND w.ad_play IS NULL AND p.start_us BETWEEN w.from_us AND coalesce(w.to_us, p.start_us))
  AND EXISTS (SELECT 1 FROM firing f WHERE f.ad_play = p.id AND f.place > 1)
UNION ALL
SELECT 'omid', 'an ad was measured, and the document that declares what was sent to ' || host || ' was not read', 1,
  'exchange', exchange
FROM unread_tracking WHERE run = :run
