-- Undecided rules
-- Which rules could not be decided, why, and what would decide them?
-- example: cut-in-the-ad.har
SELECT v.rule AS rule, v.reason AS reason, v.needs AS needs, count(*) AS subjects, count(DISTINCT v.run) AS runs
FROM verdict v
WHERE v.verdict = 'inconclusive'
GROUP BY v.rule, v.reason, v.needs
ORDER BY count(*) DESC, v.rule, v.reason
