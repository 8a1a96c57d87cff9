-- Ad requests of which the answer is not in the recording, and ads in the log of which nothing else was recorded.
INSERT INTO owing
WITH span AS MATERIALIZED (SELECT min(x.at_us) AS from_us, max(x.at_us) AS to_us FROM exchange x WHERE x.run = :run)
SELECT
  'ima' AS family, 'an ad request was sent whose answer is not in the recording' AS what, 0 AS is_alone,
  'beacon' AS evidence_table, b.id AS evidence_id
FROM beacon b JOIN exchange x ON x.id = b.exchange
WHERE b.run = :run AND b.family = 'ima' AND b.kind = 'ad-request' AND x.status IS NULL
UNION ALL
SELECT
  'ima', 'ads in the log played when no traffic was recorded: nothing was compared with them', 1, 'call', min(e.call)
FROM ima_event e CROSS JOIN span s
WHERE e.run = :run AND e.event = 'start' AND s.from_us IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.run = :run AND f.family = 'vast')
HAVING count(*) > 0 AND max(e.at_us BETWEEN s.from_us AND s.to_us) = 0
UNION ALL
SELECT
  'ima', 'ads in the log played of which no document was recorded: what was due of them is unknown', 1, 'call',
  min(e.call)
FROM ima_event e CROSS JOIN span s
WHERE e.run = :run AND e.event = 'start' AND e.at_us BETWEEN s.from_us AND s.to_us
  AND NOT EXISTS (SELECT 1 FROM document d WHERE d.run = :run AND d.kind IN ('vast', 'vmap', 'mediatailor'))
  AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.run = :run AND b.family IN ('dai', 'ssai'))
HAVING count(*) > 0
