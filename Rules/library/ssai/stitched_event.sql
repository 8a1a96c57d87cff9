-- An event of a stitched ad that was sent, when it was sent first.
CREATE TABLE stitched_event (
  ad INTEGER NOT NULL REFERENCES ad, -- The ad.
  event TEXT NOT NULL, -- The event.
  at_us INTEGER NOT NULL, -- When.
  place INTEGER, -- 0 for impression, 1 for start, to 5 for complete; NULL for what has no place in the ad.
  stream INTEGER REFERENCES document, -- The stream in which the ad stands, as in playlist_reading; NULL unknown.
  media_us INTEGER, -- The place in its media that the event stands for; NULL where either is not known.
  KEY (ad, event)
) AS
SELECT t.ad, t.event, min(f.at_us) AS at_us, t.place, p.stream,
  p.media_from_us + (p.media_to_us - p.media_from_us) * (max(t.place, 1) - 1) / 4 AS media_us
FROM firing f JOIN tracker t ON t.id = f.tracker LEFT JOIN stitched_place p ON p.run = :run AND p.ad = t.ad
WHERE f.run = :run AND f.family = 'ssai' AND t.ad IS NOT NULL GROUP BY t.ad, t.event
