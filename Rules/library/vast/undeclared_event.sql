-- A request that names a place of an ad, or the begin or end of a break, and that nothing which was read declares.
CREATE TABLE undeclared_event (
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  host TEXT NOT NULL, -- Its host.
  event TEXT NOT NULL, -- The event, as the specification spells it.
  place INTEGER, -- 1 for start, 2 to 4 for the quartiles, 5 for complete; NULL for breakStart and breakEnd.
  KEY (exchange),
  INDEX (host)
) AS
WITH
-- Names as ad servers write them, and the labels of Google's.
word(event, place, name) AS (
  VALUES ('start', 1, 'start'), ('start', 1, 'part2viewed'), ('firstQuartile', 2, 'firstquartile'),
    ('firstQuartile', 2, 'videoplaytime25'), ('midpoint', 3, 'midpoint'), ('midpoint', 3, 'videoplaytime50'),
    ('thirdQuartile', 4, 'thirdquartile'), ('thirdQuartile', 4, 'videoplaytime75'), ('complete', 5, 'complete'),
    ('complete', 5, 'videoplaytime100'), ('breakStart', NULL, 'breakstart'), ('breakEnd', NULL, 'breakend')),
-- A server whose trackers differ in the first parameter says with it what it counts.
own AS MATERIALIZED (
  SELECT t.host, t.lead, min(t.event) AS event, t.place
  FROM (
    SELECT
      host, event, place, substr(url, instr(url, '?'), instr(substr(url, instr(url, '?')) || '&', '&')) AS lead
    FROM tracker WHERE likely(run = :run) AND family = 'vast' AND host <> '' AND instr(url, '?') > 0) t
  WHERE instr(t.lead, '[') = 0
  GROUP BY t.host, t.lead HAVING count(DISTINCT t.event) = 1 AND t.place > 0
),
sent AS MATERIALIZED (
  SELECT
    x.id, x.at_us, x.host,
    substr(x.target, instr(x.target, '?'), instr(substr(x.target, instr(x.target, '?')) || '&', '&')) AS lead,
    replace(replace(replace(lower(x.target), '%3d', '='), '%26', '&'), '_', '') || '&' AS target
  FROM exchange x
  WHERE likely(x.run = :run) AND x.method IN ('GET', 'POST') AND NOT x.is_media
    AND (x.target LIKE '%start%' OR x.target LIKE '%part2viewed%' OR x.target LIKE '%quartile%'
        OR x.target LIKE '%videoplaytime%' OR x.target LIKE '%mid%point%' OR x.target LIKE '%complete%'
        OR x.target LIKE '%break%end%' OR x.host IN (SELECT o.host FROM own o))
    AND NOT EXISTS (SELECT 1 FROM beacon b WHERE b.exchange = x.id)
    AND NOT EXISTS (SELECT 1 FROM document d WHERE d.exchange = x.id)
)
SELECT s.id AS exchange, s.at_us, s.host, w.event, w.place
FROM sent s JOIN word w ON s.target GLOB '*[^a-z0-9]' || w.name || '[^a-z0-9]*'
GROUP BY s.id
UNION
SELECT s.id, s.at_us, s.host, o.event, o.place
FROM sent s JOIN own o ON o.host = s.host AND o.lead = s.lead
WHERE NOT EXISTS (SELECT 1 FROM word w WHERE s.target GLOB '*[^a-z0-9]' || w.name || '[^a-z0-9]*')
