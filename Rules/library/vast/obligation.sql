-- Trackers of an ad at a place of its media: start, the quartiles, complete and progress.
-- needs: reach
INSERT INTO obligation
WITH place(event, share) AS (
  VALUES ('start', 0.0), ('firstQuartile', 0.25), ('midpoint', 0.5), ('thirdQuartile', 0.75), ('complete', 1.0),
    ('progress', NULL)),
due AS MATERIALIZED (
  SELECT
    o.*, r.began_us, r.length_us, r.proven_us, r.possible_us, r.end_us, r.end_reason, r.end_is_proof,
    CASE WHEN o.event = 'progress' THEN o.offset_us ELSE CAST(p.share * r.length_us AS INTEGER) END AS place_us
  FROM place p JOIN play_tracker o ON o.run = :run AND o.event = p.event AND o.family = 'vast'
  JOIN reach r ON r.run = :run AND r.owner_kind = 'ad_play' AND r.owner = o.ad_play
)
SELECT
  'ad_play' AS owner_kind, ad_play AS owner, 'vast' AS family, event, tracker, level, twin,
  CASE event WHEN 'progress' THEN 'progress at ' || round(place_us / 1000000.0, 1) || ' s' ELSE event END AS item,
  began_us + place_us - $us(player.pollSeconds) - $us(quartile.earlyMarginMs) AS from_us,
  began_us + place_us + max($us(quartile.lateSeconds), CAST($setting(quartile.lateShare) * length_us AS INTEGER))
  AS to_us,
  CASE WHEN proven_us >= place_us THEN 'owed' WHEN coalesce(possible_us, length_us) >= place_us THEN 'possible'
    ELSE 'not owed' END AS state,
  CASE WHEN proven_us >= place_us THEN 'the ad was seen to ' || round(proven_us / 1000000.0, 1) || ' s'
    WHEN coalesce(possible_us, length_us) >= place_us THEN 'nothing says whether the ad was seen that far'
    ELSE 'the ad ended before (' || end_reason || ')' END AS because,
  'tracker' AS evidence_table, tracker AS evidence_id
FROM due
WHERE place_us <= length_us
