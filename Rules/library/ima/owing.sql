-- Ad requests of which the answer is not in the recording, and ads in the log of which nothing else was recorded.
INSERT INTO owing
SELECT
  'ima' AS family, 'an ad request was sent whose answer is not in the recording' AS what, 0 AS is_alone,
  'beacon' AS evidence_table, b.id AS evidence_id
FROM beacon b JOIN exchange x ON x.id = b.exchange
WHERE b.run = :run AND b.family = 'ima' AND b.kind = 'ad-request' AND x.status IS NULL
UNION ALL
SELECT
  'ima', iif(is_recorded, 'ads in the log played of which no document was recorded: what was due of them is unknown',
      'ads in the log played when no traffic was recorded: nothing was compared with them'), 1, 'call', call
FROM (
  SELECT
    max(e.at_us BETWEEN s.from_us AND s.to_us) AS is_recorded,
    coalesce(min(e.call) FILTER (WHERE e.at_us BETWEEN s.from_us AND s.to_us), min(e.call)) AS call
  FROM ima_event e
  CROSS JOIN (SELECT min(x.at_us) AS from_us, max(x.at_us) AS to_us FROM exchange x WHERE x.run = :run) s
  WHERE e.run = :run AND e.event = 'start' AND s.from_us IS NOT NULL HAVING count(*) > 0)
WHERE CASE WHEN is_recorded
  THEN NOT EXISTS (SELECT 1 FROM document d WHERE d.run = :run AND d.kind IN ('vast', 'vmap', 'mediatailor'))
  AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.run = :run AND b.family IN ('dai', 'ssai'))
  ELSE NOT EXISTS (SELECT 1 FROM firing f WHERE f.run = :run AND f.family = 'vast') END
