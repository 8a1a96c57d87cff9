-- Findings per app build
-- Which rules does each build of the app break? The build is the fact capture.appBuild of each run.
-- example: missing-quartile.har
SELECT
  coalesce(b.value, '(not declared)') AS build, f.rule AS rule, f.severity AS severity, count(*) AS findings,
  count(DISTINCT f.run) AS runs
FROM finding f
LEFT JOIN fact b ON b.run = f.run AND b.key = 'capture.appBuild'
WHERE f.waived IS NULL
GROUP BY build, f.rule, f.severity
ORDER BY build, CASE f.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, count(*) DESC, f.rule
-- result:
-- | build | rule | severity | findings | runs |
-- |---|---|---|---|---|
-- | (not declared) | vast.quartile-gap | error | 1 | 1 |
