-- A tag of timed metadata, as the metadata of its stream list it.
CREATE TABLE dai_tag (
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  tag TEXT NOT NULL, -- The tag, or the beginning of it.
  type TEXT NOT NULL, -- start, firstquartile, midpoint, thirdquartile, complete, progress …
  place INTEGER, -- From 1 for start to 5 for complete; NULL for any other.
  ad TEXT, -- The ad that it belongs to; NULL where the metadata name none.
  length_us INTEGER, -- How long that is.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The metadata poll that listed it first.
  KEY (session, tag),
  INDEX (session, type)
) AS
WITH said AS MATERIALIZED (
  SELECT b.session, p.subkey AS id, min(iif(p.name = 'ad', p.value, NULL)) AS ad, min(b.id) AS beacon,
    replace(replace(lower(min(iif(p.name = 'tag', p.value, NULL))), '_', ''), '-', '') AS type
  FROM beacon b JOIN parameter p ON p.beacon = b.id AND p.name IN ('tag', 'ad')
  WHERE likely(b.run = :run) AND b.family = 'dai' AND b.kind = 'metadata' AND b.session IS NOT NULL
  GROUP BY b.session, p.subkey)
SELECT
  t.session, t.id AS tag, t.type, CASE t.type WHEN 'start' THEN 1 WHEN 'firstquartile' THEN 2 WHEN 'midpoint' THEN 3
    WHEN 'thirdquartile' THEN 4 WHEN 'complete' THEN 5 END AS place, t.ad, CAST(l.ad AS INTEGER) AS length_us, t.beacon
FROM said t
-- The same key says of a tag which ad it belongs to, and of an ad how long it is.
LEFT JOIN said l ON l.session = t.session AND l.id = t.ad
WHERE likely(t.type IS NOT NULL)
