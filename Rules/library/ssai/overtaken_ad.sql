-- The play of a stitched ad that began before that of the ad in front of it could end, although the viewer stayed with that.
-- needs: stitched_beacon, stitched_seat
CREATE TABLE overtaken_ad (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The play.
  firing INTEGER NOT NULL REFERENCES firing, -- Its first beacon.
  event TEXT NOT NULL, -- What that says.
  at_us INTEGER NOT NULL, -- When it was sent.
  early_us INTEGER NOT NULL, -- How long before the end of the ad in front of it.
  tolerance_us INTEGER NOT NULL, -- How far off that may be.
  later INTEGER NOT NULL REFERENCES firing, -- A beacon of the ad in front of it that came later, and in time.
  later_us INTEGER NOT NULL, -- When.
  KEY (ad_play)
) AS
WITH placed AS MATERIALIZED (
  SELECT p.id, p.nth, p.began_us AS start_us, p.began_us + p.duration_us AS end_us, s.stream, s.break, s.seat
  FROM ad_play p CROSS JOIN stitched_seat s ON s.run = p.run AND s.ad = p.ad
  WHERE likely(p.run = :run) AND p.family IN ('ssai', 'hls') AND p.duration_us > 0 AND p.began_us IS NOT NULL),
overtaken AS MATERIALIZED (
  SELECT n.id AS ad_play, p.end_us - n.start_us AS early_us, b.tolerance_us, min(b.at_us) AS later_us, b.firing AS later
  FROM placed n
  CROSS JOIN placed p ON p.stream = n.stream AND p.break = n.break AND p.seat = n.seat - 1 AND p.nth = n.nth
  CROSS JOIN stitched_beacon b ON b.run = :run AND b.ad_play = p.id
  WHERE p.start_us <= n.start_us + b.tolerance_us AND abs(b.played_us - b.due_us) <= b.tolerance_us
    AND b.at_us > n.start_us + b.tolerance_us AND p.end_us > n.start_us + b.tolerance_us GROUP BY n.id)
SELECT o.ad_play, f.id AS firing, f.event, min(f.at_us) AS at_us, o.early_us, o.tolerance_us, o.later, o.later_us
FROM overtaken o JOIN firing f ON f.ad_play = o.ad_play AND f.family = 'ssai' GROUP BY o.ad_play
