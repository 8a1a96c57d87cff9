-- Beacons per ad
-- Which events did each ad play send, how often, and how many of them were repeats without an excuse?
-- example: looping-player.har
SELECT
  c.path AS capture, p.label AS ad, p.nth AS play, f.event AS event, count(*) AS beacons,
  sum(f.repeat_class = 'duplicate') AS duplicates
FROM ad_play p
JOIN firing f ON f.ad_play = p.id
JOIN (SELECT run, min(path) AS path FROM capture GROUP BY run) c ON c.run = p.run
GROUP BY p.id, f.event
ORDER BY c.path, p.id, min(f.at_us), f.event
-- result:
-- | capture | ad | play | event | beacons | duplicates |
-- |---|---|---|---|---|---|
-- | looping-player.har | A1001 | 1 | omidTrackView | 1 | 0 |
-- | looping-player.har | A1001 | 1 | loaded | 1 | 0 |
-- | looping-player.har | A1001 | 1 | impression | 1 | 0 |
-- | looping-player.har | A1001 | 1 | creativeView | 1 | 0 |
-- | looping-player.har | A1001 | 1 | iconView | 1 | 0 |
-- | looping-player.har | A1001 | 1 | start | 3 | 1 |
-- | looping-player.har | A1001 | 1 | viewable | 1 | 0 |
-- | looping-player.har | A1001 | 1 | twoSecondsFiftyPercentView | 1 | 0 |
-- | looping-player.har | A1001 | 1 | firstQuartile | 3 | 1 |
-- | looping-player.har | A1001 | 1 | progress | 1 | 0 |
-- | looping-player.har | A1001 | 1 | midpoint | 3 | 1 |
-- | looping-player.har | A1001 | 1 | thirdQuartile | 3 | 1 |
-- | looping-player.har | A1001 | 1 | complete | 3 | 1 |
