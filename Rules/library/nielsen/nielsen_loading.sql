-- An asset that was loaded, with the length that its metadata give.
CREATE TABLE nielsen_loading (
  call INTEGER NOT NULL REFERENCES call, -- The loadMetadata.
  stream INTEGER NOT NULL REFERENCES session, -- The stream.
  loading INTEGER NOT NULL, -- Its number within the instance.
  at_us INTEGER NOT NULL, -- When it was called, by the log.
  part TEXT, -- ad or content.
  asset TEXT, -- The asset.
  length INTEGER, -- In seconds; NULL unless it is of digits only. 0 and 86400 are live.
  KEY (call),
  INDEX (stream, loading)
) AS
SELECT
  m.call AS call, m.session AS stream, m.loading AS loading, m.at_us AS at_us, m.part AS part, m.asset AS asset,
  max(CAST(l.value AS INTEGER)) AS length
FROM call_step m
LEFT JOIN argument l ON l.call = m.call AND l.name = 'args.length' AND l.value <> '' AND l.value NOT GLOB '*[^0-9]*'
WHERE m.run = :run AND m.api = 'loadMetadata'
GROUP BY m.call
