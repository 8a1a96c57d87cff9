-- A break of a schedule that was never asked for, although its time came: as soon as the content was started, or when the
-- content was watched on past its place.
-- needs: content_media, vmap_break
INSERT INTO owing
WITH
last AS MATERIALIZED (SELECT max(x.at_us) AS at_us FROM exchange x WHERE x.run = :run),
-- Content that was fetched at the pace of playing was watched, but not where ads were shown in between. One pause is
-- not as long as what must lie behind the break.
watched AS MATERIALIZED (
  SELECT coalesce(sum(min(m.at_us - m.before_us, $us(owing.graceSeconds))), 0) AS watched_us
  FROM content_media m
  WHERE m.run = :run AND m.before_us IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ad_play p WHERE p.run = :run AND p.impression_us BETWEEN m.before_us AND m.at_us)
)
SELECT
  'vmap' AS family, 'a break whose time came was never requested: ' || a.label AS what, 1 AS is_alone,
  'ad' AS evidence_table, a.id AS evidence_id
FROM vmap_break b CROSS JOIN last l CROSS JOIN watched w
JOIN document d ON d.id = b.document JOIN ad a ON a.id = b.break
WHERE b.run = :run AND d.ready_us + $us(owing.graceSeconds) < l.at_us
  AND (b.offset_us = 0 OR b.offset_us + $us(owing.graceSeconds) < w.watched_us)
  AND NOT EXISTS (SELECT 1 FROM ad i WHERE i.parent = a.id)
  AND NOT EXISTS (SELECT 1 FROM tracker t JOIN firing f ON f.tracker = t.id WHERE t.ad = a.id)
  AND EXISTS (SELECT 1 FROM resource r WHERE r.document = d.id AND r.ad = a.id AND r.fetch IS NULL)
