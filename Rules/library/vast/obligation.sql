-- Trackers of an ad at a place of its media: start, the quartiles, complete and progress.
-- needs: reach, sign
INSERT INTO obligation
WITH
-- Stretches in which an ad stood still, each with when it began had there been none before it.
halt AS MATERIALIZED (
  SELECT
    p.ad_play, p.to_us - p.from_us AS length_us,
    p.from_us - coalesce(sum(p.to_us - p.from_us) OVER (
        PARTITION BY p.ad_play ORDER BY p.from_us ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS at_us
  FROM playback p WHERE p.run = :run AND p.state IN ('paused', 'buffering') AND p.to_us > p.from_us
),
due AS MATERIALIZED (
  SELECT
    o.ad_play, o.tracker, o.event, o.level, o.twin, r.began_us, r.length_us, r.proven_us, r.is_even,
    coalesce(r.possible_us, r.length_us) AS possible_us,
    iif(o.event = 'progress', o.offset_us, (o.place - 1) * r.length_us / 4) AS place_us
  FROM reach r JOIN play_tracker o ON o.ad_play = r.owner AND o.family = 'vast'
  -- Common players never come to the offset 0.
  WHERE r.run = :run AND r.owner_kind = 'ad_play' AND (o.place > 0 OR o.event = 'progress' AND o.offset_us > 0)
),
-- Trackers of a play share few places.
spot AS MATERIALIZED (SELECT DISTINCT ad_play, began_us, proven_us, place_us FROM due WHERE place_us <= length_us),
-- The first sign that proves each.
shown AS MATERIALIZED (
  SELECT
    d.ad_play, d.place_us, d.began_us + d.place_us + coalesce((
      SELECT sum(h.length_us) FROM halt h
      WHERE h.ad_play = d.ad_play AND h.at_us >= d.began_us AND h.at_us < d.began_us + d.place_us), 0) AS at_us,
    min(s.at_us) AS proven_at_us, s.source, s.kind, s.evidence_table, s.evidence_id
  FROM spot d
  LEFT JOIN sign s ON s.run = :run AND s.owner_kind = 'ad_play' AND s.owner = d.ad_play AND s.is_proof = 1
    AND s.kind IN ('shown', 'completed', 'next') AND s.position_us >= d.place_us AND d.place_us <= d.proven_us
  GROUP BY d.ad_play, d.place_us
),
-- SQLite would look through all trackers for each place.
proven AS MATERIALIZED (
  SELECT d.*, s.at_us, s.source, s.kind, s.evidence_table, s.evidence_id
  FROM shown s CROSS JOIN due d ON s.ad_play = d.ad_play AND s.place_us = d.place_us
  WHERE d.place_us <= d.length_us
  ORDER BY d.ad_play, d.tracker
)
SELECT
  'ad_play' AS owner_kind, ad_play AS owner, 'vast' AS family, event, tracker, level, twin,
  CASE event WHEN 'progress' THEN 'progress at ' || round(place_us / 1000000.0, 1) || ' s' ELSE event END AS item,
  -- A jump reaches every place at once.
  iif(is_even, at_us, began_us) - $us(player.pollSeconds) - $us(quartile.earlyMarginMs) AS from_us,
  at_us + max($us(quartile.lateSeconds), CAST($setting(quartile.lateShare) * length_us AS INTEGER)) AS to_us,
  CASE WHEN evidence_id IS NOT NULL THEN 'owed' WHEN possible_us >= place_us THEN 'possible'
    ELSE 'not owed' END AS state,
  CASE WHEN kind = 'next' THEN 'what follows the ad began when the ad was over'
    WHEN evidence_id IS NOT NULL THEN 'the ad was seen to ' || round(proven_us / 1000000.0, 1) || ' s'
    WHEN possible_us >= place_us THEN 'nothing says whether the ad was seen that far'
    ELSE 'the ad ended before it' END AS because,
  coalesce(evidence_table, 'tracker') AS evidence_table, coalesce(evidence_id, tracker) AS evidence_id
FROM proven
