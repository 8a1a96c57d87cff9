-- A request to a host of stitched ads' trackers that is no beacon of theirs.
CREATE TABLE stray_request (
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  host TEXT NOT NULL, -- Its host.
  url TEXT NOT NULL, -- Its URL.
  folder TEXT NOT NULL, -- As in exchange.
  file TEXT NOT NULL, -- As in exchange.
  KEY (exchange),
  INDEX (url),
  INDEX (host)
) AS
SELECT x.id AS exchange, x.at_us, x.host, x.url, x.folder, x.file
FROM exchange x
WHERE x.run = :run AND x.method IN ('GET', 'POST') AND NOT EXISTS (SELECT 1 FROM firing f WHERE f.exchange = x.id)
  AND x.host IN (SELECT t.host FROM tracker t WHERE t.run = :run AND t.family = 'ssai' AND t.ad IS NOT NULL)
