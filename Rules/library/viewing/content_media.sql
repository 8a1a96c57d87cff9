-- A piece of what the viewer came for: media that no ad declares, from a host that serves several pieces of it.
CREATE TABLE content_media (
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  before_us INTEGER, -- When the piece before it was asked for; NULL for the first.
  KEY (exchange),
  INDEX (at_us)
) AS
-- Where media of ads comes from, and where a request for it was sent on to.
WITH ads AS MATERIALIZED (
  SELECT x.host, coalesce(z.host, x.host) AS last_host,
    CASE WHEN coalesce(z.status, x.status) BETWEEN 300 AND 399 THEN coalesce(z.at_us, x.at_us) END AS moved_us
  FROM resource r JOIN exchange x ON x.id = r.fetch
  LEFT JOIN redirect d ON d.exchange = x.id LEFT JOIN exchange z ON z.id = d.target
  WHERE r.run = :run AND r.kind IN ('media', 'mezzanine', 'interactive')
  -- SQLite would write out all requests for a DISTINCT.
  GROUP BY x.host, last_host, moved_us),
media AS MATERIALIZED (SELECT id AS exchange, host, at_us FROM exchange WHERE likely(run = :run) AND is_media)
SELECT m.exchange, m.at_us, lag(m.at_us) OVER (ORDER BY m.at_us, m.exchange) AS before_us FROM media m
-- An ad's own host sends on to where the media of that ad is, and not every recording says where that was.
WHERE m.host IN (
  SELECT s.host FROM (
    SELECT m.host, min(m.at_us) AS first_us FROM media m
    WHERE m.host NOT IN (SELECT a.host FROM ads a UNION SELECT a.last_host FROM ads a)
    GROUP BY m.host HAVING count(*) >= 3) s
  WHERE NOT EXISTS (SELECT 1 FROM ads a WHERE a.moved_us BETWEEN s.first_us - 2000000 AND s.first_us))
