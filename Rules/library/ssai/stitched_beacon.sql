-- A beacon that stands for a share of a stitched ad, or of one from an asset list or a tracking document, and when it was due.
-- needs: stitched_seat, stitched_entry, scheduled_ad, stream_fetch, resent_play
CREATE TABLE stitched_beacon (
  ad_play INTEGER NOT NULL REFERENCES ad_play, -- The play it belongs to.
  firing INTEGER NOT NULL REFERENCES firing, -- The beacon.
  event TEXT NOT NULL, -- firstQuartile, midpoint, thirdQuartile or complete.
  at_us INTEGER NOT NULL, -- When it was sent.
  played_us INTEGER NOT NULL, -- The time since the play's start or impression, known pauses left out.
  due_us INTEGER NOT NULL, -- The time that its share takes, from where the viewer came in.
  tolerance_us INTEGER NOT NULL, -- How far off it may be: a segment's length, where only segments show the player where it is.
  held_us INTEGER, -- How much of the ad from there on had been asked for by then; NULL where its segments are not known.
  is_even INTEGER NOT NULL, -- 1 when they come as if played faster, evenly, at twice the speed at most; fetches may deny it.
  KEY (ad_play, firing)
) AS
WITH timed AS MATERIALIZED (
  SELECT f.id AS firing, p.id AS ad_play, f.event, f.at_us,
    f.at_us - p.began_us - coalesce(f.stalled_us, 0) AS played_us, (f.place - 1) * p.duration_us / 4 AS due_us,
    -- Of a short ad no segment excuses that its beginning and its end were reported at once.
    max(min(coalesce(r.target_us, 0), p.duration_us / 2), $us(quartile.lateSeconds), $us(player.pollSeconds))
    + $us(order.slackMs) AS tolerance_us,
    max(h.media_us + h.duration_us) - c.media_from_us AS held_us,
    -- Where in it the viewer came in, as an interstitial's request says, or at the earliest, where nothing in front of
    -- it was asked for.
    iif(i.joined_us BETWEEN min(h.media_us) AND min(h.media_us + h.duration_us), i.joined_us, NULL) AS joined_us,
    iif(e.is_entered, min(h.media_us) - c.media_from_us, 0) AS entry_us, max(h.duration_us) AS segment_us
  FROM ad_play p JOIN firing f ON f.ad_play = p.id AND f.place > 1
  LEFT JOIN playlist_reading r ON r.document = p.document LEFT JOIN stitched_place c ON c.run = p.run AND c.ad = p.ad
  LEFT JOIN stream_fetch h ON h.run = p.run AND h.ad = p.ad AND h.stream = c.stream AND h.at_us <= f.at_us
  LEFT JOIN stitched_entry e ON e.run = p.run AND e.ad = p.ad LEFT JOIN scheduled_ad i ON i.run = p.run AND i.ad = p.ad
  WHERE p.run = :run AND p.family IN ('ssai', 'hls') AND p.began_us IS NOT NULL AND p.duration_us > 0
    AND f.family = 'ssai' AND f.is_sure
    -- What was only sent again is judged for its time once, by its first sending.
    AND p.id NOT IN (SELECT r.ad_play FROM resent_play r WHERE r.run = :run AND r.is_resent) GROUP BY f.id
  -- Who jumped over a piece of the ad sends what is behind it sooner.
  HAVING coalesce(max(h.media_us + h.duration_us) - min(h.media_us) <= sum(h.duration_us) + $us(order.slackMs), 1)),
came AS (
  SELECT ad_play, firing, event, at_us, played_us, due_us - from_us AS due_us, held_us - from_us AS held_us,
    max(tolerance_us, iif(from_us > 0 AND joined_us IS NULL, segment_us, 0)) AS tolerance_us
  FROM (SELECT *, coalesce(joined_us, iif(played_us < due_us - tolerance_us, entry_us, 0), 0) AS from_us FROM timed)),
-- Who sends two others just when they are due knows where the player is, whatever its segments are.
paced AS MATERIALIZED (
  SELECT ad_play, firing, event, at_us, played_us, due_us, held_us,
    iif(sum(is_exact) OVER w - is_exact >= 2,
        min(tolerance_us, max($us(quartile.lateSeconds), $us(player.pollSeconds)) + $us(order.slackMs)), tolerance_us)
    AS tolerance_us, max(due_us) OVER w * 1.0 / nullif(max(played_us) OVER w, 0) AS rate, count(*) OVER w AS n,
    -- Nobody has seen what had not been asked for.
    max(due_us - $us(player.pollSeconds) > held_us) OVER w AS is_ahead
  FROM (SELECT *, abs(played_us - due_us) <= $us(player.pollSeconds) + $us(order.slackMs) AS is_exact FROM came)
  WINDOW w AS (PARTITION BY ad_play)),
-- In the time that the ad takes no more was fetched than that, of its stream or the content's, at the clock's own pace:
-- nobody played it faster.
unhurried AS MATERIALIZED (
  SELECT p.id AS ad_play
  FROM ad_play p JOIN (
    SELECT ad, media AS stream FROM stitched_seat WHERE run = :run
    UNION SELECT ad, stream FROM scheduled_ad WHERE run = :run) c ON c.ad = p.ad
  JOIN stream_fetch f ON f.run = :run AND f.stream = c.stream AND f.at_us >= p.began_us
    AND f.at_us < p.began_us + p.duration_us
  WHERE p.run = :run AND p.family IN ('ssai', 'hls') AND p.duration_us > 0 GROUP BY p.id, f.stream
  HAVING max(f.duration_us) * 3 <= p.duration_us
    AND sum(f.duration_us) BETWEEN p.duration_us * 3 / 4 AND p.duration_us * 5 / 4
    AND (sum(f.duration_us) - max(f.duration_us)) * 4 <= (max(f.at_us) - min(f.at_us)) * 5
  UNION
  -- The next one began when this was over at the speed of the clock.
  SELECT p.id FROM ad_play p JOIN ad_play n ON n.document = p.document AND n.family = p.family
    AND abs(n.began_us - p.began_us - p.duration_us) <= $us(player.pollSeconds) + $us(order.slackMs)
  WHERE p.run = :run AND p.family IN ('ssai', 'hls'))
SELECT ad_play, firing, event, at_us, played_us, due_us, tolerance_us, held_us,
  is_ahead IS NOT TRUE
  AND coalesce(n >= 3 AND rate > 1 AND rate <= 2.1 AND off_us <= $us(player.pollSeconds) + $us(order.slackMs), 0)
  AND ad_play NOT IN (SELECT ad_play FROM unhurried) AS is_even
FROM (SELECT *, max(abs(played_us * rate - due_us)) OVER (PARTITION BY ad_play) AS off_us FROM paced)
