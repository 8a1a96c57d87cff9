-- A tag of a playlist that schedules an interstitial: a date range of the class com.apple.hls.interstitial, each time it was read.
CREATE TABLE interstitial (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The date range.
  at_us INTEGER NOT NULL, -- When its playlist was requested.
  host TEXT NOT NULL, -- The host of that playlist.
  name TEXT, -- The ID attribute.
  cue TEXT NOT NULL, -- The CUE attribute; empty without one.
  duration_us INTEGER, -- The DURATION attribute.
  start_us INTEGER, -- The START-DATE attribute, on the clock of the programme.
  resume_us INTEGER, -- The X-RESUME-OFFSET attribute: how far behind that the content goes on.
  limit_us INTEGER, -- The X-PLAYOUT-LIMIT attribute: how much of its assets is played at most.
  is_whole INTEGER NOT NULL, -- 0 where it may end before its assets do: it offers to be skipped, or its playout is limited.
  is_kept INTEGER NOT NULL, -- 1 where it forbids to skip it.
  is_bound INTEGER NOT NULL, -- 1 where it forbids to jump over it, too.
  stream INTEGER REFERENCES document, -- The stream whose playlist holds it, as in playlist_reading; NULL where it lists no media.
  playlist TEXT, -- What names the playlist: its URL without what changes from request to request.
  asset_url TEXT, -- The asset or the list of assets, as a whole URL; NULL where the tag names neither.
  asset_host TEXT, -- The host of that.
  asset_bare TEXT, -- The same without its query; NULL where it has none.
  KEY (beacon),
  INDEX (asset_url),
  INDEX (at_us)
) AS
SELECT r.beacon, r.at_us, r.host, r.name, r.cue, r.duration_us, r.start_us, r.resume_us, r.limit_us, r.is_whole,
  r.is_kept, r.is_bound, p.stream, r.playlist, r.asset_url, r.asset_host, r.asset_bare
FROM date_range r LEFT JOIN document d ON d.exchange = r.exchange LEFT JOIN playlist_reading p ON p.document = d.id
WHERE r.run = :run AND r.class = 'com.apple.hls.interstitial' GROUP BY r.beacon
