-- OMID messages that end at one length: three kinds of them are as long as the longest, so what stood behind that was cut off.
INSERT INTO owing
WITH message AS MATERIALIZED (
  SELECT
    b.id AS beacon, b.event AS event, b.host AS host, length(x.url) AS length,
    max(length(x.url)) OVER (PARTITION BY b.host) AS longest
  FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.run = :run AND b.family = 'omid'
)
SELECT
  'omid' AS family, 'the messages of the verification script were cut off at one length' AS what, 1 AS is_alone,
  'beacon' AS evidence_table, min(m.beacon) AS evidence_id
FROM message m
WHERE m.length = m.longest
GROUP BY m.host
HAVING count(DISTINCT m.event) >= 3
