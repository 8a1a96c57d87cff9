-- What beacons of VAST, and Criteo's beside them, say of the viewer, what came after the ad, and what the viewer did
-- meanwhile.
-- needs: _shown_ad, viewer_act
INSERT INTO sign
WITH word(event, kind, share, is_proof) AS (
  VALUES ('impression', 'shown', NULL, 0), ('creativeView', 'shown', NULL, 0), ('start', 'shown', 0.0, 1),
    ('firstQuartile', 'shown', 0.25, 1), ('midpoint', 'shown', 0.5, 1), ('thirdQuartile', 'shown', 0.75, 1),
    ('progress', 'shown', NULL, 1), ('complete', 'completed', 1.0, 1), ('skip', 'skipped', NULL, 1),
    ('close', 'left', NULL, 1), ('closeLinear', 'left', NULL, 1), ('error', 'failed', NULL, 1),
    ('notUsed', 'failed', NULL, 1), ('pause', 'paused', NULL, 1), ('resume', 'resumed', NULL, 1),
    ('rewind', 'sought', NULL, 1)),
-- The ad or the content that begins when this one's length is over, or behind one that nobody can skip.
after AS MATERIALIZED (
  SELECT
    ad_play, next_us AS at_us, 'ad_play' AS evidence_table, next_play AS evidence_id,
    next_root = root AND NOT is_skippable AND next_us - began_us - still_us >= length_us - 1500000
    OR next_us - began_us - still_us BETWEEN length_us - 1500000 AND length_us + $us(complete.graceSeconds) + 2000000
    AS is_end,
    next_root = root AS is_same, length_us
  FROM _shown_ad WHERE run = :run AND next_us IS NOT NULL
  UNION ALL
  SELECT
    ad_play, content_us, 'exchange', content,
    -- A viewer who closes the ad just before its end is back at the content as early.
    length_us >= 8000000 AND content_us - began_us - still_us >= length_us - $us(order.slackMs), 0, length_us
  FROM _shown_ad WHERE run = :run AND content_us IS NOT NULL
)
SELECT
  'ad_play' AS owner_kind, f.ad_play AS owner, f.at_us, w.kind,
  CASE f.event WHEN 'progress' THEN t.offset_us ELSE CAST(w.share * coalesce(s.length_us, p.duration_us) AS INTEGER) END
  AS position_us,
  NULL AS margin_us, w.is_proof AND NOT f.ambiguous AS is_proof, f.family AS source, 'firing' AS evidence_table,
  f.id AS evidence_id
FROM word w JOIN firing f ON f.run = :run AND f.event = w.event AND f.family IN ('vast', 'criteo')
JOIN ad_play p ON p.id = f.ad_play JOIN tracker t ON t.id = f.tracker
LEFT JOIN _shown_ad s ON s.run = :run AND s.ad_play = f.ad_play
WHERE f.repeat_class = 'first' AND f.direct = 1
UNION ALL
SELECT
  'ad_play', a.ad_play, a.at_us, 'next', CASE WHEN a.is_end THEN a.length_us END, NULL, 1,
  CASE a.evidence_table WHEN 'exchange' THEN 'segment' ELSE 'vast' END, a.evidence_table, a.evidence_id
FROM after a WHERE a.is_end OR a.is_same
UNION ALL
SELECT
  'ad_play', p.id, coalesce(p.impression_us, p.start_us, p.from_us), 'length', p.duration_us, NULL, 0, 'vast',
  'ad_play', p.id
FROM ad_play p WHERE p.run = :run AND p.family = 'vast' AND p.duration_us > 0
UNION ALL
SELECT 'ad_play', s.ad_play, v.at_us, v.kind, NULL, NULL, 1, v.source, v.evidence_table, v.evidence_id
FROM _shown_ad s JOIN viewer_act v ON v.run = :run AND v.at_us >= s.began_us
  AND v.at_us < s.began_us + 3 * s.length_us
WHERE s.run = :run
UNION ALL
SELECT 'ad_play', p.id, x.at_us, 'loaded', NULL, NULL, 1, 'segment', 'exchange', x.id
FROM ad_play p JOIN resource r ON r.ad = p.ad AND r.kind = 'media' JOIN exchange x ON x.id = r.fetch
WHERE p.run = :run AND p.family = 'vast' AND p.nth = 1
