-- VAST that could not be read, VAST of which nothing was played although the run went on, and ad plays of which nothing but the
-- impression or the start was seen.
-- needs: _unreached_ad, outlived_ad, preload, reach, unread_ad
INSERT INTO owing
WITH
-- How far the run was seen to go on.
last AS MATERIALIZED (SELECT max(x.at_us) AS at_us FROM exchange x WHERE x.run = :run),
read AS (
  SELECT d.id, d.state IN ('malformed', 'unseen') AS is_alone,
    CASE WHEN d.state = 'malformed' AND NOT EXISTS (
      SELECT 1 FROM document_link l JOIN tracker t ON t.document = l.parent AND t.event = 'error'
      JOIN firing f ON f.tracker = t.id AND f.at_us >= d.at_us WHERE l.child = d.id)
      THEN 'an ad document could not be read, and no error was reported: what it declares is unknown'
      -- A copy that was read says what this one declares.
      WHEN d.state = 'unseen' AND x.status BETWEEN 200 AND 299 AND NOT EXISTS (
        SELECT 1 FROM exchange y JOIN document o ON o.exchange = y.id
        WHERE y.run = :run AND y.host = x.host AND y.target = x.target AND o.state IN ('well-formed', 'repaired'))
      THEN 'the capture does not hold the body of an ad document: what it declares is unknown'
      WHEN d.state NOT IN ('well-formed', 'repaired') OR d.offer OR EXISTS (
        SELECT 1 FROM tracker t JOIN firing f ON f.tracker = t.id WHERE t.document = d.id) THEN NULL
      WHEN d.ready_us + $us(owing.graceSeconds) < l.at_us
      THEN CASE WHEN d.id NOT IN (SELECT document FROM _unreached_ad WHERE run = :run) AND EXISTS (
        SELECT 1 FROM ad a JOIN tracker t ON t.ad = a.id
        WHERE a.document = d.id AND a.kind = 'inline' AND t.event <> 'error')
        THEN 'an ad was read and nothing of it was played: neither a beacon of it nor an error was sent' END
      WHEN d.kind = 'vast' AND EXISTS (
        SELECT 1 FROM resource r JOIN preload p ON p.run = :run AND p.ad = r.ad
        WHERE r.document = d.id AND r.kind = 'media' AND r.fetch IS NOT NULL)
      THEN 'an ad and its media were fetched, and the recording ended before it could be seen whether it was played' END
    AS what
  FROM document d JOIN exchange x ON x.id = d.exchange CROSS JOIN last l
  WHERE d.run = :run AND d.kind IN ('vast', 'vmap'))
SELECT 'vast' AS family, what, is_alone, 'document' AS evidence_table, id AS evidence_id
FROM read WHERE what IS NOT NULL
UNION ALL SELECT
  'vast', iif(p.start_us IS NULL, 'an impression was sent and nothing else of its ad: neither its media nor its start',
      'an ad began and nothing else of it was sent: whether it was watched is unknown'),
  -- Nobody leaves every other ad as it begins; each has two rows. Where none began, nothing was seen of any.
  p.id IN (SELECT o.ad_play FROM outlived_ad o WHERE o.run = :run)
  OR count(*) OVER () >= coalesce(max(4, (
    SELECT nullif(count(s.start_us), 0) FROM ad_play s WHERE s.run = :run AND s.family = 'vast')), 0), v.view,
  iif(v.view = 'ad_play', p.id, p.document)
FROM ad_play p CROSS JOIN last l CROSS JOIN (SELECT 'ad_play' AS view UNION ALL SELECT 'document') v
LEFT JOIN reach r ON r.run = :run AND r.owner_kind = 'ad_play' AND r.owner = p.id AND r.end_reason = 'unknown'
WHERE p.run = :run AND p.family = 'vast' AND iif(
    p.start_us IS NULL, p.impression_us IS NOT NULL AND p.end_us IS NULL AND NOT EXISTS (
      SELECT 1 FROM resource m
      WHERE m.document = p.document AND m.ad = p.ad AND m.kind = 'media' AND m.fetch IS NOT NULL),
    r.proven_us < r.length_us / 4 AND p.start_us + r.length_us + $us(owing.graceSeconds) < l.at_us)
  AND EXISTS (
    SELECT 1 FROM play_tracker o WHERE o.ad_play = p.id AND o.event = iif(p.start_us IS NULL, 'start', 'firstQuartile'))
  AND NOT EXISTS (
    SELECT 1 FROM firing f WHERE f.ad_play = p.id AND f.event NOT IN ('impression', 'creativeView', 'loaded')
      AND (p.start_us IS NULL OR f.event <> 'start'))
UNION ALL
-- What the viewer did in an ad places them in it; an unseen stall explains a few seconds.
SELECT 'vast', f.event || ' came when ' || o.event || ' was overdue, which was not sent: the ad may have stood still',
  1, 'ad_play', p.id
FROM ad_play p JOIN play_tracker o ON o.ad_play = p.id AND o.family = 'vast' AND o.place BETWEEN 2 AND 4
JOIN firing f ON f.ad_play = p.id AND f.family = 'vast' AND f.is_sure
  AND f.event IN ('skip', 'pause', 'mute', 'unmute', 'clickTracking', 'closeLinear')
  AND f.played_us > (o.place - 1) * p.duration_us / 4 + $us(complete.graceSeconds)
WHERE p.run = :run AND p.family = 'vast' AND p.start_us IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM firing q WHERE q.ad_play = p.id AND (q.place >= o.place OR q.event = 'error'))
  AND 'pause' IS NOT (
    SELECT h.event FROM firing h
    WHERE h.ad_play = p.id AND h.event IN ('pause', 'resume') AND h.at_us < f.at_us ORDER BY h.at_us DESC LIMIT 1)
GROUP BY p.id
UNION ALL
SELECT 'vast', 'a wrapper counts, and the answer that it leads to was not read: what its ad owes is unknown', 1,
  'document', d.id
FROM document d JOIN ad a ON a.document = d.id AND a.kind = 'wrapper' JOIN tracker t ON t.ad = a.id
JOIN firing f ON f.tracker = t.id
WHERE d.run = :run AND d.kind = 'vast' AND t.event IN ('impression', 'start', 'firstQuartile', 'midpoint', 'complete')
  AND (NOT EXISTS (SELECT 1 FROM document_link l WHERE l.parent = d.id)
      OR EXISTS (SELECT 1 FROM ad o WHERE o.document = d.id AND o.kind = 'wrapper' AND o.id <> a.id)
      AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.ad = a.id AND r.kind = 'wrapped-tag' AND r.fetch IS NOT NULL))
GROUP BY d.id
UNION ALL SELECT 'vast', u.what, 1, 'exchange', u.exchange FROM unread_ad u WHERE u.run = :run
