-- A message of an OMID script that a recorder cut off: on its host three kinds of messages are as long as the longest.
CREATE TABLE omid_cut (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The message.
  host TEXT NOT NULL, -- Its host.
  KEY (beacon)
) AS
WITH message AS MATERIALIZED (
  SELECT
    b.id AS beacon, b.event, b.host, length(x.url) AS length, max(length(x.url)) OVER (PARTITION BY b.host) AS longest
  FROM beacon b JOIN exchange x ON x.id = b.exchange
  WHERE b.run = :run AND b.family = 'omid'
)
SELECT m.beacon, m.host
FROM message m
WHERE m.length = m.longest AND m.host IN (
  SELECT host FROM message WHERE length = longest GROUP BY host HAVING count(DISTINCT event) >= 3)
