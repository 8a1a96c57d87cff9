-- One sign that places the viewer on the media of an ad, a stream or a session, or away from it. Each family says which of
-- its rows are signs; a sign of one family counts for all.
CREATE TABLE sign (
  owner_kind TEXT NOT NULL, -- The view that the owner is a row of: ad_play, ad (stitched), session, beacon (an interstitial), document.
  owner INTEGER NOT NULL REFERENCES owner_kind, -- What is shown to the viewer.
  at_us INTEGER NOT NULL, -- When.
  kind TEXT NOT NULL, -- shown, completed, skipped, failed, left, next, paused, resumed, stalled, sought, away, back or length.
  position_us INTEGER, -- The place in the owner's own media; NULL where it says none. Of length: how long the media is.
  is_proof INTEGER NOT NULL, -- 1 when it is proven, 0 when it is possible. Of length: 1 the player's own word, 0 declared.
  source TEXT NOT NULL, -- vast, omid, log, segment, navigation, metadata, fact, blind …
  evidence_table TEXT, -- The view of the row that shows it.
  evidence_id INTEGER REFERENCES evidence_table, -- That row.
  INDEX (owner_kind, owner, at_us)
);
