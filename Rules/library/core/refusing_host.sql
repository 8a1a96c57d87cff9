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
-- The columns beside a minimum are those of its row.
SELECT b.host, b.family, a.requests, b.exchange, iif(x.status IS NULL, 'nothing', 'status ' || x.status) AS answer,
  min(b.at_us) AS from_us, a.to_us
FROM (
  SELECT h.host, count(*) AS requests, max(x.at_us) AS to_us
  FROM (SELECT DISTINCT host FROM exchange WHERE run = :run AND host <> '') h
  CROSS JOIN exchange x ON x.run = :run AND x.host = h.host AND x.method NOT IN ('OPTIONS', 'CONNECT')
  WHERE NOT EXISTS (
    SELECT 1 FROM exchange y WHERE y.run = :run AND y.host = h.host AND y.method NOT IN ('OPTIONS', 'CONNECT')
      AND (y.ending = 'unseen' OR y.status BETWEEN 200 AND 399)) GROUP BY h.host HAVING count(*) >= 3) a
CROSS JOIN beacon b ON b.host = a.host JOIN exchange x ON x.id = b.exchange
WHERE b.run = :run AND b.kind NOT IN ('unsent', 'preflight', 'from-cache', 'redirect', 'handed-over')
GROUP BY b.host, b.family
