-- A later play of a stitched ad: whether the ad was shown again, or only its beacons were sent again.
-- needs: stream_fetch
CREATE TABLE resent_play (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The play.
  before INTEGER NOT NULL REFERENCES firing, -- The last beacon of the play before it.
  before_us INTEGER NOT NULL, -- When that play began.
  is_resent INTEGER NOT NULL, -- 1 where the stream was played on all the while, and nothing of the ad was fetched again.
  KEY (ad_play)
) AS
SELECT p.id AS ad_play, g.id AS before, q.began_us AS before_us,
  -- Who went back to the ad has that much more in the buffer, and asks for the next segment later by as much.
  EXISTS (
    SELECT 1 FROM stitched_place c JOIN stream_fetch n ON n.run = :run AND n.stream = c.stream
    WHERE c.run = :run AND c.ad = p.ad AND n.is_next AND n.is_waited AND n.at_us > p.began_us
      AND n.at_us + n.duration_us < p.began_us + p.began_us - q.began_us)
  AND NOT EXISTS (SELECT 1 FROM stream_fetch h WHERE h.run = :run AND h.ad = p.ad AND h.at_us > g.at_us) AS is_resent
FROM ad_play p JOIN ad_play q ON q.ad = p.ad AND q.nth = p.nth - 1
JOIN (SELECT ad_play, id, max(at_us) AS at_us FROM firing WHERE run = :run GROUP BY ad_play) g ON g.ad_play = q.id
WHERE p.run = :run AND p.family = 'ssai' AND p.nth > 1 AND p.began_us > q.began_us
