-- An asset that was loaded, with the length that its metadata give, and how far its positions came.
CREATE TABLE nielsen_loading (
  call INTEGER NOT NULL REFERENCES call, -- The loadMetadata.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  log INTEGER REFERENCES session, -- The log that this is of.
  loading INTEGER NOT NULL, -- Its number within the instance.
  at_us INTEGER NOT NULL, -- When it was called, by the log.
  part TEXT, -- ad or content.
  asset TEXT, -- The asset.
  length INTEGER, -- In seconds; NULL unless it is of digits only. 0 and 86400 are live.
  first INTEGER, -- The first position that was reported of it.
  furthest INTEGER, -- The furthest position; the times of live streams do not count.
  last INTEGER REFERENCES call, -- The last call with such a position.
  viewing INTEGER, -- Of a content: its loadings up to that of another content are one viewing, over the ads between them.
  KEY (call),
  INDEX (stream, loading)
) AS
WITH
reported AS MATERIALIZED (
  SELECT
    session, loading, call, position, max(iif(position < 1000000000, position, NULL)) OVER own AS furthest,
    first_value(position) OVER (own ORDER BY at_us) AS first,
    row_number() OVER (own ORDER BY coalesce(position < 1000000000, 0) DESC, at_us DESC, call DESC) AS nth
  FROM call_step
  WHERE run = :run AND api = 'playhead'
  WINDOW own AS (PARTITION BY session, loading)
),
loaded AS MATERIALIZED (
  SELECT
    m.call, m.session AS stream, m.log, m.loading, m.at_us, m.part, m.asset,
    max(CAST(l.value AS INTEGER)) AS length, r.first, r.furthest, iif(r.position < 1000000000, r.call, NULL) AS last
  FROM call_step m
  LEFT JOIN reported r ON r.session = m.session AND r.loading = m.loading AND r.nth = 1
  LEFT JOIN argument l ON l.call = m.call AND l.name = 'args.length' AND l.value <> '' AND l.value NOT GLOB '*[^0-9]*'
  WHERE m.run = :run AND m.api = 'loadMetadata'
  GROUP BY m.call
),
turned AS (
  SELECT
    *, part = 'content' AND (
        asset IS NOT lag(asset) OVER w OR stream IS NOT lag(stream) OVER w
        -- Watched to its end, and from the beginning again.
        OR coalesce(first <= 1 AND lag(furthest) OVER w >= lag(length) OVER w - 1, 0)) AS is_new
  FROM loaded
  WINDOW w AS (PARTITION BY log, part ORDER BY at_us, call)
)
SELECT
  call, stream, log, loading, at_us, part, asset, length, first, furthest, last,
  iif(part = 'content', sum(is_new) OVER (PARTITION BY log, part ORDER BY at_us, call), NULL) AS viewing
FROM turned
