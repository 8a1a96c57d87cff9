-- Generated from Rules/library by `beaconproof rules pack`. Do not edit.

-- A tag of a playlist that schedules an interstitial: a date range of the class com.apple.hls.interstitial, each time it was read.
CREATE TABLE interstitial (
  run INTEGER NOT NULL, -- The run.
  beacon INTEGER NOT NULL REFERENCES beacon, -- The date range.
  at_us INTEGER NOT NULL, -- When its playlist was requested.
  host TEXT NOT NULL, -- The host of that playlist.
  name TEXT, -- The ID attribute.
  cue TEXT NOT NULL, -- The CUE attribute; empty without one.
  duration_us INTEGER, -- The DURATION attribute.
  playlist TEXT, -- What names the playlist: its URL without what changes from request to request.
  asset_url TEXT, -- The asset, as a whole URL; NULL where the tag names a list, or nothing.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_interstitial_asset_url ON interstitial (run, asset_url);

-- A request for the asset of an interstitial, behind the request for the playlist that schedules it. A player may add to the query of the asset's URL.
CREATE TABLE interstitial_fetch (
  run INTEGER NOT NULL, -- The run.
  interstitial INTEGER NOT NULL REFERENCES beacon, -- The date range.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  method TEXT NOT NULL, -- Its method.
  status INTEGER, -- The answer's status; NULL when there is none.
  PRIMARY KEY (run, interstitial, exchange)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_interstitial_fetch_interstitial_at_us ON interstitial_fetch (run, interstitial, at_us);

