-- A tag that was sent for verification, each time.
-- needs: dai_tag, masked_value
CREATE TABLE dai_verification (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was sent.
  tag TEXT NOT NULL, -- The tag, as sent.
  is_masked INTEGER NOT NULL, -- 1 where an export put something else in its place: which tag it was is not known.
  nth INTEGER NOT NULL, -- The first, second … time.
  before INTEGER REFERENCES beacon, -- The request for the same tag before it.
  before_us INTEGER, -- When that was sent.
  before_status INTEGER, -- Its answer's status.
  listed TEXT, -- The tag as the metadata list it; NULL where they do not.
  type TEXT, -- What it stands for.
  place INTEGER, -- From 1 for start to 5 for complete.
  ad TEXT, -- The ad that it belongs to.
  length_us INTEGER, -- How long that is.
  KEY (beacon),
  INDEX (session, at_us)
) AS
WITH sent AS MATERIALIZED (
  SELECT beacon, at_us, session, tag, is_masked, lag(status) OVER w AS before_status, lag(beacon) OVER w AS before,
    lag(at_us) OVER w AS before_us, row_number() OVER w AS nth
  -- Captures list a request twice that passes a service worker.
  FROM (
    SELECT b.id AS beacon, b.at_us, b.session, p.value AS tag, x.status,
      b.id IN (SELECT m.beacon FROM masked_value m WHERE m.run = :run AND m.name = 'tag_id') AS is_masked,
      lag(b.at_us) OVER (PARTITION BY b.session, p.value, x.host, x.target ORDER BY b.at_us, b.id) AS copied_us
    FROM beacon b JOIN parameter p ON p.beacon = b.id AND p.name = 'tag_id' JOIN exchange x ON x.id = b.exchange
    WHERE b.run = :run AND b.family = 'dai' AND b.kind = 'verification' AND b.session IS NOT NULL) request
  WHERE copied_us IS NULL OR at_us - copied_us > 50000
  WINDOW w AS (PARTITION BY session, tag, iif(is_masked, beacon, NULL) ORDER BY at_us, beacon)),
size AS MATERIALIZED (SELECT DISTINCT session, length(tag) AS n FROM dai_tag WHERE run = :run)
SELECT s.*, l.tag AS listed, l.type, l.place, l.ad, l.length_us
-- Tags are listed by their prefix; the one verified may be longer.
FROM sent s LEFT JOIN dai_tag l ON l.run = :run AND l.session = s.session AND l.tag = (
  SELECT k.tag
  FROM size z CROSS JOIN dai_tag k ON k.run = :run AND k.session = z.session AND k.tag = substr(s.tag, 1, z.n)
  WHERE z.session = s.session ORDER BY z.n DESC LIMIT 1)
