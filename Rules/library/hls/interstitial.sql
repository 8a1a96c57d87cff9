-- A tag of a playlist that schedules an interstitial: a date range of the class com.apple.hls.interstitial, each time it was read.
CREATE TABLE interstitial (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The date range.
  at_us INTEGER NOT NULL, -- When its playlist was requested.
  host TEXT NOT NULL, -- The host of that playlist.
  name TEXT, -- The ID attribute.
  cue TEXT NOT NULL, -- The CUE attribute; empty without one.
  duration_us INTEGER, -- The DURATION attribute.
  start_us INTEGER, -- The START-DATE attribute, on the clock of the programme.
  is_whole INTEGER NOT NULL, -- 0 where it may end before its assets do: it offers to be skipped, or its playout is limited.
  is_kept INTEGER NOT NULL, -- 1 where it forbids to skip it.
  stream INTEGER REFERENCES document, -- The stream whose playlist holds it, as in playlist_reading; NULL where it lists no media.
  playlist TEXT, -- What names the playlist: its URL without what changes from request to request.
  asset_url TEXT, -- The asset or the list of assets, as a whole URL; NULL where the tag names neither.
  KEY (beacon),
  INDEX (asset_url),
  INDEX (at_us)
) AS
SELECT
  b.id AS beacon, b.at_us, b.host, attribute.name, coalesce(attribute.cue, '') AS cue,
  CAST(round(attribute.duration * 1000000) AS INTEGER) AS duration_us, attribute.start_us,
  coalesce(attribute.is_whole, 1) AS is_whole, coalesce(attribute.is_kept, 0) AS is_kept, r.stream, attribute.playlist,
  attribute.asset_url
FROM beacon b
LEFT JOIN (
  SELECT
    p.beacon, max(CASE WHEN p.name = 'ID' THEN p.value END) AS name,
    max(CASE WHEN p.name = 'CUE' THEN p.value END) AS cue,
    max(CASE WHEN p.name = 'DURATION' THEN CAST(p.value AS REAL) END) AS duration,
    NOT max(p.name IN (
        'X-PLAYOUT-LIMIT', 'X-SKIP-CONTROL-OFFSET', 'X-SKIP-CONTROL-DURATION', 'X-SKIP-CONTROL-LABEL-ID'))
    AS is_whole,
    max(p.name = 'X-RESTRICT' AND instr(p.value, 'SKIP') > 0) AS is_kept,
    max(CASE WHEN p.name = 'playlist' AND p.subkey = 'start_us' THEN CAST(p.value AS INTEGER) END) AS start_us,
    max(CASE WHEN p.name = 'playlist' AND p.subkey = 'identity' THEN p.value END) AS playlist,
    max(CASE WHEN p.name = 'playlist' AND p.subkey = 'asset_url' THEN p.value END) AS asset_url
  FROM parameter p JOIN beacon d ON d.id = p.beacon
  WHERE d.run = :run AND d.family = 'hls' AND d.kind = 'daterange'
  GROUP BY p.beacon
) attribute ON attribute.beacon = b.id
LEFT JOIN document d ON d.exchange = b.exchange AND d.kind = 'playlist'
LEFT JOIN playlist_reading r ON r.document = d.id
WHERE b.run = :run AND b.family = 'hls' AND b.kind = 'daterange' AND b.event = 'com.apple.hls.interstitial'
