-- Scripts that ran where nothing can be measured, or of which one of two is silent, and OMID messages that were cut off at
-- one length, that no server took, that were not seen, or that tell of an ad whose document was not.
-- needs: omid_copy, omid_cut, omid_session, refusing_host
INSERT INTO owing
WITH
-- Ads that were shown with a script and that no session belongs to, without a word of that.
unmeasured AS MATERIALIZED (
  SELECT a.id AS ad_play, x.at_us, r.id AS resource, r.type AS vendor
  FROM resource r JOIN exchange x ON x.id = r.fetch
  JOIN ad_chain c ON c.ad = r.ad JOIN ad_play a ON a.id = c.ad_play
  WHERE r.run = :run AND r.kind = 'verification' AND a.impression_us IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM omid_play o WHERE o.ad_play = a.id)
    AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.ad_play = a.id AND f.event = 'verificationNotExecuted')
)
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
  AND b.at_us >= (SELECT min(at_us) FROM unmeasured)
GROUP BY b.host
UNION ALL
-- The script of IAB tells of its session at once. What those of other vendors send, nobody knows.
SELECT
  'vast', 'the verification script of ' || u.vendor || ' was loaded for an ad, and no session that it tells of was seen',
  1, 'resource', u.resource
FROM unmeasured u
WHERE u.vendor LIKE 'iabtech%'
  AND NOT EXISTS (SELECT 1 FROM omid_session w WHERE w.run = :run AND w.first_us >= u.at_us)
GROUP BY u.ad_play
UNION ALL
SELECT
  'omid', 'none of the ' || h.requests || ' messages of the verification script was taken by ' || h.host, 1,
  'exchange', h.exchange
FROM refusing_host h WHERE h.run = :run AND h.family = 'omid'
UNION ALL
SELECT
  'omid', 'the ad has two verification scripts that ran, and only one of them told of it', 1, 'session', c.session
FROM omid_copy c JOIN omid_play y ON y.session = c.session AND y.rank = 1
WHERE c.run = :run AND 1 < (
  SELECT count(DISTINCT r.ad || ' ' || r.verification)
  FROM ad_chain u JOIN resource r ON r.ad = u.ad AND r.kind = 'verification'
  WHERE u.ad_play = y.ad_play)
GROUP BY c.session
HAVING max(c.copies) = 1
UNION ALL
-- What goes to one host whenever an ad comes to one of its places, and seldom else, are its trackers.
SELECT
  'omid', 'an ad was measured, and the document that declares what was sent to ' || t.host || ' was not read', 1,
  'exchange', t.exchange
FROM (
  SELECT
    e.session, x.host, min(x.id) AS exchange, count(DISTINCT x.id) AS requests, min(e.at_us) AS from_us,
    max(e.at_us) AS to_us
  FROM omid_session w JOIN omid_event e ON e.session = w.session
  JOIN exchange x ON x.run = w.run AND x.at_us BETWEEN e.at_us - 250000 AND e.at_us + 250000 AND x.method = 'GET'
    AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = x.id)
    AND x.id NOT IN (SELECT m.exchange FROM media_fetch m WHERE m.run = :run)
  WHERE w.run = :run AND w.ad_play IS NULL AND e.nth = 1
    AND e.event IN ('start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete')
  GROUP BY e.session, x.host
  HAVING count(DISTINCT e.event) >= 3
) t
WHERE (SELECT count(*) FROM exchange o WHERE o.run = :run AND o.host = t.host AND o.at_us BETWEEN t.from_us AND t.to_us)
  < 2 * t.requests
GROUP BY t.session
