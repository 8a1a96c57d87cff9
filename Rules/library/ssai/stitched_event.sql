-- An event of a stitched ad that was sent, when it was sent first.
CREATE TABLE stitched_event (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  event TEXT NOT NULL, -- The event.
  at_us INTEGER NOT NULL, -- When.
  place INTEGER, -- 0 for impression, 1 for start, to 5 for complete; NULL for what has no place in the ad.
  KEY (ad, event)
) AS
SELECT t.ad, t.event, min(f.at_us) AS at_us, t.place
FROM firing f JOIN tracker t ON t.id = f.tracker
WHERE f.run = :run AND f.family = 'ssai' AND t.ad IS NOT NULL
GROUP BY t.ad, t.event
