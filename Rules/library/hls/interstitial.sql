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
  b.id AS beacon, b.at_us, b.host, max(iif(p.name = 'ID', p.value, NULL)) AS name,
  coalesce(max(iif(p.name = 'CUE', p.value, NULL)), '') AS cue,
  CAST(round(max(iif(p.name = 'DURATION', CAST(p.value AS REAL), NULL)) * 1000000) AS INTEGER) AS duration_us,
  max(iif(p.name = 'playlist' AND p.subkey = 'start_us', CAST(p.value AS INTEGER), NULL)) AS start_us,
  NOT coalesce(max(p.name = 'X-PLAYOUT-LIMIT' OR p.name GLOB 'X-SKIP-CONTROL-*'), 0) AS is_whole,
  coalesce(max(p.name = 'X-RESTRICT' AND instr(p.value, 'SKIP') > 0), 0) AS is_kept,
  (SELECT r.stream FROM document d JOIN playlist_reading r ON r.document = d.id WHERE d.exchange = b.exchange)
  AS stream,
  max(iif(p.name = 'playlist' AND p.subkey = 'identity', p.value, NULL)) AS playlist,
  max(iif(p.name = 'playlist' AND p.subkey = 'asset_url', p.value, NULL)) AS asset_url
FROM beacon b LEFT JOIN parameter p ON p.beacon = b.id
WHERE b.run = :run AND b.family = 'hls' AND b.kind = 'daterange' AND b.event = 'com.apple.hls.interstitial'
GROUP BY b.id
