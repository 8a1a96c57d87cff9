-- A break of a schedule that was never asked for, although its time came: as soon as the content was started, or when the
-- content was watched on past its place. And one that was reported, whose AdTagURI's host was hidden.
-- needs: break_ad, content_media
INSERT INTO owing
WITH
-- Content that was fetched at the pace of playing was watched, but not where ads were shown in between.
pace AS MATERIALIZED (
  SELECT m.at_us, iif(EXISTS (
    SELECT 1 FROM ad_play p WHERE p.run = :run AND p.impression_us BETWEEN m.before_us AND m.at_us), 0,
      coalesce(m.at_us - m.before_us, 0)) AS length_us
  FROM content_media m WHERE m.run = :run),
-- When each break of which an ad was shown began, among the content.
begun AS MATERIALIZED (
  SELECT y.document, y.offset_us, y.at_us, sum(y.length_us) OVER w AS watched_us, max(y.media_us) OVER w AS media_us
  FROM (
    SELECT NULL AS document, NULL AS offset_us, c.at_us, c.length_us, c.at_us AS media_us FROM pace c
    UNION ALL SELECT b.document, b.offset_us, min(p.impression_us), 0, NULL
    FROM ad b JOIN break_ad i ON i.break = b.id JOIN ad_play p ON p.ad = i.ad
    WHERE b.run = :run AND b.offset_us IS NOT NULL AND p.impression_us IS NOT NULL GROUP BY b.id
  ) y
  WINDOW w AS (ORDER BY y.at_us))
SELECT 'vmap' AS family,
  iif(e.ad IS NULL, 'a break whose time came was never requested: ',
      'a break was reported, and the host of its AdTagURI could not be read: what its ads owe is unknown: ')
  || a.label AS what, 1 AS is_alone, 'ad' AS evidence_table, a.id AS evidence_id
FROM ad a JOIN document d ON d.id = a.document LEFT JOIN (
  -- A break that began before so much content can have been watched: the viewer jumped to it, over what lies before.
  SELECT g.document, max(g.offset_us) AS offset_us FROM begun g
  WHERE g.watched_us + g.at_us - g.media_us + $us(owing.graceSeconds) < g.offset_us GROUP BY g.document) s
  ON s.document = a.document
LEFT JOIN (
  SELECT t.ad, max(f.at_us) AS at_us, max(t.event = 'error') AS is_failed
  FROM firing f JOIN tracker t ON t.id = f.tracker JOIN ad a ON a.id = t.ad AND a.kind = 'ad-break'
  WHERE f.run = :run GROUP BY t.ad) e ON e.ad = a.id
WHERE a.run = :run AND iif(e.ad IS NOT NULL,
    NOT e.is_failed AND EXISTS (
      SELECT 1 FROM resource r JOIN hidden_resource h ON h.resource = r.id AND h.hides IN ('requests', 'both')
      WHERE r.ad = a.id AND r.kind = 'wrapped-tag' AND h.since_us <= e.at_us AND h.until_us >= d.ready_us),
    d.ready_us + $us(owing.graceSeconds) < (SELECT max(x.at_us) FROM exchange x WHERE x.run = :run)
    -- One pause is not as long as what must lie behind the break.
    AND (a.offset_us = 0 OR (s.offset_us > a.offset_us) IS NOT TRUE AND a.offset_us + $us(owing.graceSeconds) < (
      SELECT sum(min(c.length_us, $us(owing.graceSeconds))) FROM pace c)))
  AND NOT EXISTS (SELECT 1 FROM ad i WHERE i.parent = a.id)
  AND EXISTS (SELECT 1 FROM resource r WHERE r.document = d.id AND r.ad = a.id AND r.fetch IS NULL)
