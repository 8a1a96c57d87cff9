-- Verdicts
-- What is the verdict on each run, and on each family of traffic in it?
-- example: looping-player.har
SELECT
  c.path AS capture, r.verdict AS verdict, f.family AS family, f.verdict AS family_verdict,
  (SELECT count(*) FROM finding n WHERE n.run = r.id AND n.family = f.family AND n.waived IS NULL) AS findings
FROM run r
JOIN (SELECT run, min(path) AS path FROM capture GROUP BY run) c ON c.run = r.id
LEFT JOIN family f ON f.run = r.id
ORDER BY c.path, f.family
-- result:
-- | capture | verdict | family | family\_verdict | findings |
-- |---|---|---|---|---|
-- | looping-player.har | fail | criteo | pass | 0 |
-- | looping-player.har | fail | vast | fail | 5 |
