-- Beacons of a stitched ad that is played, at their places of its media. Whether one that was not sent is owed says
-- stitched_due.
-- needs: stitched_due
INSERT INTO obligation
SELECT 'ad_play' AS owner_kind, p.id AS owner, 'ssai' AS family, o.event, o.tracker, o.level, o.twin, o.event AS item,
  p.start_us + p.duration_us * (o.place - 1) / 4 - $us(player.pollSeconds) - $us(quartile.earlyMarginMs) AS from_us,
  p.start_us + p.duration_us * (o.place - 1) / 4
  + max($us(quartile.lateSeconds), CAST($setting(quartile.lateShare) * p.duration_us AS INTEGER)) AS to_us,
  CASE WHEN s.firing IS NOT NULL OR u.is_owed THEN 'owed' WHEN u.tracker IS NOT NULL THEN 'possible'
    ELSE 'not owed' END AS state,
  CASE WHEN s.firing IS NOT NULL THEN 'the ad was reported to be played that far'
    WHEN u.is_owed THEN 'the ad was played past it'
    WHEN u.tracker IS NOT NULL THEN 'nothing says whether the ad was played that far'
    ELSE 'nothing shows that the ad was played that far' END AS because,
  iif(s.firing IS NULL, 'tracker', 'firing') AS evidence_table, coalesce(s.firing, o.tracker) AS evidence_id
FROM ad_play p JOIN play_tracker o ON o.ad_play = p.id AND o.family = 'ssai' AND o.place > 0 LEFT JOIN (
  SELECT f.ad_play, f.tracker, min(f.id) AS firing FROM firing f
  WHERE f.run = :run AND f.family = 'ssai' GROUP BY f.ad_play, f.tracker) s
  ON s.ad_play = p.id AND s.tracker = o.tracker LEFT JOIN stitched_due u ON u.run = p.run AND u.tracker = o.tracker
WHERE p.run = :run AND p.family = 'ssai' AND p.start_us IS NOT NULL AND p.duration_us BETWEEN 1 AND 86400000000
