-- The events of an ad break that played ads, or that brought none.
-- needs: break_ad
INSERT INTO obligation
WITH
-- A viewer may leave between two ads, and ads at the end of a pod may be dropped: only a break of which every ad has
-- ended is over for certain.
played AS MATERIALIZED (
  SELECT b.break, min(p.impression_us) AS begun_us, max(p.end_us) AS ended_us,
    min(p.end_us IS NOT NULL AND p.end_reason <> 'superseded') AND count(DISTINCT p.ad) = (
      SELECT count(*) FROM break_ad o JOIN ad i ON i.id = o.ad AND i.kind = 'inline'
      WHERE o.run = :run AND o.break = b.break) AS is_over,
    'ad_play' AS evidence_table, p.id AS evidence_id
  FROM break_ad b JOIN ad_play p ON p.ad = b.ad AND p.family = 'vast'
  WHERE b.run = :run GROUP BY b.break HAVING min(p.impression_us) IS NOT NULL
  UNION ALL SELECT a.id, d.at_us, d.at_us, 1, 'document', d.id
  FROM ad a JOIN resource r ON r.document = a.document AND r.kind = 'wrapped-tag' AND r.ad = a.id
  JOIN document d ON d.exchange = r.fetch AND d.kind = 'vast' AND d.state = 'empty'
  WHERE a.run = :run AND a.kind = 'ad-break' AND NOT EXISTS (SELECT 1 FROM ad c WHERE c.parent = a.id)
  GROUP BY a.id),
due AS MATERIALIZED (
  SELECT y.*, t.id AS tracker, t.event, t.url, iif(t.event = 'breakStart', y.begun_us, y.ended_us) AS at_us,
    EXISTS (
      SELECT 1 FROM tracker s JOIN firing f ON f.tracker = s.id AND f.direct = 1
      WHERE s.ad = y.break AND s.family = 'vmap' AND s.event = t.event) AS is_reported,
    NOT EXISTS (SELECT 1 FROM tracker s JOIN firing f ON f.tracker = s.id WHERE s.ad = y.break AND s.family = 'vmap')
    AND y.break IN (SELECT break FROM break_ad WHERE run = :run AND is_shared) AS is_shared
  FROM played y JOIN tracker t ON t.ad = y.break AND t.family = 'vmap' AND t.event IN ('breakStart', 'breakEnd'))
SELECT 'ad' AS owner_kind, break AS owner, 'vmap' AS family, event, tracker, 0 AS level,
  dense_rank() OVER (PARTITION BY break ORDER BY url) AS twin,
  -- Where one URL of an event was sent, each is owed.
  event || iif(is_reported, ' to ' || url, '') AS item, at_us AS from_us, at_us + $us(noad.graceSeconds) AS to_us,
  CASE WHEN event = 'breakEnd' AND NOT is_over AND NOT is_reported THEN 'not owed' WHEN is_shared THEN 'possible'
    ELSE 'owed' END AS state,
  CASE WHEN is_reported THEN 'a URL of it was sent' WHEN evidence_table = 'document' THEN 'the break brought no ad'
    WHEN event = 'breakEnd' AND NOT is_over THEN 'nothing says that the last ad of the break has ended'
    WHEN is_shared THEN 'the ads may have been played in another break that declares them too'
    ELSE 'ads of the break were played' END AS because,
  evidence_table, evidence_id
FROM due
