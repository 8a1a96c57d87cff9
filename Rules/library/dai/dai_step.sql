-- A tag of an ad's timeline that was verified for the first time, beside those before and after it.
-- needs: dai_verification
CREATE TABLE dai_step (
  beacon INTEGER NOT NULL REFERENCES beacon, -- The request.
  session INTEGER NOT NULL REFERENCES session, -- The stream.
  at_us INTEGER NOT NULL, -- When it was sent.
  type TEXT NOT NULL, -- What the tag stands for.
  place INTEGER NOT NULL, -- From 1 for start to 5 for complete.
  ad TEXT, -- The ad, where the metadata name it.
  length_us INTEGER, -- How long that is.
  before INTEGER REFERENCES beacon, -- The step before it.
  before_us INTEGER, -- When that was sent.
  before_type TEXT, -- What it stands for.
  before_place INTEGER, -- Its place.
  before_ad TEXT, -- Its ad.
  before_length_us INTEGER, -- How long that is.
  earlier_place INTEGER, -- The place of the step before that.
  earlier_us INTEGER, -- When that was sent.
  next_place INTEGER, -- The place of the step after it.
  next_us INTEGER, -- When that was sent.
  KEY (beacon),
  INDEX (session, at_us),
  INDEX (session, ad)
) AS
SELECT v.beacon, v.session, v.at_us, v.type, v.place, v.ad, v.length_us, lag(v.beacon) OVER w AS before,
  lag(v.at_us) OVER w AS before_us, lag(v.type) OVER w AS before_type, lag(v.place) OVER w AS before_place,
  lag(v.ad) OVER w AS before_ad, lag(v.length_us) OVER w AS before_length_us, lag(v.place, 2) OVER w AS earlier_place,
  lag(v.at_us, 2) OVER w AS earlier_us, lead(v.place) OVER w AS next_place, lead(v.at_us) OVER w AS next_us
FROM dai_verification v WHERE v.run = :run AND v.nth = 1 AND v.place IS NOT NULL
WINDOW w AS (PARTITION BY v.session ORDER BY v.at_us, v.beacon)
