-- Trackers of an ad at a place of its media: start, the quartiles, complete and progress.
-- needs: reach, sign
INSERT INTO obligation
WITH
-- Stretches in which an ad stood still, each with when it began had there been none before it.
halt AS MATERIALIZED (
  SELECT p.ad_play, p.to_us - p.from_us AS length_us, p.from_us - coalesce(sum(p.to_us - p.from_us) OVER (
      PARTITION BY p.ad_play ORDER BY p.from_us ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS at_us
  FROM playback p WHERE p.run = :run AND p.state IN ('paused', 'buffering') AND p.to_us > p.from_us),
share(event, n) AS (VALUES ('start', 0), ('firstQuartile', 1), ('midpoint', 2), ('thirdQuartile', 3), ('complete', 4)),
-- Trackers of a play share few places.
place AS (
  SELECT r.*, q.event, q.n * r.length_us / 4 AS place_us
  FROM reach r JOIN share q WHERE r.run = :run AND r.owner_kind = 'ad_play'
  UNION ALL SELECT DISTINCT r.*, o.event, o.offset_us
  FROM reach r JOIN play_tracker o ON o.ad_play = r.owner AND o.event = 'progress' AND o.family = 'vast'
  -- Common players never come to the offset 0.
  WHERE r.run = :run AND r.owner_kind = 'ad_play' AND o.offset_us > 0),
spot AS MATERIALIZED (
  SELECT d.*, d.began_us + d.place_us + coalesce((
    SELECT sum(h.length_us) FROM halt h
    WHERE h.ad_play = d.owner AND h.at_us >= d.began_us AND h.at_us < d.began_us + d.place_us), 0) AS due_us
  FROM place d WHERE d.place_us <= d.length_us),
judged AS MATERIALIZED (
  SELECT d.owner, d.event, d.place_us,
    iif(d.event = 'progress', 'progress at ' || round(d.place_us / 1000000.0, 1) || ' s', d.event) AS item,
    -- A jump reaches every place at once.
    iif(d.is_even, d.due_us, d.began_us) - $us(player.pollSeconds) - $us(quartile.earlyMarginMs) AS from_us,
    d.due_us + max($us(quartile.lateSeconds), CAST($setting(quartile.lateShare) * d.length_us AS INTEGER)) AS to_us,
    iif(s.evidence_id IS NOT NULL, 'owed', iif(d.possible_us < d.place_us, 'not owed', 'possible')) AS state,
    CASE WHEN s.kind = 'next' THEN 'what follows the ad began when the ad was over'
      WHEN s.evidence_id IS NOT NULL THEN 'the ad was seen to ' || round(d.proven_us / 1000000.0, 1) || ' s'
      WHEN d.possible_us < d.place_us THEN 'the ad ended before it'
      ELSE 'nothing says whether the ad was seen that far' END AS because,
    coalesce(s.evidence_table, 'tracker') AS evidence_table, s.evidence_id
  -- The first sign that proves each.
  FROM spot d LEFT JOIN sign s ON s.rowid = (
    SELECT g.rowid FROM sign g
    WHERE g.run = :run AND g.owner_kind = 'ad_play' AND g.owner = d.owner AND g.position_us >= d.place_us
      AND d.place_us <= d.proven_us AND g.is_proof = 1 AND g.kind IN ('shown', 'completed', 'next')
    ORDER BY g.at_us LIMIT 1))
SELECT 'ad_play' AS owner_kind, j.owner, 'vast' AS family, j.event, o.tracker, o.level, o.twin, j.item, j.from_us,
  j.to_us, j.state, j.because, j.evidence_table, coalesce(j.evidence_id, o.tracker) AS evidence_id
FROM judged j JOIN play_tracker o ON o.ad_play = j.owner AND o.event = j.event AND o.family = 'vast'
  AND (j.event <> 'progress' OR o.offset_us = j.place_us)
-- Those of overlays and companions beside it have no place in its media.
JOIN tracker t ON t.id = o.tracker AND t.element = 'Tracking'
