-- A host that was connected to and of which nothing at all could be read.
CREATE TABLE dark_host (
  host TEXT NOT NULL, -- The host.
  blind INTEGER NOT NULL REFERENCES blind, -- The first stretch in which it is hidden.
  what TEXT NOT NULL, -- What was not seen, for people.
  KEY (host)
) AS
SELECT
  -- The columns beside a minimum are those of its row.
  b.host, min(b.id) AS blind, b.host || ' was connected to and nothing of it could be read: ' || b.reason AS what
FROM blind b
WHERE b.run = :run AND b.id IS NOT NULL AND b.host IS NOT NULL AND b.hides <> 'calls' AND NOT EXISTS (
  SELECT 1 FROM exchange x WHERE x.run = :run AND x.host = b.host AND x.method <> 'CONNECT')
GROUP BY b.host
