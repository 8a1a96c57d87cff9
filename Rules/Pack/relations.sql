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
  asset_url TEXT, -- The asset or the list of assets, as a whole URL; NULL where the tag names neither.
  PRIMARY KEY (run, beacon)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_interstitial_asset_url ON interstitial (run, asset_url);

-- A request for the asset of an interstitial. A player may add to the query of the asset's URL.
CREATE TABLE asset_request (
  run INTEGER NOT NULL, -- The run.
  asset_url TEXT NOT NULL, -- The asset, as the interstitial names it.
  exchange INTEGER NOT NULL REFERENCES exchange, -- The request.
  at_us INTEGER NOT NULL, -- When it was sent.
  method TEXT NOT NULL, -- Its method.
  is_refused INTEGER NOT NULL, -- 1 when the answer's status is 400 or above.
  PRIMARY KEY (run, asset_url, exchange)
) STRICT, WITHOUT ROWID;
CREATE INDEX by_asset_request_asset_url_is_refused_at_us ON asset_request (run, asset_url, is_refused, at_us);

