-- VAST that could not be read, VAST of which nothing was played although the run went on, and ad plays of which nothing but the
-- impression or the start was seen.
-- needs: _unreached_ad, preload, reach
INSERT INTO owing
WITH
-- How far the run was seen to go on.
last AS MATERIALIZED (SELECT max(x.at_us) AS at_us FROM exchange x WHERE x.run = :run),
fired AS MATERIALIZED (
  SELECT DISTINCT t.document AS document FROM firing f JOIN tracker t ON t.id = f.tracker WHERE likely(f.run = :run)
)
SELECT
  'vast' AS family, 'an ad was read and nothing of it was played: neither a beacon of it nor an error was sent' AS what,
  0 AS is_alone, 'document' AS evidence_table, d.id AS evidence_id
FROM document d CROSS JOIN last l
WHERE d.run = :run AND d.kind IN ('vast', 'vmap') AND d.state IN ('well-formed', 'repaired') AND d.offer = 0
  AND d.ready_us + $us(owing.graceSeconds) < l.at_us AND d.id NOT IN (SELECT document FROM fired)
  AND d.id NOT IN (SELECT document FROM _unreached_ad WHERE run = :run)
  AND EXISTS (
    SELECT 1 FROM ad a JOIN tracker t ON t.ad = a.id
    WHERE a.document = d.id AND a.kind = 'inline' AND t.event <> 'error')
UNION ALL
SELECT
  'vast', 'an impression was sent and nothing else of its ad: neither its media nor its start', 0, v.view,
  CASE v.view WHEN 'ad_play' THEN p.id ELSE p.document END
FROM ad_play p CROSS JOIN (SELECT 'ad_play' AS view UNION ALL SELECT 'document') v
WHERE p.run = :run AND p.family = 'vast' AND p.impression_us IS NOT NULL AND p.start_us IS NULL AND p.end_us IS NULL
  AND EXISTS (SELECT 1 FROM play_tracker o WHERE o.ad_play = p.id AND o.event = 'start')
  AND NOT EXISTS (
    SELECT 1 FROM firing f WHERE f.ad_play = p.id AND f.event NOT IN ('impression', 'creativeView', 'loaded'))
  AND NOT EXISTS (
    SELECT 1 FROM resource r WHERE r.document = p.document AND r.ad = p.ad AND r.kind = 'media' AND r.fetch IS NOT NULL)
UNION ALL
-- Of an ad that began, nothing more was seen, and nothing shows how it ended.
SELECT
  'vast', 'an ad began and nothing else of it was sent: whether it was watched is unknown', 0, v.view,
  CASE v.view WHEN 'ad_play' THEN r.owner ELSE p.document END
FROM reach r JOIN ad_play p ON p.id = r.owner
CROSS JOIN (SELECT 'ad_play' AS view UNION ALL SELECT 'document') v CROSS JOIN last l
WHERE r.run = :run AND r.owner_kind = 'ad_play' AND r.end_reason = 'unknown' AND p.family = 'vast'
  AND r.proven_us < r.length_us / 4 AND p.start_us + r.length_us + $us(owing.graceSeconds) < l.at_us
  AND EXISTS (SELECT 1 FROM play_tracker o WHERE o.ad_play = p.id AND o.event = 'firstQuartile')
  AND NOT EXISTS (
    SELECT 1 FROM firing f WHERE f.ad_play = p.id AND f.event NOT IN ('impression', 'creativeView', 'loaded', 'start'))
UNION ALL
SELECT
  'vast', 'an ad and its media were fetched, and the recording ended before it could be seen whether it was played', 0,
  'document', d.id
FROM document d CROSS JOIN last l
WHERE d.run = :run AND d.kind = 'vast' AND d.state IN ('well-formed', 'repaired') AND d.offer = 0
  AND d.ready_us + $us(owing.graceSeconds) >= l.at_us AND d.id NOT IN (SELECT document FROM fired)
  AND EXISTS (
    SELECT 1 FROM resource r JOIN preload p ON p.run = :run AND p.ad = r.ad
    WHERE r.document = d.id AND r.kind = 'media' AND r.fetch IS NOT NULL)
UNION ALL
SELECT
  'vast', 'an ad document could not be read, and no error was reported: what it declares is unknown', 1, 'document',
  d.id
FROM document d
WHERE d.run = :run AND d.kind IN ('vast', 'vmap') AND d.state = 'malformed'
  AND NOT EXISTS (
    SELECT 1 FROM document_link l JOIN tracker t ON t.document = l.parent AND t.event = 'error'
    JOIN firing f ON f.tracker = t.id AND f.at_us >= d.at_us
    WHERE l.child = d.id)
UNION ALL
-- A copy that was read says what this one declares.
SELECT
  'vast', 'the capture does not hold the body of an ad document: what it declares is unknown', 1, 'document', d.id
FROM document d JOIN exchange x ON x.id = d.exchange
WHERE d.run = :run AND d.kind IN ('vast', 'vmap') AND d.state = 'unseen' AND x.status BETWEEN 200 AND 299
  AND NOT EXISTS (
    SELECT 1 FROM exchange y JOIN document o ON o.exchange = y.id
    WHERE y.run = :run AND y.host = x.host AND y.target = x.target AND o.state IN ('well-formed', 'repaired'))
UNION ALL
SELECT
  'vast', 'a wrapper counts, and the answer that it leads to was not read: what its ad owes is unknown', 1, 'document',
  d.id
FROM document d JOIN ad a ON a.document = d.id AND a.kind = 'wrapper' JOIN tracker t ON t.ad = a.id
JOIN firing f ON f.tracker = t.id
WHERE d.run = :run AND d.kind = 'vast' AND t.event IN ('impression', 'start', 'firstQuartile', 'midpoint', 'complete')
  AND (NOT EXISTS (SELECT 1 FROM document_link l WHERE l.parent = d.id)
      OR EXISTS (SELECT 1 FROM ad o WHERE o.document = d.id AND o.kind = 'wrapper' AND o.id <> a.id)
      AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.ad = a.id AND r.kind = 'wrapped-tag' AND r.fetch IS NOT NULL))
GROUP BY d.id
