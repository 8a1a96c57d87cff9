-- Trackers that were sent for another ad, too: those of an ad of a pod for the ad behind it, which sent nothing on its own,
-- and a wrapper's for each ad of an answer that was not read.
CREATE TABLE borrowed_trackers (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The play of the ad whose trackers were sent again.
  next_ad INTEGER REFERENCES ad, -- The ad that was shown meanwhile; NULL where its document was not read.
  from_us INTEGER NOT NULL, -- When the first of them was sent again.
  KEY (ad_play)
) AS
SELECT g.ad_play, min(n.id) AS next_ad, g.from_us
FROM (
  SELECT f.ad_play, min(f.at_us) AS from_us FROM firing f
  WHERE f.run = :run AND f.repeat_class = 'duplicate' AND f.family = 'vast' AND f.ambiguous = 0 AND f.direct = 1
    AND f.place IS NOT NULL GROUP BY f.ad_play HAVING count(DISTINCT f.event) >= 2) g
JOIN ad_play p ON p.id = g.ad_play JOIN ad own ON own.id = p.ad
JOIN ad n ON n.document = own.document AND n.kind = 'inline' AND n.sequence = own.sequence + 1
WHERE EXISTS (SELECT 1 FROM resource r WHERE r.ad = n.id AND r.kind = 'media' AND r.fetch IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM tracker t JOIN firing f ON f.tracker = t.id WHERE t.ad = n.id) GROUP BY g.ad_play
UNION ALL
-- How many ads a wrapper led to is not known where its answer was not read. Each begins with an impression and a start.
SELECT p.id, NULL, min(f.at_us)
FROM ad_play p JOIN ad a ON a.id = p.ad AND a.kind = 'wrapper' JOIN firing f ON f.ad_play = p.id AND f.family = 'vast'
  AND f.event IN ('impression', 'start') AND f.repeat_class = 'duplicate' AND f.direct = 1
  -- Two of one event within a second are no two ads.
  AND f.gap_us > 1000000
WHERE p.run = :run GROUP BY p.id HAVING count(DISTINCT f.event) = (
  SELECT count(DISTINCT o.event) FROM play_tracker o WHERE o.ad_play = p.id AND o.event IN ('impression', 'start'))
