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
WITH
rank(type, place) AS (
  VALUES ('start', 1), ('firstquartile', 2), ('midpoint', 3), ('thirdquartile', 4), ('complete', 5)
),
said AS MATERIALIZED (
  SELECT b.session AS session, p.name AS name, p.subkey AS subkey, min(p.value) AS value, min(b.id) AS beacon
  FROM beacon b JOIN parameter p ON p.beacon = b.id AND p.name IN ('tag', 'ad')
  WHERE likely(b.run = :run) AND b.family = 'dai' AND b.kind = 'metadata' AND b.session IS NOT NULL
  GROUP BY b.session, p.name, p.subkey
),
typed AS MATERIALIZED (
  SELECT
    session, subkey AS tag, replace(replace(lower(value), '_', ''), '-', '') AS type, beacon
  FROM said WHERE name = 'tag'
)
SELECT
  t.session AS session, t.tag AS tag, t.type AS type, r.place AS place, a.value AS ad,
  CAST(l.value AS INTEGER) AS length_us, t.beacon AS beacon
FROM typed t
LEFT JOIN rank r ON r.type = t.type
LEFT JOIN said a ON a.session = t.session AND a.name = 'ad' AND a.subkey = t.tag
LEFT JOIN said l ON l.session = t.session AND l.name = 'ad' AND l.subkey = a.value
