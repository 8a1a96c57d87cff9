-- The first break of a schedule that was never asked for, although its time came as soon as the content was started.
INSERT INTO owing
WITH last AS MATERIALIZED (SELECT max(x.at_us) AS at_us FROM exchange x WHERE x.run = :run)
SELECT
  'vmap' AS family, 'a break whose time came was never requested: ' || a.label AS what, 1 AS is_alone,
  'ad' AS evidence_table, a.id AS evidence_id
FROM document d CROSS JOIN last l JOIN ad a ON a.document = d.id AND a.kind = 'ad-break'
WHERE d.run = :run AND d.kind = 'vmap' AND d.ready_us + $us(owing.graceSeconds) < l.at_us
  AND a.title IN ('start', '00:00:00', '00:00:00.000', '0%')
  AND NOT EXISTS (SELECT 1 FROM ad i WHERE i.parent = a.id)
  AND NOT EXISTS (SELECT 1 FROM tracker t JOIN firing f ON f.tracker = t.id WHERE t.ad = a.id)
  AND EXISTS (SELECT 1 FROM resource r WHERE r.document = d.id AND r.ad = a.id AND r.fetch IS NULL)
