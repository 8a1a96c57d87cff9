-- Beacons of a stitched ad that is played, at their places of its media. Whether one is owed says stitched_due.
INSERT INTO obligation
WITH place(event, quarters) AS (
  VALUES ('start', 0), ('firstQuartile', 1), ('midpoint', 2), ('thirdQuartile', 3), ('complete', 4))
SELECT
  'ad_play' AS owner_kind, p.id AS owner, 'ssai' AS family, o.event AS event, min(o.tracker) AS tracker,
  o.level AS level, NULL AS twin, o.event AS item,
  p.start_us + p.duration_us * q.quarters / 4 - $us(player.pollSeconds) - $us(quartile.earlyMarginMs) AS from_us,
  p.start_us + p.duration_us * q.quarters / 4
  + max($us(quartile.lateSeconds), CAST($setting(quartile.lateShare) * p.duration_us AS INTEGER)) AS to_us,
  'possible' AS state, 'the playlist has the ad' AS because, 'tracker' AS evidence_table, min(o.tracker) AS evidence_id
FROM ad_play p JOIN play_tracker o ON o.ad_play = p.id AND o.family = 'ssai' JOIN place q ON q.event = o.event
WHERE p.run = :run AND p.family = 'ssai' AND p.start_us IS NOT NULL AND p.duration_us BETWEEN 1 AND 86400000000
GROUP BY p.id, o.event, o.level
