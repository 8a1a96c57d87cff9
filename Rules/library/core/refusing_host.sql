-- A host that beacons were sent to and that answered none of three requests or more with 2xx or 3xx.
CREATE TABLE refusing_host (
  host TEXT NOT NULL, -- The host.
  family TEXT NOT NULL, -- A family that sent beacons there.
  requests INTEGER NOT NULL, -- How many requests were sent there, of whatever kind.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The family's first beacon there.
  answer TEXT NOT NULL, -- What that one was answered with, for people.
  from_us INTEGER NOT NULL, -- When it was sent.
  to_us INTEGER NOT NULL, -- When the last one was sent.
  KEY (host, family)
) AS
WITH
asked AS MATERIALIZED (
  SELECT x.host, count(*) AS requests, max(x.at_us) AS to_us
  FROM exchange x
  WHERE x.run = :run AND x.host <> '' AND x.method NOT IN ('OPTIONS', 'CONNECT')
  GROUP BY x.host
  HAVING count(*) >= 3 AND max(x.ending = 'unseen' OR coalesce(x.status BETWEEN 200 AND 399, 0)) = 0
),
sent AS MATERIALIZED (
  -- The columns beside a minimum are those of its row.
  SELECT b.host, b.family, b.exchange, min(b.at_us) AS from_us
  FROM beacon b JOIN asked a ON a.host = b.host
  WHERE b.run = :run AND b.exchange IS NOT NULL AND b.kind NOT IN ('unsent', 'preflight', 'from-cache', 'redirect')
  GROUP BY b.host, b.family
)
SELECT
  s.host, s.family, a.requests, s.exchange,
  CASE WHEN x.status IS NULL THEN 'nothing' ELSE 'status ' || x.status END AS answer, s.from_us, a.to_us
FROM sent s JOIN asked a ON a.host = s.host JOIN exchange x ON x.id = s.exchange
